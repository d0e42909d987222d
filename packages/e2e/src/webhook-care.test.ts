import { Svc, type CreateWebhook, type EventKind } from '@svc/sdk';
import {
  createClient,
  eventually,
  forThisFile,
  startReceiver,
  startStack,
  type Account,
  type ReceivedRequest,
} from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const amount = { value: 1000, currency: 'USD' };

let account: Account;
let svc: Svc;

const receiver = await forThisFile(startReceiver());
const stack = await forThisFile(
  startStack({
    env: {
      WEBHOOK_RETRY_DELAYS: '700ms,700ms,700ms',
      WEBHOOK_TIMEOUT: '5s',
      DELIVERY_LEASE: '15s',
    },
  }),
);

// Each test has its own account, so that endpoints receive only its payments.
beforeEach(async () => {
  account = await stack.createAccount('enterprise');
  svc = new Svc(account.testKey, { baseUrl: stack.apiUrl });
});

async function register(path: string, events: EventKind[], fields: Partial<CreateWebhook> = {}): Promise<string> {
  return (await svc.webhooks.create({ url: receiver.url + path, events, ...fields })).id;
}

async function pay(sandbox = 'hold'): Promise<string> {
  return (await svc.payments.create({ amount, metadata: { sandbox } })).id;
}

function arrived(path: string, count: number, timeoutMs = 10_000): Promise<ReceivedRequest[]> {
  return eventually(
    () => {
      const found = receiver.requests.filter((request) => request.path === path);
      expect(found).toHaveLength(count);
      return found;
    },
    { timeoutMs },
  );
}

describe('a trace', () => {
  it('reaches from the request to every attempt of every resulting event', async () => {
    const events: EventKind[] = ['customer.created', 'payment.pending', 'payment.completed'];
    await register('/traced', events);
    receiver.script('/traced', [500]);
    const client = createClient(stack.apiUrl, account.testKey);
    const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
    await client.post('/v1/payments', { amount, customer: { email: 'ada@example.com' } }, { headers });

    const requests = await arrived('/traced', 4);
    const types = requests.map(({ parsed }) => (parsed as { type: EventKind }).type);
    expect(new Set(types)).toEqual(new Set(events));
    const parents = requests.map((request) => String(request.headers['traceparent']));
    for (const parent of parents) expect(parent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    expect(new Set(parents).size).toBe(4);

    const [delivery] = (await svc.deliveries.list({ type: 'payment.completed' })).data;
    await svc.deliveries.redeliver(delivery?.id ?? '');
    const [again] = (await arrived('/traced', 5)).slice(4);
    expect(again?.headers['traceparent']).toContain(TRACE);
  });

  it('starts with a request without one', async () => {
    await register('/untraced', ['payment.pending', 'payment.completed']);
    await pay('approve');
    const [first, second] = await arrived('/untraced', 2);
    const traces = [first, second].map((request) => String(request?.headers['traceparent']).split('-')[1]);
    expect(traces[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(traces[1]).toBe(traces[0]);
  });
});

describe('an endpoint that fails for too long', () => {
  it('is disabled with the reason; its deliveries wait, and are sent when it is enabled', async () => {
    const webhook = await register('/dead', ['payment.pending']);
    receiver.respond('/dead', 500);
    await pay();
    await eventually(async () => {
      const aged = await stack.query(
        `UPDATE webhooks SET failing_since = failing_since - interval '6 days'
          WHERE id = $1 AND failing_since IS NOT NULL RETURNING id`,
        [webhook.slice('wh_'.length)],
      );
      expect(aged).toHaveLength(1);
    });
    const disabled = await eventually(async () => {
      const found = await svc.webhooks.retrieve(webhook);
      expect(found.enabled).toBe(false);
      return found;
    });
    expect(disabled.disabledReason).toMatch(/^Every attempt has failed since /);
    const [waiting] = await eventually(async () => {
      const { data } = await svc.deliveries.list({ webhookId: webhook });
      expect(data).toMatchObject([{ status: 'pending', nextAttemptAt: null, reason: null }]);
      return data;
    });
    const made = waiting?.attempts.length ?? 0;
    expect(made).toBeLessThan(4);

    receiver.respond('/dead', 200);
    expect(await svc.webhooks.update(webhook, { enabled: true })).toMatchObject({
      enabled: true,
      disabledReason: null,
    });
    await arrived('/dead', made + 1);
    await eventually(async () => {
      expect(await svc.deliveries.retrieve(waiting?.id ?? '')).toMatchObject({ status: 'delivered' });
    });
    expect(await svc.webhooks.retrieve(webhook)).toMatchObject({ enabled: true });
  });
});

describe('a replay', () => {
  it('redelivers missed events byte for byte, and no others', async () => {
    const from = new Date(Date.now() - 60_000).toISOString();
    const witness = await register('/witness', ['payment.pending']);
    const webhook = await register('/missed', ['payment.pending']);
    await pay();
    await arrived('/missed', 1);
    await svc.webhooks.update(webhook, { enabled: false });
    await pay();
    await pay();
    const seen = await arrived('/witness', 3);
    await svc.webhooks.update(webhook, { enabled: true });
    const replay = await svc.webhooks.replay(webhook, { createdFrom: from, createdTo: new Date().toISOString() });

    const [, ...replayed] = await arrived('/missed', 3);
    const bytes = (requests: ReceivedRequest[]) => requests.map(({ rawBody }) => rawBody.toString('utf8')).sort();
    expect(bytes(replayed)).toEqual(bytes(seen.slice(1)));
    await eventually(async () => {
      const { data } = await svc.deliveries.list({ webhookId: webhook, createdFrom: replay.createdAt });
      expect(data).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }]);
    });
    expect((await svc.deliveries.list({ webhookId: witness })).data).toHaveLength(3);
  });

  it('of 2,000 events survives the death of a worker: each event is delivered by one delivery', async () => {
    const webhook = await register('/many', ['payment.pending']);
    await stack.query(
      `INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
       SELECT e.id, id_at(now() - interval '1 hour') + n, 'payment.pending', 1,
              convert_to(format('{"id":"evt_%s"}', n), 'UTF8'), 1, 1
         FROM environments e, generate_series(1, 2000) AS n WHERE e.account_id = $1 AND e.mode = 'test'`,
      [account.accountId.slice('acct_'.length)],
    );
    const range = { createdFrom: new Date(Date.now() - 86_400_000).toISOString(), createdTo: new Date().toISOString() };
    await svc.webhooks.replay(webhook, range);
    const made = async (): Promise<Record<string, unknown> | undefined> => {
      const [row] = await stack.query(
        `SELECT count(*)::int AS n, count(DISTINCT event_id)::int AS events,
                (count(*) FILTER (WHERE status = 'delivered'))::int AS delivered
           FROM deliveries WHERE webhook_id = $1`,
        [webhook.slice('wh_'.length)],
      );
      return row;
    };
    await eventually(async () => expect((await made())?.['n']).toBeGreaterThan(0), { intervalMs: 5 });
    await stack.killWorker();
    await stack.startWorker();
    await eventually(async () => expect(await made()).toEqual({ n: 2_000, events: 2_000, delivered: 2_000 }), {
      timeoutMs: 120_000,
      intervalMs: 500,
    });
    const received = receiver.requests.filter(({ path }) => path === '/many');
    expect(new Set(received.map(({ rawBody }) => rawBody.toString('utf8'))).size).toBe(2_000);
  }, 150_000);
});

describe('row 21: an event for 10,000 endpoints', () => {
  it('gets no deliveries in the transaction of its create, and one per endpoint afterwards, though a worker is killed', async () => {
    await stack.stopWorker();
    const real = await Promise.all(
      ['/wide-1', '/wide-2', '/wide-3'].map((path) => register(path, ['payment.pending'])),
    );
    // Copies without a secret, whose deliveries are created and then cancelled.
    await stack.query(
      `INSERT INTO webhooks (environment_id, id, url, events, enabled, acknowledge_on, updated_at)
       SELECT environment_id, n, url, events, true, '200', now() FROM webhooks, generate_series(1, 9997) AS n
        WHERE id = $1`,
      [real[0]?.slice('wh_'.length)],
    );
    const payment = await pay();
    const later = await register('/later', ['payment.pending']);
    const made = async (): Promise<Record<string, unknown> | undefined> => {
      const [row] = await stack.query(
        `SELECT count(d.id)::int AS n, count(DISTINCT d.webhook_id)::int AS webhooks
           FROM events e LEFT JOIN deliveries d ON d.environment_id = e.environment_id AND d.event_id = e.id
          WHERE e.object_id = $1`,
        [payment.slice('pay_'.length)],
      );
      return row;
    };
    expect(await made()).toEqual({ n: 0, webhooks: 0 });

    const [first] = await Promise.all([stack.startWorker(), stack.startWorker()]);
    await eventually(async () => expect((await made())?.['n']).toBeGreaterThan(0), { intervalMs: 5 });
    await stack.killWorker(first);
    await eventually(async () => expect(await made()).toEqual({ n: 10_000, webhooks: 10_000 }), { timeoutMs: 30_000 });
    await eventually(
      async () => {
        for (const webhook of real) {
          expect((await svc.deliveries.list({ webhookId: webhook })).data).toMatchObject([{ status: 'delivered' }]);
        }
      },
      // The lease of the killed worker has to expire first.
      { timeoutMs: 60_000 },
    );
    for (const path of ['/wide-1', '/wide-2', '/wide-3']) await arrived(path, 1);
    expect((await svc.deliveries.list({ webhookId: later })).data).toEqual([]);
    expect(await stack.query('SELECT 1 FROM fan_outs')).toEqual([]);
  }, 120_000);
});

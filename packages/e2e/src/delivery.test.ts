import { createHmac } from 'node:crypto';
import { Svc, type CreatePayment, type EventKind, type RetrySchedule } from '@svc/sdk';
import { verify } from '@svc/sdk/webhooks';
import { eventually, forThisFile, hang, reset, startReceiver, startStack } from '@svc/testing';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';

const SECRET = 'a shared secret of the journey';

const receiver = await forThisFile(startReceiver());
const stack = await forThisFile(
  startStack({
    env: {
      WEBHOOK_RETRY_DELAYS: '300ms,600ms,900ms',
      WEBHOOK_EXTENDED_RETRY_DELAYS: '100ms,200ms,300ms,300ms,300ms,300ms,300ms',
      DELIVERY_LEASE: '12s',
      WEBHOOK_TIMEOUT: '2s',
    },
  }),
);
const { testKey } = await stack.createAccount('enterprise');
const svc = new Svc(testKey, { baseUrl: stack.apiUrl });

interface Delivered {
  readonly id: string;
  readonly type: string;
  readonly data: { id: string; status: string; failure: unknown };
}

async function register(path: string, events: EventKind[], retrySchedule?: RetrySchedule): Promise<string> {
  const url = receiver.url + path;
  return (await svc.webhooks.create({ url, events, secret: SECRET, ...(retrySchedule && { retrySchedule }) })).id;
}

async function pay(fields: Partial<CreatePayment> = {}): Promise<string> {
  const { id } = await svc.payments.create({ amount: { value: 1000, currency: 'USD' }, ...fields });
  return id;
}

function arrived(path: string, type: string, paymentId: string) {
  return receiver.requests.filter((request) => {
    const event = request.parsed as Delivered;
    return request.path === path && event.type === type && event.data.id === paymentId;
  });
}

describe('a payment in test mode', () => {
  it('completes, and its endpoint receives a signed payment.completed that verifies', async () => {
    await register('/completed', ['payment.pending', 'payment.completed']);
    const id = await pay({ customer: { email: 'ada@example.com', firstName: 'Ada' }, metadata: { orderId: '42' } });
    const request = await eventually(() => {
      const [found] = arrived('/completed', 'payment.completed', id);
      expect(found).toBeDefined();
      return found;
    });
    const body = request?.rawBody ?? Buffer.alloc(0);
    const headers = request?.headers ?? {};
    const event = JSON.parse(body.toString('utf8')) as Delivered;

    expect(headers['svc-signature']).toBe(`sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`);
    expect(headers['svc-event-id']).toBe(event.id);
    expect(headers['user-agent']).toBe('Svc-Webhooks/1.0');
    expect(headers['content-type']).toBe('application/json');
    expect(headers['svc-delivery-attempt']).toBe('1');
    const standard = new Webhook(Buffer.from(SECRET, 'utf8').toString('base64'));
    expect(standard.verify(body.toString('utf8'), headers as Record<string, string>)).toEqual(event);
    await expect(verify(body, headers, SECRET, { tolerance: 60 })).resolves.toEqual(event);
    expect(JSON.stringify(JSON.parse(body.toString('utf8')))).toBe(body.toString('utf8'));

    expect(event.data.status).toBe('completed');
    expect(await svc.payments.retrieve(id)).toMatchObject({ status: 'completed', stage: null, version: 2 });
    expect(arrived('/completed', 'payment.pending', id)).toHaveLength(1);
  });

  it('fails with the code given to the sandbox, also in payment.failed', async () => {
    await register('/declined', ['payment.completed', 'payment.failed']);
    const id = await pay({ metadata: { sandbox: 'decline:insufficient_funds' } });
    const request = await eventually(() => {
      const [found] = arrived('/declined', 'payment.failed', id);
      expect(found).toBeDefined();
      return found;
    });
    expect((request as { parsed: Delivered }).parsed.data).toMatchObject({
      status: 'failed',
      failure: { code: 'insufficient_funds' },
    });
    expect(arrived('/declined', 'payment.completed', id)).toHaveLength(0);
  });

  it('waits for approval, and settles after its delay', async () => {
    const held = await pay({ metadata: { sandbox: 'hold' } });
    const quick = await pay({ metadata: { sandbox: 'delay:1' } });
    await eventually(async () => {
      expect((await svc.payments.retrieve(quick)).status).toBe('completed');
    });
    expect(await svc.payments.retrieve(held)).toMatchObject({
      status: 'pending',
      stage: 'awaiting_approval',
    });
  });
});

describe('a delivery', () => {
  it('is retried until it is acknowledged: down twice, then up', async () => {
    await register('/flaky', ['payment.pending']);
    receiver.script('/flaky', [500, 503, 200]);
    const id = await pay();
    const requests = await eventually(() => {
      const found = arrived('/flaky', 'payment.pending', id);
      expect(found).toHaveLength(3);
      return found;
    });
    expect(requests.map((request) => request.headers['svc-delivery-attempt'])).toEqual(['1', '2', '3']);
    expect(new Set(requests.map((request) => request.rawBody.toString('utf8'))).size).toBe(1);
    expect(new Set(requests.map((request) => request.headers['webhook-id'])).size).toBe(1);
    await eventually(async () => {
      expect(await deliveriesTo('/flaky')).toEqual([{ status: 'delivered', attempts: 3, codes: [500, 503, 200] }]);
    });
  });

  describe.each([500, 410])('row 15: to an endpoint that always answers %d', (status) => {
    it.each([
      ['standard', 4],
      ['extended', 8],
    ] as const)('%s: fails after exactly %d attempts, and can be redelivered', async (schedule, attempts) => {
      const path = `/always-${status}-${schedule}`;
      const webhookId = await register(path, ['payment.pending'], schedule);
      receiver.respond(path, status);
      const id = await pay();
      const codes = Array.from({ length: attempts }, () => status);
      await eventually(async () => expect(await deliveriesTo(path)).toEqual([{ status: 'failed', attempts, codes }]), {
        timeoutMs: 30_000,
      });
      expect(arrived(path, 'payment.pending', id)).toHaveLength(attempts);

      receiver.respond(path, 200);
      const [failed] = (await svc.webhooks.listDeliveries(webhookId)).data;
      await svc.deliveries.redeliver(failed?.id ?? '');
      await eventually(() => expect(arrived(path, 'payment.pending', id)).toHaveLength(attempts + 1));
      await eventually(async () => {
        const again = { status: 'delivered', attempts: 1, codes: [200] };
        expect(await deliveriesTo(path)).toEqual(
          expect.arrayContaining([{ status: 'failed', attempts, codes }, again]),
        );
      });
      await svc.webhooks.delete(webhookId);
    });
  });

  it.each([
    // The fifth attempt still follows the old schedule: a sixth one comes, which is the last.
    ['extended', 'standard', 5, 6],
    ['standard', 'extended', 3, 8],
  ] as const)('follows another schedule from the next attempt on: %s, then %s', async (before, after, during, last) => {
    const path = `/from-${before}`;
    const id = await register(path, ['payment.pending'], before);
    receiver.respond(path, async (response, request) => {
      const isNow = request.headers['svc-delivery-attempt'] === String(during);
      if (isNow) await svc.webhooks.update(id, { retrySchedule: after });
      response.writeHead(500).end();
    });
    await pay();
    await eventually(
      async () => {
        expect(await deliveriesTo(path)).toEqual([expect.objectContaining({ status: 'failed', attempts: last })]);
      },
      { timeoutMs: 30_000 },
    );
  });

  it.each([201, 204, 302])('row 16: is not acknowledged by %d', async (status) => {
    const path = `/status-${status}`;
    await register(path, ['payment.pending']);
    receiver.script(path, [status, 200]);
    await pay();
    await eventually(async () => {
      expect(await deliveriesTo(path)).toEqual([{ status: 'delivered', attempts: 2, codes: [status, 200] }]);
    });
  });

  it('row 19: is retried after a reset, and the attempt has the reason', async () => {
    await register('/reset', ['payment.pending']);
    receiver.script('/reset', [reset, 200]);
    await pay();
    await eventually(async () => {
      expect(await deliveriesTo('/reset')).toEqual([{ status: 'delivered', attempts: 2, codes: [null, 200] }]);
    });
    expect(await reasonsOf(`${receiver.url}/reset`)).toEqual(['connection_reset', null]);
  });

  it.each([
    ['expired', 'certificate_expired'],
    ['self_signed', 'certificate_invalid'],
  ] as const)('row 19: is retried with a certificate that is %s, and fails with the reason', async (kind, reason) => {
    const endpoint = await startReceiver({ certificate: kind });
    const { id } = await svc.webhooks.create({ url: endpoint.url, events: ['payment.pending'] });
    await pay();
    await eventually(async () => {
      const { data } = await svc.webhooks.listDeliveries(id);
      expect(data.map(({ status }) => status)).toEqual(['failed']);
    });
    expect(await reasonsOf(endpoint.url)).toEqual([reason, reason, reason, reason]);
    expect(endpoint.requests).toEqual([]);
    await svc.webhooks.delete(id);
    await endpoint.close();
  });

  it('is sent although Redis lost all data between commit and delivery', async () => {
    await register('/flushed', ['payment.completed']);
    const id = await pay({ metadata: { sandbox: 'delay:1500' } });
    await stack.flushRedis();
    await eventually(() => {
      expect(arrived('/flushed', 'payment.completed', id)).toHaveLength(1);
    });
  });

  it('is retried when the worker is killed during it', async () => {
    await register('/killed', ['payment.pending']);
    receiver.script('/killed', [hang, 200]);
    const id = await pay();
    await eventually(() => {
      expect(arrived('/killed', 'payment.pending', id)).toHaveLength(1);
    });
    await stack.killWorker();
    await stack.startWorker();
    const requests = await eventually(
      () => {
        const found = arrived('/killed', 'payment.pending', id);
        expect(found).toHaveLength(2);
        return found;
      },
      { timeoutMs: 30_000 },
    );
    expect(requests[1]?.rawBody.equals(requests[0]?.rawBody ?? Buffer.alloc(0))).toBe(true);
    await eventually(async () => {
      expect(await deliveriesTo('/killed')).toEqual([{ status: 'delivered', attempts: 1, codes: [200] }]);
    });
  });
});

/** The failure reasons of each attempt of the only delivery to a URL. */
async function reasonsOf(url: string): Promise<(string | null)[]> {
  const [row] = await stack.query(
    `SELECT d.id FROM deliveries d JOIN webhooks w ON w.environment_id = d.environment_id AND w.id = d.webhook_id
      WHERE w.url = $1`,
    [url],
  );
  const { attempts } = await svc.deliveries.retrieve(`dlv_${String(row?.['id'])}`);
  return attempts.map(({ error }) => error);
}

function deliveriesTo(path: string): Promise<Record<string, unknown>[]> {
  return stack.query(
    `SELECT d.status, d.attempts, array_agg(a.status_code ORDER BY a.n) AS codes
       FROM deliveries d
       JOIN webhooks w ON w.environment_id = d.environment_id AND w.id = d.webhook_id
       LEFT JOIN delivery_attempts a ON a.environment_id = d.environment_id AND a.delivery_id = d.id
      WHERE w.url = $1 GROUP BY d.environment_id, d.id, d.status, d.attempts`,
    [receiver.url + path],
  );
}

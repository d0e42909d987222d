import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Svc, type WebhookEvent } from '@svc/sdk';
import { verify } from '@svc/sdk/webhooks';
import {
  answer,
  eventually,
  forThisFile,
  freePort,
  startReceiver,
  startStack,
  type ReceivedRequest,
} from '@svc/testing';
import { afterEach, describe, expect, it } from 'vitest';

const SECRET = 'the secret of the handler';
const command = 'packages/sdk/dist/cli/main.js';
/** Any open transaction on the server delays events. */
const patience = { timeoutMs: 30_000 };

let listeners: Listener[] = [];

const handler = await forThisFile(startReceiver({ tls: false }));
// With a fixed port, since the API restarts.
const stack = await forThisFile(startStack({ env: { PORT: String(await freePort()), EVENT_STREAM_HEARTBEAT: '1s' } }));
const { testKey, liveKey } = await stack.createAccount();
const svc = new Svc(testKey, { baseUrl: stack.apiUrl });

afterEach(() => {
  for (const listener of listeners) listener.kill();
  listeners = [];
});

/** `svc listen` as in a terminal. */
class Listener {
  readonly lines: string[] = [];
  readonly errors: string[] = [];
  readonly exit: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(args: readonly string[], key = testKey) {
    const env = { PATH: process.env['PATH'], SVC_API_KEY: key, SVC_API_BASE: stack.apiUrl };
    this.child = spawn(process.execPath, [command, 'listen', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const [stream, lines] of [
      [this.child.stdout, this.lines],
      [this.child.stderr, this.errors],
    ] as const) {
      if (stream !== null) createInterface({ input: stream }).on('line', (line) => lines.push(line));
    }
    this.exit = once(this.child, 'close').then(([code]) => code as number | null);
    listeners.push(this);
  }

  static async ready(...args: readonly string[]): Promise<Listener> {
    const listener = new Listener(args);
    await eventually(() => expect(listener.lines.join()).toMatch(/Ready|"kind":"ready"/));
    return listener;
  }

  /** Sends SIGINT. Resolves with the exit code. */
  interrupt(): Promise<number | null> {
    this.child.kill('SIGINT');
    return this.exit;
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}

async function pay(sandbox = 'hold'): Promise<string> {
  return (await svc.payments.create({ amount: { value: 1000, currency: 'USD' }, metadata: { sandbox } })).id;
}

/** The requests to a path of the handler with their events, after verification. */
async function verified(path: string, secret = SECRET): Promise<{ request: ReceivedRequest; event: WebhookEvent }[]> {
  const requests = handler.requests.filter((request) => request.path === path);
  return Promise.all(
    requests.map(async (request) => {
      const event = await verify(request.rawBody, request.headers, secret, { tolerance: 60 });
      return { request, event };
    }),
  );
}

describe('svc listen', () => {
  it('forwards to a handler the same bytes and headers as a webhook, with a valid signature', async () => {
    await svc.webhooks.create({ url: `${handler.url}/webhook`, events: ['payment.pending'], secret: SECRET });
    const listener = await Listener.ready('--forward-to', `${handler.url}/hooks`, '--secret', SECRET);
    expect(listener.lines.join('\n')).not.toContain(SECRET);
    const payment = await pay();
    const [delivered, forwarded] = await eventually(async () => {
      const pair = [(await verified('/webhook'))[0], (await verified('/hooks'))[0]] as const;
      expect(pair).not.toContain(undefined);
      return pair;
    }, patience);
    expect(forwarded?.event).toMatchObject({ type: 'payment.pending', data: { id: payment } });
    expect(forwarded?.request.rawBody).toEqual(delivered?.request.rawBody);
    const [real, ours] = [delivered, forwarded].map((each) => each?.request.headers ?? {});
    const none = ['svc-delivery-id', 'traceparent'];
    const names = Object.keys(real ?? {}).filter((name) => !none.includes(name));
    expect(Object.keys(ours ?? {}).sort()).toEqual(names.sort());
    for (const name of names.filter((each) => !/^(webhook-(timestamp|signature)|connection)$/.test(each))) {
      expect([name, ours?.[name]]).toEqual([name, real?.[name]]);
    }
    for (const type of ['payment.pending', 'payment.awaiting_approval']) {
      const line = new RegExp(`${type} +evt_\\d+ {2}200 in \\d+ ms`);
      await eventually(() => expect(listener.lines.join('\n')).toMatch(line));
    }
    expect(await listener.interrupt()).toBe(0);
    // The payment waits for approval: that is an event of its own.
    expect(listener.lines.at(-1)).toBe('2 events: 2 acknowledged, 0 failed.');
  });

  it('prints the secret that it generates, and signs with it', async () => {
    const listener = await Listener.ready('--forward-to', `${handler.url}/generated`);
    const secret = /^Your webhook signing secret is (whsec_\S+)$/m.exec(listener.lines.join('\n'))?.[1] ?? '';
    const payment = await pay();
    const forwarded = await eventually(async () => {
      const [first] = await verified('/generated', secret);
      expect(first).toBeDefined();
      return first;
    }, patience);
    expect(forwarded?.event).toMatchObject({ type: 'payment.pending', data: { id: payment } });
    await expect(verified('/generated')).rejects.toMatchObject({ code: 'signature_mismatch' });
  });

  it('forwards every event once and in order while the API is killed and restarted', async () => {
    const listener = await Listener.ready('--forward-to', `${handler.url}/restarted`, '--json');
    const { secret } = JSON.parse(listener.lines[0] ?? '') as { secret: string };
    let paying = true;
    const paid: string[] = [];
    const payments = (async () => {
      while (paying)
        await pay('delay:0').then(
          (id) => paid.push(id),
          () => new Promise((resolve) => setTimeout(resolve, 50)),
        );
    })();
    await eventually(() => expect(paid.length).toBeGreaterThan(10));
    await stack.api[0]?.kill();
    const before = paid.length;
    await stack.startApi();
    await eventually(() => expect(paid.length).toBeGreaterThan(before + 10));
    paying = false;
    await payments;
    await eventually(async () => {
      const [row] = await stack.query(
        `SELECT count(*)::int AS n FROM payments WHERE status = 'pending' AND stage = 'processing'`,
      );
      expect(row?.['n']).toBe(0);
    }, patience);
    const [first] = await eventually(async () => {
      const seen = await verified('/restarted', secret);
      expect(seen.length).toBeGreaterThan(0);
      return seen;
    }, patience);
    const inOrder = await stack.query(
      `SELECT 'evt_' || e.id AS id FROM events e, events f
        WHERE f.id = $1 AND (e.epoch, e.xid, e.id) >= (f.epoch, f.xid, f.id) ORDER BY e.epoch, e.xid, e.id`,
      [first?.event.id.slice('evt_'.length)],
    );
    const expected = inOrder.map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(2 * paid.length - 5);
    await eventually(async () => {
      expect((await verified('/restarted', secret)).map(({ event }) => event.id)).toEqual(expected);
    }, patience);
    expect(listener.lines.join('\n')).toMatch(/^\{"kind":"lost"/m);
    expect(await listener.interrupt()).toBe(0);
    expect(JSON.parse(listener.lines.at(-1) ?? '')).toMatchObject({
      kind: 'summary',
      acknowledged: expected.length,
      failed: 0,
    });
  });

  it('reports failed requests without retrying them; --since goes back in time, --events filters', async () => {
    const all = await Listener.ready('--forward-to', `${handler.url}/fails`, '--json');
    handler.respond('/fails', answer(500, { body: 'boom' }));
    const payment = await pay();
    await svc.payments.reject(payment);
    const shown = await eventually(() => {
      const events = all.lines
        .filter((line) => line.startsWith('{"kind":"event"'))
        .map((line) => JSON.parse(line) as never);
      expect(events).toHaveLength(3);
      return events;
    }, patience);
    expect(shown).toMatchObject(
      ['payment.pending', 'payment.awaiting_approval', 'payment.failed'].map((type) => ({
        event: { type, data: { id: payment } },
        outcome: { acknowledged: false, status: 500, reason: 'not acknowledged: boom' },
      })),
    );
    expect(handler.requests.filter(({ path }) => path === '/fails')).toHaveLength(3);
    expect(await all.interrupt()).toBe(0);
    const [{ event: since }] = shown as unknown as [{ event: WebhookEvent }];
    const again = await Listener.ready('--since', since.id, '--events', 'payment.failed,refund.failed');
    await eventually(() => expect(again.lines.filter((line) => line.includes('evt_'))).toHaveLength(1), patience);
    expect(again.lines.at(-1)).toMatch(/^\d\d:\d\d:\d\d {2}payment\.failed +evt_\d+$/);
  });

  it.each<[string, readonly string[], () => string, number, RegExp]>([
    ['a live key', [], () => liveKey, 2, /takes a test key, and this is a live one/],
    ['an unknown key', [], () => 'sk_test_unknown', 1, /401 unauthorized/],
    ['unknown event types', ['--events', 'payment.failed,payment.lost'], () => testKey, 1, /unknown_event|type: /],
    ['an unknown position', ['--since', 'evt_1'], () => testKey, 1, /400 invalid_cursor/],
  ])('ends at once for %s, with the reason but without the key', async (_, args, key, code, message) => {
    const listener = new Listener(args, key());
    expect(await listener.exit).toBe(code);
    expect(listener.errors.join('\n')).toMatch(message);
    expect([...listener.lines, ...listener.errors].join('\n')).not.toContain(key());
  });
});

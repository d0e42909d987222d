import {
  answer,
  createClient,
  eventually,
  expectReconciled,
  hang,
  startReceiver,
  startStack,
  type Client,
  type Receiver,
  type Stack,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let receiver: Receiver;
let slow: Receiver;
let stack: Stack;
let client: Client;

beforeAll(async () => {
  [receiver, slow] = await Promise.all([startReceiver(), startReceiver()]);
  stack = await startStack({ env: { WEBHOOK_TIMEOUT: '6s', DELIVERY_LEASE: '20s', DELIVERY_CONCURRENCY: '60' } });
  client = createClient(stack.apiUrl, (await stack.createAccount('enterprise')).testKey);
});

afterAll(async () => {
  await stack.close();
  await Promise.all([receiver.close(), slow.close()]);
});

/** Twice as many as concurrent deliveries, each to two endpoints. */
const EVENTS = 120;
const amount = { value: 1000, currency: 'USD' };

describe('a payment that is edited while it is processed', () => {
  it('settles in time, with the edit in its event', async () => {
    for (let round = 0; round < 4; round++) {
      const created = await client.post('/v1/payments', { amount, metadata: { sandbox: 'delay:300' } });
      const id = String(created.body['id']);
      let edits = 0;
      const end = performance.now() + 900;
      while (performance.now() < end) await client.send('PATCH', `/v1/payments/${id}`, { metadata: { n: edits++ } });
      // If an edit locks the row at the wrong moment, the sweep picks it up at once; waiting for a lease would take 45
      // s.
      await eventually(async () => {
        expect((await client.get(`/v1/payments/${id}`)).body).toMatchObject({ status: 'completed' });
      });
      const versions = await stack.query(
        `SELECT (convert_from(body, 'UTF8')::json -> 'data' ->> 'version')::int AS version FROM events
          WHERE object_id = $1 AND type = 'payment.completed'`,
        [id.slice('pay_'.length)],
      );
      expect(versions).toHaveLength(1);
    }
  }, 60_000);
});

describe('row 17: a slow endpoint that responds before the timeout', () => {
  it('receives each event once at the first attempt, and delays no other endpoint', async () => {
    slow.respond('*', answer(200, { delayMs: 1_200 }));
    const payer = createClient(stack.apiUrl, (await stack.createAccount('enterprise')).testKey);
    await payer.post('/v1/webhooks', { url: `${slow.url}/slow`, events: ['payment.pending'] });
    await payer.post('/v1/webhooks', { url: `${receiver.url}/fast`, events: ['payment.pending'] });
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: EVENTS }, () => payer.post('/v1/payments', { amount, metadata: { sandbox: 'hold' } })),
    );
    await eventually(() => expect(receiver.requests).toHaveLength(EVENTS), { timeoutMs: 20_000 });
    const fastMs = performance.now() - startedAt;
    await eventually(() => expect(slow.requests.length).toBeGreaterThanOrEqual(EVENTS), { timeoutMs: 40_000 });
    const slowMs = performance.now() - startedAt;
    expect(slow.requests).toHaveLength(EVENTS);
    expect(new Set(slow.requests.map((request) => request.headers['svc-delivery-attempt']))).toEqual(new Set(['1']));
    expect(fastMs).toBeLessThan(slowMs);
  }, 90_000);
});

describe('row 5: a worker that gets SIGTERM while an endpoint hangs', () => {
  it('waits for the requests in flight, records their timeouts, and exits with 0', async () => {
    slow.respond('/hangs', hang);
    const payer = createClient(stack.apiUrl, (await stack.createAccount('enterprise')).testKey);
    await payer.post('/v1/webhooks', { url: `${slow.url}/hangs`, events: ['payment.pending'] });
    for (let n = 0; n < 3; n++) await payer.post('/v1/payments', { amount, metadata: { sandbox: 'hold' } });
    const requests = (): number => slow.requests.filter(({ path }) => path === '/hangs').length;
    await eventually(() => expect(requests()).toBeGreaterThan(0));
    const [worker] = stack.workers;
    const startedAt = performance.now();
    await stack.stopWorker(worker);
    expect(performance.now() - startedAt).toBeLessThan(35_000);
    expect(worker?.failure).toBeUndefined();
    const attempts = await stack.query(
      `SELECT a.error FROM delivery_attempts a JOIN deliveries d ON d.environment_id = a.environment_id AND d.id = a.delivery_id
         JOIN webhooks w ON w.environment_id = d.environment_id AND w.id = d.webhook_id
        WHERE w.url = $1 AND d.leased_until IS NULL`,
      [`${slow.url}/hangs`],
    );
    expect(attempts).toEqual(Array.from({ length: requests() }, () => ({ error: 'timeout' })));
    await stack.startWorker();
  }, 60_000);
});

it('afterwards a reconciliation of every account finds no difference', () => expectReconciled(stack));

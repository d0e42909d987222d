import {
  answer,
  createClient,
  eventually,
  hangUp,
  redisContents,
  startReceiver,
  startStack,
  type Stack,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Is part of everything that the client sends here, so that leaks can be searched for. */
const MARK = 'zq7mark';
const CARD = '4242424242424242';
const amount = { value: 1000, currency: 'USD' };
const customer = { email: `${MARK}.ada@example.com`, firstName: `${MARK}first`, lastName: `${MARK}last` };

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ env: { LOG_LEVEL: 'debug', API_PROCESSES: '2', WEBHOOK_RETRY_DELAYS: '100ms,1h,1h' } });
});

afterAll(async () => {
  await stack.close();
});

describe('row 33: grep of all logs and of Redis for keys, secrets, e-mails', () => {
  it('finds no hit after successful and failed requests', async () => {
    const { testKey, liveKey } = await stack.createAccount('enterprise');
    const client = createClient(stack.apiUrl, testKey);
    const receiver = await startReceiver();
    receiver.respond('*', answer(500, { body: `${MARK} in an answer` }));
    receiver.respond(`/${MARK}-hangs-up`, hangUp);
    const secret = `${MARK}-webhook-secret`;
    for (const path of [`/${MARK}-fails?token=${MARK}`, `/${MARK}-hangs-up`]) {
      const url = receiver.url + path;
      const made = await client.post('/v1/webhooks', { url, secret, events: ['payment.pending', 'payment.completed'] });
      expect(made.status).toBe(201);
    }
    const own = await client.post('/v1/webhooks', { url: 'https://nowhere.invalid/', events: ['payment.pending'] });
    const ownSecret = String(own.body['secret']);
    expect(ownSecret).toMatch(/^whsec_/);

    const paid = { amount, customer, description: `${MARK} text`, reference: MARK, metadata: { [MARK]: MARK } };
    const created = await client.post('/v1/payments', paid, { headers: { 'idempotency-key': `${MARK}-1` } });
    expect(created.status).toBe(201);
    await client.get(`/v1/payments?email=${encodeURIComponent(customer.email)}&reference=${MARK}`);

    const wrong = [
      await client.post('/v1/payments', { ...paid, description: `pay with ${CARD}` }),
      await client.post('/v1/payments', { ...paid, [MARK]: MARK, customer: { email: `${MARK} is no address` } }),
      await client.post('/v1/payments', undefined, { raw: `{"customer":"${customer.email}" ${testKey}` }),
      await client.get(`/v1/payments?${MARK}=${customer.email}`),
      await client.get(`/v1/${MARK}/${customer.email}/${CARD}`),
      await createClient(stack.apiUrl, `sk_test_${MARK}`).get('/v1/payments'),
      await client.post('/v1/webhooks', { url: `http://${MARK}:${MARK}@169.254.169.254/`, events: ['*'], secret }),
    ];
    expect(wrong.map(({ status }) => status)).toEqual([422, 422, 400, 400, 404, 401, 422]);

    // Simulates a bug that Postgres reports with the whole row, customer included.
    await stack.query(`ALTER TABLE customers ADD CONSTRAINT broken CHECK (email NOT LIKE '%broken%') NOT VALID`);
    const broken = await client.post('/v1/payments', {
      ...paid,
      customer: { ...customer, email: `${MARK}.broken@x.org` },
    });
    expect(broken.status).toBe(500);
    expect(broken.text).not.toContain('broken');

    await eventually(() => expect(receiver.requests.length).toBeGreaterThanOrEqual(4), { timeoutMs: 20_000 });
    await eventually(async () => {
      const [row] = await stack.query(`SELECT count(*)::int AS n FROM delivery_attempts WHERE error IS NOT NULL`);
      expect(row?.['n']).toBeGreaterThanOrEqual(1);
    });
    // Leaves jobs in the queues: no worker reads them now.
    await stack.stopWorker();
    await client.post('/v1/payments', paid);
    const held = await redisContents(stack);
    expect(held.join('\n')).toContain(':limit:{');
    expect(held.length).toBeGreaterThan(4);

    const logs = stack.logs();
    expect(logs.filter((line) => line.includes('"event":"request"')).length).toBeGreaterThan(10);
    expect(logs.join('\n')).toContain('"event":"request_failed"');
    const never = [
      ...[MARK, CARD, testKey, liveKey, ownSecret, 'example.com', 'nowhere.invalid'],
      ...['MASTER_KEY', 'API_KEY_PEPPER', 'DATABASE_URL'].map((name) => stack.env[name] ?? name),
    ];
    for (const text of never) {
      expect(logs.filter((line) => line.toLowerCase().includes(text.toLowerCase()))).toEqual([]);
      expect(held.filter((line) => line.toLowerCase().includes(text.toLowerCase()))).toEqual([]);
    }
    await receiver.close();
  });
});

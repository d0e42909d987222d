import { problem, rowId, stackWithAccount, type Answer, type Client } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, account } = await stackWithAccount({ api: 2, worker: 0 });
const [first, second] = stack.clients(account.testKey) as [Client, Client];

const amount = { value: 1000, currency: 'USD' };

function pay(client: Client, key: string, body: unknown = { amount }): Promise<Answer> {
  return client.post('/v1/payments', body, { headers: { 'idempotency-key': key } });
}

async function paymentsWithReference(reference: string): Promise<number> {
  const [row] = await stack.query('SELECT count(*)::int AS n FROM payments WHERE reference = $1', [reference]);
  return Number(row?.['n']);
}

describe('an idempotency key', () => {
  it('row 26: 100 concurrent creates at two API processes make one payment and one event', async () => {
    const body = { amount, reference: 'row-26' };
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => pay(n % 2 === 0 ? first : second, 'row-26', body)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await paymentsWithReference('row-26')).toBe(1);
    const [events] = await stack.query(
      `SELECT count(*)::int AS n FROM events e JOIN payments p ON p.id = e.object_id WHERE p.reference = 'row-26'`,
    );
    expect(events).toEqual({ n: 1 });
  });

  it('repeats the stored response with its Location, whatever happened to the payment since', async () => {
    const created = await pay(first, 'replay', { amount, metadata: { sandbox: 'hold' } });
    await first.post(`/v1/payments/${String(created.body['id'])}/cancel`);
    const replayed = await pay(second, 'replay', { metadata: { sandbox: 'hold' }, amount });
    expect([replayed.status, replayed.text]).toEqual([201, created.text]);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(replayed.headers.get('location')).toBe(created.headers.get('location'));
  });

  it('422 idempotency_key_reused with another body, or the same body at another path', async () => {
    const created = await pay(first, 'reused', { amount, metadata: { sandbox: 'hold' } });
    const other = await pay(second, 'reused', { amount: { value: 1001, currency: 'USD' } });
    expect(problem(other)).toEqual([422, 'idempotency_key_reused']);

    const key = { headers: { 'idempotency-key': 'reused-path' } };
    await first.post(`/v1/payments/${String(created.body['id'])}/approve`, undefined, key);
    const elsewhere = await first.post('/v1/payments/pay_1/approve', undefined, key);
    expect(problem(elsewhere)).toEqual([422, 'idempotency_key_reused']);
  });

  it('stores nothing of a failed request: the retry does the work once', async () => {
    const refused = await pay(first, 'failed-first', { amount, reference: 'retry', customer: { id: 'cust_1' } });
    expect(refused.status).toBe(422);
    const done = await pay(second, 'failed-first', { amount, reference: 'retry' });
    const again = await pay(first, 'failed-first', { amount, reference: 'retry' });
    expect([done.status, again.status]).toEqual([201, 201]);
    expect(await paymentsWithReference('retry')).toBe(1);
  });

  it('is separate for each account and mode', async () => {
    const stranger = await stack.createAccount('pro');
    const ids = new Set<unknown>();
    for (const key of [account.testKey, account.liveKey, stranger.testKey]) {
      const answer = await pay(stack.client(key), 'shared-word');
      expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([201, null]);
      ids.add(answer.body['id']);
    }
    expect(ids.size).toBe(3);
  });

  it('409 idempotency_in_progress with Retry-After when the first request takes over two seconds', async () => {
    // Another transaction locks the key, as a hung process would.
    const [environment] = await stack.query(
      `SELECT e.id FROM environments e WHERE e.account_id = $1 AND e.mode = 'test'`,
      [rowId(account.accountId)],
    );
    const other = await stack.connect();
    await other.query('BEGIN');
    await other.query(
      `INSERT INTO idempotency_keys (environment_id, key, fingerprint, state, created_at)
       VALUES ($1, 'held', '\\x00', 'running', now())`,
      [environment?.['id']],
    );
    const startedAt = performance.now();
    const answer = await pay(first, 'held');
    expect(problem(answer)).toEqual([409, 'idempotency_in_progress']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(performance.now() - startedAt).toBeGreaterThan(1_900);
    await other.query('ROLLBACK');
    await other.end();
    expect((await pay(second, 'held')).status).toBe(201);
  });

  it.each(['', 'x'.repeat(256), 'zwei Wörter'])('400 invalid_header for the key %j', async (key) => {
    const encoded = Buffer.from(key, 'utf8').toString('latin1');
    const answer = await pay(first, encoded);
    expect(problem(answer)).toEqual([400, 'invalid_header']);
    expect(answer.body['errors']).toEqual([expect.objectContaining({ parameter: 'Idempotency-Key' })]);
  });

  it('201 with ?wait: a repeated request returns the creation, or waits again', async () => {
    const path = '/v1/payments?wait=1';
    const key = { headers: { 'idempotency-key': 'waiting' } };
    const created = await first.post(path, { amount }, key);
    const repeated = await second.post('/v1/payments', { amount }, key);
    expect(created.body['status']).toBe('pending');
    expect(repeated.body['id']).toBe(created.body['id']);
  });
});

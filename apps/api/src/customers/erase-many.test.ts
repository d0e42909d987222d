import { databaseContents, eventually, rowId, stackWithAccount } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const MARK = 'zq9many';
const email = `${MARK}@example.com`;
const COPIES = 450;

const { stack, client } = await stackWithAccount({ env: { SWEEP_INTERVAL: '200ms' } });

/** Creates a customer with more payments than one batch erases. Returns both ids as in the database. */
async function customerWithMany(): Promise<{ id: string; payment: string }> {
  const body = { amount: { value: 1, currency: 'USD' }, customer: { email }, metadata: { sandbox: 'hold' } };
  const answer = await client.post('/v1/payments', body);
  const payment = rowId(answer.body['id']);
  await stack.query(
    `INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, customer_id, customer_email, metadata,
       processor, updated_at)
     SELECT environment_id, id + n, status, stage, amount_value, currency, customer_id, customer_email, metadata,
            processor, updated_at FROM payments, generate_series(1, ${COPIES}) n WHERE id = $1`,
    [payment],
  );
  await stack.query(
    `INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
     SELECT environment_id, id + n * 1000, type, object_id + n, body, epoch, xid
       FROM events, generate_series(1, ${COPIES}) n WHERE object_id = $1`,
    [payment],
  );
  return { id: String((answer.body['customer'] as { id: string }).id).slice('cust_'.length), payment };
}

const leftovers = async (): Promise<number> =>
  (await databaseContents(stack)).filter((row) => row.toLowerCase().includes(MARK)).length;

describe('the erasure of a customer with many payments', () => {
  it('is finished by a worker when the API dies during it', async () => {
    const { id, payment } = await customerWithMany();
    expect(await leftovers()).toBeGreaterThan(2 * COPIES);
    const other = await stack.connect();
    await other.query('BEGIN');
    const last = String(BigInt(payment) + BigInt(COPIES));
    await other.query('SELECT 1 FROM payments WHERE id = $1 FOR UPDATE', [last]);
    const asked = client.send('DELETE', `/v1/customers/cust_${id}`).catch(() => 'cut off');
    await eventually(async () => {
      const [erasure] = await stack.query('SELECT stage, position FROM customer_erasures');
      expect([erasure?.['stage'], Number(erasure?.['position']) > 0]).toEqual(['payments', true]);
    });
    await stack.api[0]?.kill();
    expect(await asked).toBe('cut off');
    await other.query('COMMIT');
    await other.end();
    expect(await leftovers()).toBeGreaterThan(0);
    // After 30 s without progress another process takes over; skip that wait.
    await stack.query('UPDATE customer_erasures SET due_at = now()');
    await eventually(async () => {
      expect(await stack.query('SELECT 1 FROM customer_erasures')).toEqual([]);
    });
    expect(await leftovers()).toBe(0);
    const [row] = await stack.query('SELECT count(*)::int AS n FROM payments WHERE customer_id = $1', [id]);
    expect(row?.['n']).toBe(COPIES + 1);
  });
});

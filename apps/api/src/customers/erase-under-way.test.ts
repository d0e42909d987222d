import { databaseContents, eventually, stackWithAccount } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, client } = await stackWithAccount({ worker: 0 });

describe('the erasure of a customer with an uncommitted payment', () => {
  it.each(['address', 'id'])('waits for the commit and then erases the payment too: by %s', async (by) => {
    const mark = `zq9half${by}`;
    const customer = await client.post('/v1/customers', { email: `${mark}@example.com` });
    const id = String(customer.body['id']);
    const other = await stack.connect();
    await other.query('BEGIN');
    await other.query('LOCK TABLE payments IN SHARE ROW EXCLUSIVE MODE');
    const payer = by === 'id' ? { id } : { email: `${mark}@example.com` };
    const paid = client.post('/v1/payments', { amount: { value: 1, currency: 'USD' }, customer: payer });
    await eventually(async () => expect(await stack.waitingForLock()).toBe(1));
    const erased = client.send('DELETE', `/v1/customers/${id}`);
    await eventually(async () => expect(await stack.waitingForLock()).toBe(2));
    // The erasure waits for the payment before it changes anything.
    expect((await client.get(`/v1/customers/${id}`)).status).toBe(200);
    await other.query('COMMIT');
    await other.end();
    expect([(await paid).status, (await erased).status]).toEqual([201, 204]);
    expect((await databaseContents(stack)).filter((row) => row.toLowerCase().includes(mark))).toEqual([]);
    const read = await client.get(`/v1/payments/${String((await paid).body['id'])}`);
    expect(read.body['customer']).toMatchObject({ id, email: 'erased@invalid' });
  });
});

import { createClient, startStack, startStripeDouble, type Client, type Stack, type StripeDouble } from '@svc/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let stripe: StripeDouble;
let stack: Stack;
let client: Client;

beforeAll(async () => {
  stripe = await startStripeDouble();
  stack = await startStack({ worker: 0, env: { STRIPE_API_URL: stripe.url } });
});

afterAll(async () => {
  await stack?.close();
  await stripe?.close();
});

beforeEach(async () => {
  stripe.keyState = 'valid';
  stripe.events.endpoints.clear();
  client = createClient(stack.apiUrl, (await stack.createAccount('enterprise')).testKey);
});

const request = () => ({ kind: 'stripe', name: 'Stripe', credentials: { secretKey: stripe.secretKey } });

async function connect(): Promise<{ id: string; key: string }> {
  const { status, body } = await client.post('/v1/processors', request());
  expect(status).toBe(201);
  const id = String(body['id']);
  return { id, key: id.slice('proc_'.length) };
}

describe('createProcessor', () => {
  it('leaves one webhook endpoint at Stripe, even if it was not stored the first time', async () => {
    await stack.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
    await stack.query(`CREATE TRIGGER refuse BEFORE INSERT ON processors EXECUTE FUNCTION refuse()`);
    const headers = { 'idempotency-key': 'connect-stripe' };
    const failed = await client.post('/v1/processors', request(), { headers });
    expect([failed.status, stripe.events.endpoints.size]).toEqual([500, 1]);
    await stack.query('DROP FUNCTION refuse CASCADE');
    const stored = await client.post('/v1/processors', request(), { headers });
    expect(stored.status).toBe(201);
    expect([...stripe.events.endpoints.values()].map(({ url }) => url)).toEqual([stored.body['callbackUrl']]);
  });
});

describe('verifyProcessor', () => {
  it('learns the account of a connection that was made while Stripe was away', async () => {
    stripe.faults.plan('other', 'error_before', 'error_before');
    const { id } = await connect();
    expect((await client.get(`/v1/processors/${id}`)).body).toMatchObject({
      status: 'unverified',
      externalAccountId: null,
    });
    const externalAccountId = stripe.accountId;
    const verified = await client.post(`/v1/processors/${id}/verify`);
    expect(verified.body).toMatchObject({ status: 'ok', externalAccountId });
    expect((await client.get(`/v1/processors/${id}`)).body).toMatchObject({ status: 'ok', externalAccountId });
  });
});

describe('updateProcessor', () => {
  it('422 for a restricted key of another account, which cannot read what the connection has sent', async () => {
    const { id, key } = await connect();
    stripe.keyState = 'restricted';
    const rotate = () => client.send('PATCH', `/v1/processors/${id}`, { credentials: { secretKey: stripe.secretKey } });
    expect((await rotate()).status).toBe(200);
    await client.post('/v1/payments', { amount: { value: 100, currency: 'EUR' } });
    const { id: reference } = stripe.intents.create({ amount: '100', currency: 'eur' });
    const store = (sent: string) =>
      stack.query('UPDATE payments SET processor_reference = $1 WHERE processor = $2', [sent, `stripe:${key}`]);
    await store('pi_of_another_account');
    const refused = await rotate();
    expect([refused.status, refused.body['code']]).toEqual([422, 'another_account']);
    await store(reference);
    expect((await rotate()).status).toBe(200);
  });
});

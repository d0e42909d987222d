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

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const request = () => ({ kind: 'stripe', name: 'Stripe', credentials: { secretKey: stripe.secretKey } });

async function connect(): Promise<{ id: string; key: string }> {
  const { status, body } = await client.post('/v1/processors', request());
  expect(status).toBe(201);
  const id = String(body['id']);
  return { id, key: id.slice('proc_'.length) };
}

const amount = { value: 100, currency: 'EUR' };

async function addCard(): Promise<string> {
  const { body } = await client.post('/v1/customers', { email: 'ada@example.com' });
  const card = { type: 'card', processorToken: 'pm_card_visa' };
  return String((await client.post(`/v1/customers/${String(body['id'])}/payment-methods`, card)).body['id']);
}

describe('createPayment', () => {
  const sent = async (fields: Record<string, unknown> = {}): Promise<unknown> => {
    const { status, body } = await client.post('/v1/payments', { amount, ...fields });
    if (status === 201) return (body['processor'] as { id: string }).id;
    return [
      status,
      (body['errors'] as { pointer: string; code: string }[]).map(({ pointer, code }) => [pointer, code]),
    ];
  };

  it('422 without a payment method, if only Stripe takes the payment', async () => {
    const { id: processorId } = await connect();
    const refusal = [422, [['/paymentMethodId', 'required']]];
    expect(await sent()).toEqual(refusal);
    expect(await sent({ processorId })).toEqual(refusal);
    expect(await sent({ customer: { email: 'new@example.com' } })).toEqual(refusal);
    expect(await sent({ processorId: 'sandbox' })).toBe('sandbox');
    expect(await stack.query(`SELECT 1 FROM customers WHERE email = 'new@example.com'`)).toEqual([]);
  });

  it('201 with one, named or the default of the customer', async () => {
    const { id } = await connect();
    const paymentMethodId = await addCard();
    expect(await sent({ paymentMethodId })).toBe(id);
    const { body } = await client.get('/v1/customers?email=ada@example.com');
    const [{ id: customer } = { id: '' }] = body['data'] as { id: string }[];
    const preferences = { defaultPaymentMethodId: paymentMethodId };
    expect((await client.send('PATCH', `/v1/customers/${customer}`, { preferences })).status).toBe(200);
    expect(await sent({ customer: { id: customer } })).toBe(id);
  });

  it('201 at a gateway that asks the customer itself, even if Stripe comes first', async () => {
    await connect();
    const gateway = { url: 'https://127.0.0.1:1/svc', apiKey: 'key_of_gateway', callbackSecret: SECRET };
    const { body } = await client.post('/v1/processors', {
      kind: 'http',
      name: 'G',
      priority: 500,
      credentials: gateway,
    });
    expect(await sent()).toBe(body['id']);
  });
});

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
  it('learns the account of a connection that was made while Stripe was away, and makes its endpoint once', async () => {
    stripe.faults.plan('other', 'error_before', 'error_before');
    const { id } = await connect();
    expect((await client.get(`/v1/processors/${id}`)).body).toMatchObject({
      status: 'unverified',
      externalAccountId: null,
    });
    const externalAccountId = stripe.accountId;
    const endpoints = () => [...stripe.events.endpoints.values()].map(({ url }) => url);
    expect(endpoints()).toEqual([]);
    for (let n = 0; n < 2; n += 1) {
      const verified = await client.post(`/v1/processors/${id}/verify`);
      expect(verified.body).toMatchObject({ status: 'ok', lastError: null, externalAccountId });
      expect(endpoints()).toEqual([(await client.get(`/v1/processors/${id}`)).body['callbackUrl']]);
    }
    expect((await client.get(`/v1/processors/${id}`)).body).toMatchObject({ status: 'ok', externalAccountId });
  });
});

describe('updateProcessor', () => {
  it('422 for a restricted key of another account, which cannot read what the connection has sent', async () => {
    const { id, key } = await connect();
    stripe.keyState = 'restricted';
    const rotate = () => client.send('PATCH', `/v1/processors/${id}`, { credentials: { secretKey: stripe.secretKey } });
    expect((await rotate()).status).toBe(200);
    const paid = await client.post('/v1/payments', { amount, paymentMethodId: await addCard() });
    expect(paid.body).toMatchObject({ processor: { id, kind: 'stripe' } });
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

import { eventually, forThisFile, rowId, startStack, type Account, type Answer, type Client } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';

const MINUTE_MS = 60_000;

const stack = await forThisFile(startStack());
let account: Account;
let client: Client;

beforeEach(async () => {
  account = await stack.createAccount('enterprise');
  client = stack.client(account.testKey);
});

type Json = Record<string, unknown>;

const amount = { value: 2500, currency: 'EUR' };
const urls = { successUrl: 'https://shop.example.com/paid?a=1#top', cancelUrl: 'https://shop.example.com/cart' };
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const later = (ms: number): string => new Date(Date.now() + ms).toISOString();

function create(fields: Json = {}, from = client): Promise<Answer> {
  return from.post('/v1/checkout-sessions', { amount, ...urls, ...fields });
}

async function created(fields: Json = {}): Promise<Json> {
  const { status, body } = await create(fields);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function session(id: unknown): Promise<Json> {
  return (await client.get(`/v1/checkout-sessions/${String(id)}`)).body;
}

describe('createCheckoutSession', () => {
  it('201: an open session with a page that only its URL opens', async () => {
    const metadata = { orderId: '1042', nested: [1, null] };
    const lineItems = [{ name: 'Tea', quantity: 2, unitAmount: { value: 1250, currency: 'EUR' } }];
    const answer = await create({ description: 'Order 1042', reference: '1042', locale: 'de', metadata, lineItems });
    expect(answer.status).toBe(201);
    const { id, url, expiresAt, createdAt } = answer.body as Record<string, string>;
    expect(answer.headers.get('location')).toBe(`/v1/checkout-sessions/${id}`);
    expect(url).toMatch(new RegExp(`^${stack.apiUrl}/pay/00/\\d+-${String(id).slice(3)}-[\\w-]{22}$`));
    expect(Date.parse(String(expiresAt)) - Date.parse(String(createdAt))).toBeGreaterThan(59 * MINUTE_MS);
    expect(answer.body).toMatchObject({
      ...{ mode: 'payment', livemode: false, status: 'open', paymentStatus: 'unpaid', amount, ...urls, lineItems },
      ...{ customerId: null, processorId: null, paymentId: null, metadata, version: 1, captureMethod: 'automatic' },
    });
    expect(await session(id)).toEqual(answer.body);
  });

  it('finds or creates the customer, as a payment does', async () => {
    const { customerId } = await created({ customer: { email: 'Ada@example.com', firstName: 'Ada' } });
    const again = await created({ customer: { email: 'ada@example.com' } });
    expect(again['customerId']).toBe(customerId);
    expect((await created({ customer: { id: customerId } }))['customerId']).toBe(customerId);
    expect(await stack.eventsOf(customerId)).toMatchObject([{ type: 'customer.created', data: { firstName: 'Ada' } }]);
  });

  it.each<[string, Json, string, string]>([
    ['an address of another scheme', { successUrl: 'javascript:alert(1)' }, '/successUrl', 'invalid_format'],
    ['an address with a password', { cancelUrl: 'https://a:b@shop.example.com/' }, '/cancelUrl', 'forbidden_url'],
    ['an expiry too soon', { expiresAt: later(29 * MINUTE_MS) }, '/expiresAt', 'out_of_range'],
    ['an expiry too late', { expiresAt: later(24 * 60 * MINUTE_MS) }, '/expiresAt', 'out_of_range'],
    ['positions that do not add up', { lineItems: [line(1, 2499)] }, '/lineItems', 'not_accepted'],
    [
      'a position in another currency',
      { lineItems: [line(1, 2500, 'USD')] },
      '/lineItems/0/unitAmount/currency',
      'not_accepted',
    ],
    ['an unknown customer', { customer: { id: 'cust_1' } }, '/customer/id', 'not_found'],
    ['an unknown connection', { processorId: 'proc_1' }, '/processorId', 'not_found'],
  ])('422 for %s', async (_, fields, pointer, code) => {
    const answer = await create(fields);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'validation_failed', errors: [{ pointer, code }] });
    expect((await client.get('/v1/checkout-sessions')).body['data']).toEqual([]);
  });

  it('201 with a card to save for the customer', async () => {
    const saved = await created({ customer: { email: 'save@example.com' }, savePaymentMethod: true });
    expect(saved).toMatchObject({ savePaymentMethod: true, paymentMethodId: null });
    expect(await created()).toMatchObject({ savePaymentMethod: false, paymentMethodId: null });
  });

  it('422 for a card to save without a customer, or at a gateway, which cannot', async () => {
    const refused = async (fields: Json): Promise<unknown> => (await create(fields)).body['errors'];
    expect(await refused({ savePaymentMethod: true })).toMatchObject([{ pointer: '/customer', code: 'required' }]);
    const gateway = { url: 'https://127.0.0.1:1/svc', apiKey: 'key_of_gateway', callbackSecret: SECRET };
    const { body } = await client.post('/v1/processors', { kind: 'http', name: 'G', credentials: gateway });
    const saved = { customer: { email: 'save@example.com' }, savePaymentMethod: true };
    const refusal = [{ pointer: '/savePaymentMethod', code: 'not_accepted' }];
    expect(await refused(saved)).toMatchObject(refusal);
    expect(await refused({ ...saved, processorId: body['id'] })).toMatchObject(refusal);
    expect((await create({ ...saved, processorId: 'sandbox' })).status).toBe(201);
    expect((await create({ processorId: body['id'] })).status).toBe(201);
  });

  it('422 in live mode without a connection for the currency, and for addresses without TLS', async () => {
    const live = stack.client(account.liveKey);
    expect((await create({}, live)).body).toMatchObject({ errors: [{ pointer: '/amount', code: 'not_accepted' }] });
    const gateway = { url: 'https://127.0.0.1:1/svc', apiKey: 'key_of_gateway', callbackSecret: SECRET };
    const usd = { kind: 'http', name: 'G', currencies: ['USD'], credentials: gateway };
    expect((await live.post('/v1/processors', usd)).status).toBe(201);
    const refusedCurrency = { errors: [{ pointer: '/amount/currency', code: 'not_accepted' }] };
    expect((await create({}, live)).body).toMatchObject(refusedCurrency);
    const plain = await create({ successUrl: 'http://shop.example.com/' }, live);
    expect(plain.body).toMatchObject({ errors: [{ pointer: '/successUrl', code: 'forbidden_url' }] });
    expect((await create({ successUrl: 'http://127.0.0.1:8000/paid' })).status).toBe(201);
  });

  it('is repeated under its idempotency key', async () => {
    const headers = { headers: { 'idempotency-key': 'one' } };
    const body = { amount, ...urls };
    const first = await client.post('/v1/checkout-sessions', body, headers);
    const second = await client.post('/v1/checkout-sessions', body, headers);
    expect(second.body).toEqual(first.body);
    expect((await client.get('/v1/checkout-sessions')).body['data']).toHaveLength(1);
  });
});

describe('listCheckoutSessions, getCheckoutSession', () => {
  it('filter by status and customer, and show nothing of other accounts and modes', async () => {
    const { id, customerId } = await created({ customer: { email: 'ada@example.com' } });
    const other = await created();
    await client.post(`/v1/checkout-sessions/${String(other['id'])}/expire`);
    const ids = async (query: string, from = client): Promise<unknown> =>
      ((await from.get(`/v1/checkout-sessions?${query}`)).body['data'] as Json[]).map((each) => each['id']);
    expect(await ids('')).toEqual([other['id'], id]);
    expect(await ids('status=open')).toEqual([id]);
    expect(await ids('status=expired')).toEqual([other['id']]);
    expect(await ids(`customerId=${String(customerId)}`)).toEqual([id]);
    for (const key of [account.liveKey, (await stack.createAccount('free')).testKey]) {
      const stranger = stack.client(key);
      expect(await ids('', stranger)).toEqual([]);
      expect((await stranger.get(`/v1/checkout-sessions/${String(id)}`)).status).toBe(404);
      expect((await stranger.post(`/v1/checkout-sessions/${String(id)}/expire`)).status).toBe(404);
    }
  });
});

describe('expireCheckoutSession', () => {
  it('200: ends an open session at once, with one event, however often it is called', async () => {
    const { id } = await created();
    const path = `/v1/checkout-sessions/${String(id)}/expire`;
    const answer = await client.post(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'expired', paymentStatus: 'unpaid', url: null, version: 2 });
    expect((await client.post(path)).body).toEqual(answer.body);
    expect(await stack.eventsOf(id)).toMatchObject([{ type: 'checkout.expired', data: answer.body }]);
  });

  it('200: ends an unpaid session whose time is up, before the workers do, without moving its expiry', async () => {
    const { id } = await created();
    const [row] = await stack.query(
      `UPDATE checkout_sessions SET expires_at = date_trunc('second', now() - interval '1 minute')
        WHERE id = ${rowId(id)} RETURNING expires_at`,
    );
    const answer = await client.post(`/v1/checkout-sessions/${String(id)}/expire`);
    const expiresAt = new Date(String(row?.['expires_at'])).toISOString();
    expect(answer.body).toMatchObject({ status: 'expired', url: null, expiresAt });
    expect(await stack.eventsOf(id)).toMatchObject([{ type: 'checkout.expired', data: answer.body }]);
  });

  it('412 for another version', async () => {
    const { id } = await created();
    const path = `/v1/checkout-sessions/${String(id)}/expire`;
    expect((await client.post(path, undefined, { headers: { 'if-match': '"7"' } })).status).toBe(412);
    expect(await session(id)).toMatchObject({ status: 'open' });
  });
});

describe('the payer of a session', () => {
  const customer = { email: 'Ada@example.com', firstName: 'Ada', lastName: 'Lovelace' };
  const stored = ({ id }: Json): Promise<unknown> =>
    stack.query(`SELECT payer FROM checkout_sessions WHERE id = ${rowId(id)}`);
  const paid = async ({ id, url }: Json): Promise<unknown> => {
    const body = new URLSearchParams({ outcome: 'complete' });
    await fetch(String(url), { method: 'POST', body, redirect: 'manual' });
    expect(await session(id)).toMatchObject({ status: 'completed' });
    return ((await client.get('/v1/payments')).body['data'] as Json[])[0];
  };

  it('is on the payment as the request names them, also if the customer exists; the session then forgets it', async () => {
    const existing = await client.post('/v1/customers', { email: 'ada@example.com' });
    const open = await created({ customer });
    expect(await stored(open)).toEqual([{ payer: customer }]);
    expect(await paid(open)).toMatchObject({ customer: { ...customer, id: existing.body['id'] } });
    expect(await stored(open)).toEqual([{ payer: null }]);
  });

  it('is the customer of today if the request gives only an id', async () => {
    const { id } = (await client.post('/v1/customers', { ...customer, firstName: 'Augusta' })).body;
    const open = await created({ customer: { id } });
    await client.send('PATCH', `/v1/customers/${String(id)}`, { firstName: 'Ada' });
    expect(await paid(open)).toMatchObject({ customer });
  });

  it('is forgotten when the session ends without a payment', async () => {
    const open = await created({ customer });
    await client.post(`/v1/checkout-sessions/${String(open['id'])}/expire`);
    expect(await stored(open)).toEqual([{ payer: null }]);
  });
});

describe('an unpaid session', () => {
  it('expires at its time by the test clock', async () => {
    const { id } = await created();
    await client.post('/v1/test/clock/advance', { by: 'PT2H' });
    await eventually(async () => expect(await session(id)).toMatchObject({ status: 'expired', url: null }), {
      timeoutMs: 20_000,
    });
    expect(await stack.eventsOf(id)).toMatchObject([{ type: 'checkout.expired' }]);
  });

  it('expires with the erasure of its customer', async () => {
    const { id, customerId } = await created({ customer: { email: 'ada@example.com' } });
    expect((await client.send('DELETE', `/v1/customers/${String(customerId)}`)).status).toBe(204);
    expect(await session(id)).toMatchObject({ status: 'expired' });
  });
});

function line(quantity: number, value: number, currency = 'EUR'): Json {
  return { name: 'Tea', quantity, unitAmount: { value, currency } };
}

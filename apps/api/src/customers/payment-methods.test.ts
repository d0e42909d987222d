import { idsOf, problem, stackWithAccount } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const TOKEN = 'tok_zq7_secret_of_the_processor';
const card = { type: 'card', processorToken: TOKEN, brand: 'visa', last4: '4242', expiryMonth: 8, expiryYear: 2029 };

const { stack, client } = await stackWithAccount({ worker: 0 });
let next = 0;
const customer = await newCustomer();

async function newCustomer(): Promise<string> {
  const { body } = await client.post('/v1/customers', { email: `method-${++next}@example.com` });
  return String(body['id']);
}

async function add(owner = customer, fields: Record<string, unknown> = card): Promise<string> {
  const answer = await client.post(`/v1/customers/${owner}/payment-methods`, fields);
  expect(answer.status).toBe(201);
  return String(answer.body['id']);
}

async function listed(owner = customer): Promise<string[]> {
  return idsOf(await client.get(`/v1/customers/${owner}/payment-methods`));
}

const defaultOf = async (owner: string): Promise<unknown> =>
  ((await client.get(`/v1/customers/${owner}`)).body['preferences'] as Record<string, unknown>)[
    'defaultPaymentMethodId'
  ];
const setDefault = (owner: string, defaultPaymentMethodId: string) =>
  client.send('PATCH', `/v1/customers/${owner}`, { preferences: { defaultPaymentMethodId } });

describe('createPaymentMethod', () => {
  it('201 with everything except the token, and a Location', async () => {
    const answer = await client.post(`/v1/customers/${customer}/payment-methods`, card);
    const { processorToken: _, ...shown } = card;
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ ...shown, customerId: customer, mode: 'test' });
    expect(answer.text).not.toContain(TOKEN);
    const path = `/v1/customers/${customer}/payment-methods/${String(answer.body['id'])}`;
    expect(answer.headers.get('location')).toBe(path);
  });

  it('stores the token neither in the database nor in the response kept for idempotency', async () => {
    const options = { headers: { 'idempotency-key': 'method-once' } };
    const path = `/v1/customers/${customer}/payment-methods`;
    const first = await client.post(path, card, options);
    const again = await client.post(path, card, options);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    const rows = await stack.query(
      'SELECT m::text AS text, encode(token_ciphertext, $1) AS raw FROM payment_methods m',
      ['escape'],
    );
    const kept = await stack.query('SELECT body AS text FROM idempotency_keys');
    expect(JSON.stringify([rows, kept])).not.toContain(TOKEN);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(TOKEN).toString('hex'));
  });

  it.each([
    [{ ...card, type: 'cash' }, '/type invalid_format'],
    [{ type: 'card' }, '/processorToken required'],
    [{ ...card, last4: '42424' }, '/last4 too_long'],
    [{ ...card, expiryMonth: 13 }, '/expiryMonth out_of_range'],
    [{ type: 'card', processorToken: 'tok', expiryMonth: 1 }, '/expiryYear required'],
    [{ ...card, number: '1' }, '/number unknown_field'],
  ])('422 for %j', async (body, error) => {
    const answer = await client.post(`/v1/customers/${customer}/payment-methods`, body);
    const errors = answer.body['errors'] as { pointer: string; code: string }[];
    expect([answer.status, ...errors.map(({ pointer, code }) => `${pointer} ${code}`)]).toContain(error);
  });

  it('422 card_number_refused', async () => {
    const body = { ...card, processorToken: '4242424242424242' };
    const answer = await client.post(`/v1/customers/${customer}/payment-methods`, body);
    expect(problem(answer)).toEqual([422, 'card_number_refused']);
  });

  it('404 for an unknown or deleted customer', async () => {
    const gone = await newCustomer();
    await client.send('DELETE', `/v1/customers/${gone}`);
    for (const id of ['cust_1', gone]) {
      expect((await client.post(`/v1/customers/${id}/payment-methods`, card)).status).toBe(404);
      expect((await client.get(`/v1/customers/${id}/payment-methods`)).status).toBe(404);
    }
  });
});

describe('listPaymentMethods', () => {
  it('200 newest first, page by page, only those of the customer', async () => {
    const owner = await newCustomer();
    const made = [await add(owner), await add(owner), await add(owner)].reverse();
    await add(await newCustomer());
    expect(await listed(owner)).toEqual(made);
    const path = `/v1/customers/${owner}/payment-methods?limit=2`;
    const first = await client.get(path);
    expect(first.headers.get('link')).toContain('rel="next"');
    const second = await client.get(`${path}&cursor=${String(first.body['nextCursor'])}`);
    expect(second.body).toMatchObject({ data: [{ id: made[2] }], hasMore: false });
  });
});

describe('deletePaymentMethod', () => {
  it('204 deletes it with its data; then 404', async () => {
    const id = await add();
    const path = `/v1/customers/${customer}/payment-methods/${id}`;
    expect((await client.send('DELETE', path)).status).toBe(204);
    expect(await listed()).not.toContain(id);
    expect((await client.send('DELETE', path)).status).toBe(404);
    const [row] = await stack.query('SELECT * FROM payment_methods WHERE id = $1', [id.slice(3)]);
    expect(row).toMatchObject({ token_ciphertext: null, token_data_key: null, brand: null, last4: null });
  });

  it('204 for the default method: the customer then has no default, and a new version', async () => {
    const owner = await newCustomer();
    const [other, id] = [await add(owner), await add(owner)];
    expect((await setDefault(owner, id)).status).toBe(200);
    await client.send('DELETE', `/v1/customers/${owner}/payment-methods/${other}`);
    expect(await defaultOf(owner)).toBe(id);
    await client.send('DELETE', `/v1/customers/${owner}/payment-methods/${id}`);
    expect(await defaultOf(owner)).toBeNull();
    expect((await client.get(`/v1/customers/${owner}`)).headers.get('etag')).toBe('"3"');
    expect((await setDefault(owner, id)).status).toBe(422);
  });

  it('404 under another customer, whose method cannot become the default either', async () => {
    const [owner, other] = [await newCustomer(), await newCustomer()];
    const id = await add(owner);
    expect((await client.send('DELETE', `/v1/customers/${other}/payment-methods/${id}`)).status).toBe(404);
    expect((await setDefault(other, id)).status).toBe(422);
    expect(await listed(owner)).toEqual([id]);
  });
});

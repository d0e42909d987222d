import { errors, eventually, forThisFile, problem, stackWithAccount, startReceiver, type Answer } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const receiver = await forThisFile(startReceiver());
const { client } = await stackWithAccount();
let next = 0;

const email = (): string => `customer-${++next}@example.com`;
const full = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  phone: '+44 20 7946 0958',
  address: { line1: '12 St James Square', city: 'London', postalCode: 'SW1Y 4JH', country: 'GB' },
  preferences: { locale: 'en-GB', currency: 'GBP', emailReceipts: false },
  metadata: { crm: ['A', 1], '2': null },
};

async function create(fields: Record<string, unknown> = {}): Promise<{ id: string; [name: string]: unknown }> {
  const answer = await client.post('/v1/customers', { email: email(), ...fields });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return { ...answer.body, id: String(answer.body['id']) };
}

const refusal = (answer: Answer): unknown[] => [...problem(answer), ...errors(answer)];

describe('createCustomer', () => {
  it('201 with the whole record, its Location and ETag, as it is read afterwards', async () => {
    const address = email();
    const answer = await client.post('/v1/customers', { email: address, ...full });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      email: address,
      ...full,
      address: { ...full.address, line2: null, region: null },
      preferences: { ...full.preferences, defaultPaymentMethodId: null },
      mode: 'test',
      version: 1,
    });
    const path = `/v1/customers/${String(answer.body['id'])}`;
    expect([answer.headers.get('location'), answer.headers.get('etag')]).toEqual([path, '"1"']);
    const read = await client.get(path);
    expect([read.status, read.text, read.headers.get('etag')]).toEqual([200, answer.text, '"1"']);
  });

  it('201 with an e-mail address alone; the rest is null', async () => {
    expect(await create()).toMatchObject({ firstName: null, phone: null, address: null, metadata: {} });
    expect(await create({ address: {} })).toMatchObject({ address: null });
  });

  it('201 with one customer.created that contains the record byte for byte', async () => {
    const url = `${receiver.url}/created`;
    await client.post('/v1/webhooks', { url, events: ['customer.created'] });
    const customer = await create(full);
    await eventually(() => {
      const told = receiver.requests.map(({ parsed }) => parsed as { data: { id: string } });
      expect(told.filter(({ data }) => data.id === customer.id)).toMatchObject([{ data: customer }]);
    });
  });

  it('201 again with the same idempotency key, and one customer', async () => {
    const body = { email: email() };
    const options = { headers: { 'idempotency-key': 'create-once' } };
    const [first, again] = [
      await client.post('/v1/customers', body, options),
      await client.post('/v1/customers', body, options),
    ];
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it.each([
    ['another case', 'Dup.One@example.com', 'dup.one@EXAMPLE.com'],
    ['another form of the same letters', 'zo\u00eb@example.com', 'ZOE\u0308@example.com'],
  ])('409 duplicate_email for %s, with the id of the existing customer', async (_, one, other) => {
    const first = await create({ email: one });
    const answer = await client.post('/v1/customers', { email: other });
    expect(refusal(answer)).toEqual([409, 'duplicate_email']);
    expect(answer.body['existingId']).toBe(first.id);
  });

  it('409 for a customer that was created by a payment', async () => {
    const body = { amount: { value: 1, currency: 'USD' }, customer: { email: 'Payer@example.com' } };
    const payment = await client.post('/v1/payments', body);
    const answer = await client.post('/v1/customers', { email: 'payer@example.com' });
    expect(refusal(answer)).toEqual([409, 'duplicate_email']);
    expect(answer.body['existingId']).toBe((payment.body['customer'] as { id: string }).id);
  });

  it.each([
    [{ email: 'ada' }, '/email invalid_format'],
    [{ email: undefined }, '/email required'],
    [{ address: { country: 'UK' } }, '/address/country invalid_format'],
    [{ address: { street: 'x' } }, '/address/street unknown_field'],
    [{ preferences: { locale: 'en_GB' } }, '/preferences/locale invalid_format'],
    [{ preferences: { currency: 'XXX' } }, '/preferences/currency unknown_currency'],
    [{ preferences: { defaultPaymentMethodId: 'pm_1' } }, '/preferences/defaultPaymentMethodId unknown_field'],
    [{ metadata: { a: 'x'.repeat(16_384) } }, '/metadata too_long'],
    [{ phone: '1'.repeat(51) }, '/phone too_long'],
    [{ version: 2 }, '/version unknown_field'],
  ])('422 for %j', async (fields, error) => {
    expect(refusal(await client.post('/v1/customers', { email: email(), ...fields }))).toEqual([
      422,
      'validation_failed',
      error,
    ]);
  });

  it('422 card_number_refused', async () => {
    const answer = await client.post('/v1/customers', { email: email(), phone: '4242 4242 4242 4242' });
    expect(refusal(answer)).toEqual([422, 'card_number_refused', '/phone invalid_text']);
  });
});

describe('listCustomers', () => {
  const today = (): string => `createdFrom=${new Date(Date.now() - 3_600_000).toISOString()}`;

  it('200 newest first, page by page, each once, with a Link', async () => {
    const made = [await create(), await create(), await create()].map(({ id }) => id).reverse();
    const first = await client.get('/v1/customers?limit=2');
    const cursor = String(first.body['nextCursor']);
    expect(first.headers.get('link')).toContain('rel="next"');
    const second = await client.get(`/v1/customers?limit=2&cursor=${cursor}`);
    const seen = [first, second].flatMap(({ body }) => (body['data'] as { id: string }[]).map(({ id }) => id));
    expect(seen.slice(0, 3)).toEqual(made);
    expect(refusal(await client.get(`/v1/customers?email=a@b.co&cursor=${cursor}`))).toEqual([400, 'invalid_cursor']);
  });

  it('200 filtered by email, created range and metadata', async () => {
    const { id } = await create({ email: 'Found@example.com', metadata: { tag: 'one' } });
    const ids = async (query: string): Promise<string[]> =>
      ((await client.get(`/v1/customers?${query}`)).body['data'] as { id: string }[]).map((customer) => customer.id);
    expect(await ids('email=FOUND@example.com')).toEqual([id]);
    expect(await ids(`metadata[tag]=one&${today()}`)).toEqual([id]);
    expect(await ids(`metadata[tag]=two&${today()}`)).toEqual([]);
    expect(await ids('createdTo=2026-01-01T00:00:00Z')).toEqual([]);
  });

  it('400 for metadata without a range, or with one that is too long', async () => {
    const wrong = [400, 'invalid_query', 'createdFrom required'];
    expect(refusal(await client.get('/v1/customers?metadata[a]=1'))).toEqual(wrong);
    const long = 'metadata[a]=1&createdFrom=2026-01-01T00:00:00Z&createdTo=2026-06-01T00:00:00Z';
    expect(refusal(await client.get(`/v1/customers?${long}`))).toEqual([
      400,
      'invalid_query',
      'createdFrom out_of_range',
    ]);
  });
});

describe('getCustomer', () => {
  it.each(['cust_1', 'cust_x', 'pay_1'])('404 for %s', async (id) => {
    expect(refusal(await client.get(`/v1/customers/${id}`))).toEqual([404, 'not_found']);
  });
});

describe('updateCustomer', () => {
  it('200 changes only the named fields, in both media types', async () => {
    const { id } = await create(full);
    const patch = { phone: null, address: { line2: 'Flat 2', city: null }, preferences: { emailReceipts: null } };
    const answer = await client.send('PATCH', `/v1/customers/${id}`, patch);
    expect(answer.body).toMatchObject({
      firstName: 'Ada',
      phone: null,
      address: { line1: '12 St James Square', line2: 'Flat 2', city: null, country: 'GB' },
      preferences: { locale: 'en-GB', emailReceipts: true },
      version: 2,
    });
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"2"']);
    const headers = { 'content-type': 'application/merge-patch+json' };
    const merged = await client.send('PATCH', `/v1/customers/${id}`, { metadata: { crm: null, b: 1 } }, { headers });
    expect(merged.body).toMatchObject({ metadata: { '2': null, b: 1 }, version: 3 });
    expect((await client.get(`/v1/customers/${id}`)).text).toBe(merged.text);
  });

  it('200 with the same version when nothing changes', async () => {
    const customer = await create(full);
    const patch = { email: customer['email'], metadata: {}, address: { country: 'GB' } };
    const answer = await client.send('PATCH', `/v1/customers/${customer.id}`, patch);
    expect(answer.body).toEqual(customer);
  });

  it('200 with a new e-mail address, by which payments then find the customer', async () => {
    const { id } = await create({ email: 'before@example.com' });
    await client.send('PATCH', `/v1/customers/${id}`, { email: 'After@example.com' });
    const pay = async (address: string): Promise<unknown> => {
      const body = { amount: { value: 1, currency: 'USD' }, customer: { email: address } };
      return ((await client.post('/v1/payments', body)).body['customer'] as { id: string }).id;
    };
    expect(await pay('after@EXAMPLE.com')).toBe(id);
    expect(await pay('before@example.com')).not.toBe(id);
  });

  it('409 duplicate_email for the address of another customer, without a change', async () => {
    const [one, other] = [await create(), await create()];
    const patch = { email: String(one['email']).toUpperCase(), firstName: 'Eve' };
    const answer = await client.send('PATCH', `/v1/customers/${other.id}`, patch);
    expect(refusal(answer)).toEqual([409, 'duplicate_email']);
    expect(answer.body['existingId']).toBe(one.id);
    expect((await client.get(`/v1/customers/${other.id}`)).body).toEqual(other);
  });

  it('409 for all but one of many concurrent changes to one address', async () => {
    const customers = await Promise.all(Array.from({ length: 8 }, () => create()));
    const patches = customers.map(({ id }) =>
      client.send('PATCH', `/v1/customers/${id}`, { email: 'wanted@example.com' }),
    );
    const statuses = (await Promise.all(patches)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  });

  it('412 when the customer was changed in the meantime', async () => {
    const { id } = await create();
    const change = (ifMatch: string, firstName: string) =>
      client.send('PATCH', `/v1/customers/${id}`, { firstName }, { headers: { 'if-match': ifMatch } });
    expect((await change('"1"', 'A')).status).toBe(200);
    expect(refusal(await change('"1"', 'B'))).toEqual([412, 'precondition_failed']);
  });

  it.each([
    [{ email: null }, '/email wrong_type'],
    [{ preferences: { currency: 'usd' } }, '/preferences/currency unknown_currency'],
    [{ preferences: { defaultPaymentMethodId: 'pm_1' } }, '/preferences/defaultPaymentMethodId not_found'],
    [{ address: { country: 'XK' } }, '/address/country invalid_format'],
  ])('422 for %j', async (patch, error) => {
    const { id } = await create();
    const answer = await client.send('PATCH', `/v1/customers/${id}`, patch);
    expect(refusal(answer)).toEqual([422, 'validation_failed', error]);
  });
});

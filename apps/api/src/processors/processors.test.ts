import {
  errors,
  forThisFile,
  makeKey,
  problem,
  stackWithAccount,
  startAcquirer,
  type Answer,
  type Client,
} from '@svc/testing';
import { afterEach, describe, expect, it } from 'vitest';

const acquirer = await forThisFile(startAcquirer());
const { stack, account, client } = await stackWithAccount({ worker: 0, own: true });

// Emptied tables would leave the ledger entries of other test files, so that the stack is this file's own.
afterEach(async () => {
  await acquirer.revokeKey(false);
  await stack.query('TRUNCATE payments, refunds, processors, customers, payment_methods CASCADE');
});

const amount = { value: 1_000, currency: 'EUR' };
const unreachable = 'https://127.0.0.1:1/svc';

function request(fields: Record<string, unknown> = {}, credentials: Record<string, unknown> = {}) {
  return { kind: 'http', name: 'Example', credentials: { ...acquirer.credentials, ...credentials }, ...fields };
}

async function connect(fields: Record<string, unknown> = {}, credentials?: Record<string, unknown>): Promise<string> {
  const answer = await client.post('/v1/processors', request(fields, credentials));
  expect(answer.status).toBe(201);
  return String(answer.body['id']);
}

const refusal = (answer: Answer): unknown[] => [...problem(answer), errors(answer)];

const foreign = async (): Promise<Client[]> =>
  [(await stack.createAccount('free')).testKey, account.liveKey].map((key) => stack.client(key));

describe('createProcessor', () => {
  it('201: checks the credentials and never shows them', async () => {
    const answer = await client.post('/v1/processors', request());
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { kind: 'http', enabled: true, priority: 100, currencies: null, status: 'ok', lastError: null, mode: 'test' },
    ]);
    const id = String(answer.body['id']);
    expect(answer.body['callbackUrl']).toBe(`${stack.apiUrl}/callbacks/00/${id}`);
    const stored = JSON.stringify(await stack.query('SELECT * FROM processors'));
    for (const secret of [acquirer.apiKey, acquirer.callbackSecret]) {
      expect(answer.text).not.toContain(secret);
      expect(stored).not.toContain(secret);
      expect(stack.logs().filter((line) => line.includes(secret))).toEqual([]);
    }
    expect(await stack.query(`SELECT object_id FROM audit_log WHERE action = 'processor.created'`)).toContainEqual({
      object_id: id,
    });
  });

  it('201 with the status unverified if the processor cannot be reached', async () => {
    const answer = await client.post('/v1/processors', request({}, { url: unreachable }));
    expect([answer.status, answer.body['status']]).toEqual([201, 'unverified']);
    expect(answer.body['lastError']).toMatch(/could not be queried/);
  });

  it('201 once for a repeated request', async () => {
    const headers = { 'idempotency-key': 'connect-once' };
    const first = await client.post('/v1/processors', request(), { headers });
    const second = await client.post('/v1/processors', request(), { headers });
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await stack.query('SELECT id FROM processors')).toHaveLength(1);
  });

  it('422 and nothing stored if the processor refuses the key', async () => {
    const answer = await client.post('/v1/processors', request({}, { apiKey: 'acq_wrong_key' }));
    expect(refusal(answer)).toEqual([422, 'processor_refused', ['/credentials not_accepted']]);
    expect(await stack.query('SELECT id FROM processors')).toEqual([]);
  });

  it.each([
    ['a missing key', {}, { apiKey: undefined }, '/credentials/apiKey required'],
    ['a certificate that is none', {}, { caCertificate: 'text' }, '/credentials/caCertificate invalid_format'],
    ['a query in the URL', {}, { url: 'https://gateway.example.com/?a=1' }, '/credentials/url forbidden_url'],
    ['a private address', {}, { url: 'https://10.1.2.3/svc' }, '/credentials/url forbidden_url'],
    ['amounts that exclude all', { amountMin: 2, amountMax: 1 }, {}, '/amountMax out_of_range'],
    ['a short callback secret', {}, { callbackSecret: 'whsec_c2hvcnQ=' }, '/credentials/callbackSecret invalid_format'],
    ['an unknown field', { weight: 1 }, {}, '/weight unknown_field'],
    ['a name with a control character', { name: 'Gate\tway' }, {}, '/name invalid_format'],
    ['a name that is read backwards', { name: '\u202Eyawetag' }, {}, '/name invalid_format'],
  ])('422 for %s', async (_what, fields, credentials, expected) => {
    const answer = await client.post('/v1/processors', request(fields, credentials));
    expect(refusal(answer)).toEqual([422, 'validation_failed', [expected]]);
  });

  it('403 without the scope', async () => {
    const { client: reader } = await makeKey(client, { scopes: ['processors:read'] });
    expect((await reader.post('/v1/processors', request())).body['code']).toBe('insufficient_scope');
    expect((await reader.get('/v1/processors')).status).toBe(200);
  });
});

describe('getProcessor and listProcessors', () => {
  it('200 with the connections of this mode, newest first; 404 for others', async () => {
    const [first, second] = [await connect(), await connect({ name: 'Second' })];
    const page = await client.get('/v1/processors?limit=1');
    expect(page.body).toMatchObject({ data: [{ id: second }], hasMore: true });
    const next = await client.get(`/v1/processors?limit=1&cursor=${String(page.body['nextCursor'])}`);
    expect(next.body).toMatchObject({ data: [{ id: first }], hasMore: false });
    for (const other of await foreign()) {
      expect((await other.get('/v1/processors')).body['data']).toEqual([]);
      expect((await other.get(`/v1/processors/${first}`)).status).toBe(404);
      expect((await other.send('PATCH', `/v1/processors/${first}`, { enabled: false })).status).toBe(404);
      expect((await other.send('DELETE', `/v1/processors/${first}`)).status).toBe(404);
      expect((await other.post(`/v1/processors/${first}/verify`)).status).toBe(404);
    }
  });
});

describe('updateProcessor', () => {
  it('200: changes what was sent, and the version', async () => {
    const id = await connect();
    const changes = { enabled: false, priority: 5, currencies: ['USD'], amountMin: 100, amountMax: 5_000 };
    const answer = await client.send('PATCH', `/v1/processors/${id}`, changes);
    expect([answer.status, answer.body]).toMatchObject([200, { ...changes, name: 'Example', version: 2 }]);
    expect((await client.send('PATCH', `/v1/processors/${id}`, changes)).body['version']).toBe(2);
    expect((await client.get(`/v1/processors/${id}`)).body).toEqual(answer.body);
    expect((await client.send('PATCH', `/v1/processors/${id}`, {})).body).toEqual(answer.body);
    const nothing = await client.send('PATCH', `/v1/processors/${id}`, { credentials: {} });
    expect(nothing.body['errors']).toEqual([
      { pointer: '/credentials', code: 'too_short', detail: 'must have at least 1 key' },
    ]);
  });

  it('200: rotates one credential and keeps the others; 422 if they are refused', async () => {
    const id = await connect();
    const rotated = await client.send('PATCH', `/v1/processors/${id}`, { credentials: { apiKey: acquirer.apiKey } });
    expect(rotated.body).toMatchObject({ status: 'ok', version: 2 });
    const refused = await client.send('PATCH', `/v1/processors/${id}`, { credentials: { apiKey: 'acq_wrong_key' } });
    expect(refusal(refused)).toEqual([422, 'processor_refused', ['/credentials not_accepted']]);
    expect((await client.post(`/v1/processors/${id}/verify`)).body['status']).toBe('ok');
    const [entry] = await stack.query(
      `SELECT changes FROM audit_log WHERE action = 'processor.updated' ORDER BY id DESC`,
    );
    expect(entry).toEqual({ changes: ['credentials'] });
  });

  it('422 for a new URL without the key, which would be sent to it', async () => {
    const id = await connect();
    const heard = (await acquirer.state()).heard.length;
    const moved = await client.send('PATCH', `/v1/processors/${id}`, { credentials: { url: `${acquirer.url}/moved` } });
    expect(refusal(moved)).toEqual([422, 'validation_failed', ['/credentials/apiKey required']]);
    expect((await acquirer.state()).heard).toHaveLength(heard);
    const same = await client.send('PATCH', `/v1/processors/${id}`, { credentials: { url: acquirer.url } });
    expect(same.status).toBe(200);
  });

  it('412 for another version; 422 for amounts that exclude all, and for a name that is read backwards', async () => {
    const id = await connect({ amountMin: 10 });
    const backwards = await client.send('PATCH', `/v1/processors/${id}`, { name: '\u202Eyawetag' });
    expect(refusal(backwards)).toEqual([422, 'validation_failed', ['/name invalid_format']]);
    const headers = { 'if-match': '"7"' };
    expect((await client.send('PATCH', `/v1/processors/${id}`, { enabled: false }, { headers })).status).toBe(412);
    expect(refusal(await client.send('PATCH', `/v1/processors/${id}`, { amountMax: 5 }))).toEqual([
      422,
      'validation_failed',
      ['/amountMax out_of_range'],
    ]);
  });
});

describe('verifyProcessor', () => {
  it('200: says what the key may do, and the status follows', async () => {
    const id = await connect();
    const good = await client.post(`/v1/processors/${id}/verify`);
    const permissions = [
      { name: 'payments', granted: true },
      { name: 'statement', granted: true },
    ];
    expect(good.body).toMatchObject({ processorId: id, status: 'ok', lastError: null, permissions });
    await acquirer.revokeKey();
    const bad = await client.post(`/v1/processors/${id}/verify`);
    expect(bad.body).toMatchObject({ status: 'failing', permissions: [{ name: 'payments', granted: false }] });
    expect((await client.get(`/v1/processors/${id}`)).body).toMatchObject({
      status: 'failing',
      lastError: 'The processor refuses the credentials (status 401).',
    });
    await acquirer.revokeKey(false);
    expect((await client.post(`/v1/processors/${id}/verify`)).body['status']).toBe('ok');
  });
});

describe('deleteProcessor', () => {
  it('204 once, and the credentials are gone; 404 afterwards', async () => {
    const id = await connect();
    expect((await client.send('DELETE', `/v1/processors/${id}`)).status).toBe(204);
    expect(await stack.query('SELECT credentials_ciphertext, credentials_data_key FROM processors')).toEqual([
      { credentials_ciphertext: null, credentials_data_key: null },
    ]);
    expect((await client.send('DELETE', `/v1/processors/${id}`)).status).toBe(404);
  });

  it('409 while one of its payments is pending', async () => {
    const id = await connect();
    const created = await client.post('/v1/payments', { amount });
    expect(created.body['processor']).toEqual({ id, kind: 'http', reference: null });
    const refused = await client.send('DELETE', `/v1/processors/${id}`);
    expect(problem(refused)).toEqual([409, 'processor_in_use']);
    await stack.query(`UPDATE payments SET status = 'failed', stage = NULL`);
    expect((await client.send('DELETE', `/v1/processors/${id}`)).status).toBe(204);
  });

  it('409 for a refund of its payments, which reserves nothing', async () => {
    const id = await connect();
    const paymentId = String((await client.post('/v1/payments', { amount })).body['id']);
    await stack.query(`UPDATE payments SET status = 'completed', stage = NULL, capture_value = amount_value`);
    const refund = { paymentId, amount: { ...amount, value: 400 } };
    expect((await client.send('DELETE', `/v1/processors/${id}`)).status).toBe(204);
    const refused = await client.post('/v1/refunds', refund);
    expect(problem(refused)).toEqual([409, 'payment_not_refundable']);
    expect(refused.body).toMatchObject({ currentStatus: 'completed', refundableAmount: amount });
    expect(refused.body['detail']).toContain('was deleted');
    expect((await client.get(`/v1/payments/${paymentId}`)).body['refundableAmount']).toEqual(amount);
    expect(await stack.query('SELECT id FROM refunds')).toEqual([]);
  });
});

describe('a connection whose master key is lost', () => {
  const connectWithLostKey = async (): Promise<string> => {
    const id = await connect();
    // The name of the master key is in bytes 1 to 8.
    await stack.query(
      'UPDATE processors SET credentials_data_key = set_byte(credentials_data_key, 1, 255 - get_byte(credentials_data_key, 1))',
    );
    return id;
  };

  it('says so when it is verified, and gets complete credentials again; 422 for a part of them', async () => {
    const path = `/v1/processors/${await connectWithLostKey()}`;
    const { status, body } = await client.post(`${path}/verify`);
    const lastError = 'The stored credentials cannot be decrypted. Send all of them again.';
    expect([status, body]).toMatchObject([200, { status: 'failing', lastError, permissions: [] }]);
    const part = await client.send('PATCH', path, { credentials: { apiKey: acquirer.apiKey } });
    expect([part.status, part.body['code']]).toEqual([422, 'validation_failed']);
    const renewed = await client.send('PATCH', path, { credentials: acquirer.credentials });
    expect([renewed.status, renewed.body]).toMatchObject([200, { status: 'ok', lastError: null }]);
    expect((await client.post(`${path}/verify`)).status).toBe(200);
  });

  it('can be deleted', async () => {
    const path = `/v1/processors/${await connectWithLostKey()}`;
    expect((await client.send('DELETE', path)).status).toBe(204);
    expect((await client.get(path)).status).toBe(404);
  });
});

describe('which processor a payment gets', () => {
  const processorOf = async (fields: Record<string, unknown> = {}): Promise<unknown> => {
    const { status, body } = await client.post('/v1/payments', { amount, ...fields });
    return status === 201 ? (body['processor'] as { id: string }).id : refusal({ status, body } as Answer);
  };

  it('is the sandbox without a connection, and a person in live mode', async () => {
    expect(await processorOf()).toBe('sandbox');
    const live = stack.client(account.liveKey);
    expect((await live.post('/v1/payments', { amount })).body).toMatchObject({
      processor: null,
      stage: 'awaiting_approval',
    });
  });

  it('is the enabled one with the lowest number that takes currency and amount', async () => {
    const fallback = await connect({ priority: 50 });
    const preferred = await connect({ priority: 1, currencies: ['EUR'], amountMin: 500, amountMax: 2_000 });
    await connect({ priority: 0, enabled: false });
    expect(await processorOf()).toBe(preferred);
    expect(await processorOf({ amount: { value: 499, currency: 'EUR' } })).toBe(fallback);
    expect(await processorOf({ amount: { value: 2_001, currency: 'EUR' } })).toBe(fallback);
    expect(await processorOf({ amount: { value: 1_000, currency: 'USD' } })).toBe(fallback);
    await client.send('PATCH', `/v1/processors/${fallback}`, { enabled: false });
    expect(await processorOf({ amount: { value: 1_000, currency: 'USD' } })).toBe('sandbox');
  });

  it('is the one that the request names, if it takes the payment', async () => {
    const [preferred, other] = [await connect({ priority: 1 }), await connect({ currencies: ['EUR'] })];
    expect(await processorOf()).toBe(preferred);
    expect(await processorOf({ processorId: other })).toBe(other);
    expect(await processorOf({ processorId: 'sandbox' })).toBe('sandbox');
    const refused = (pointer: string) => [422, 'validation_failed', [pointer]];
    const dollars = { processorId: other, amount: { value: 1, currency: 'USD' } };
    expect(await processorOf(dollars)).toEqual(refused('/amount/currency not_accepted'));
    expect(await processorOf({ processorId: 'proc_1' })).toEqual(refused('/processorId not_found'));
    await client.send('PATCH', `/v1/processors/${other}`, { enabled: false });
    expect(await processorOf({ processorId: other })).toEqual(refused('/processorId not_accepted'));
    const live = stack.client(account.liveKey);
    const sandbox = await live.post('/v1/payments', { amount, processorId: 'sandbox' });
    expect(refusal(sandbox)).toEqual(refused('/processorId not_found'));
  });

  it('is that of the payment method, named or the default one', async () => {
    const [preferred, other] = [await connect({ priority: 1 }), await connect()];
    const { body: customer } = await client.post('/v1/customers', { email: 'ada@example.com' });
    const methods = `/v1/customers/${String(customer['id'])}/payment-methods`;
    const add = async (fields: Record<string, unknown>): Promise<Record<string, unknown>> =>
      (await client.post(methods, { type: 'card', processorToken: 'tok_1', ...fields })).body;
    expect(await add({})).toMatchObject({ processorId: preferred });
    const method = await add({ processorId: other });
    expect(method).toMatchObject({ processorId: other });
    expect(
      refusal(await client.post(methods, { type: 'card', processorToken: 'tok_1', processorId: 'proc_1' })),
    ).toEqual([422, 'validation_failed', ['/processorId not_found']]);
    const paymentMethodId = method['id'];
    expect(await processorOf({ paymentMethodId })).toBe(other);
    expect(await processorOf({ paymentMethodId, processorId: preferred })).toEqual([
      422,
      'validation_failed',
      ['/processorId not_accepted'],
    ]);
    await client.send('PATCH', `/v1/customers/${String(customer['id'])}`, {
      preferences: { defaultPaymentMethodId: paymentMethodId },
    });
    for (const payer of [{ email: 'ada@example.com' }, { id: customer['id'] }]) {
      expect(await processorOf({ customer: payer })).toBe(other);
    }
    expect(await processorOf({ customer: { email: 'bob@example.com' } })).toBe(preferred);
    const refused = (pointer: string) => [422, 'validation_failed', [`${pointer} not_accepted`]];
    const byDefault = { customer: { id: customer['id'] } };
    expect(await processorOf({ ...byDefault, processorId: preferred })).toEqual(refused('/processorId'));
    expect(await processorOf({ ...byDefault, processorId: 'sandbox' })).toEqual(refused('/processorId'));
    expect(await processorOf({ ...byDefault, processorId: other })).toBe(other);
    await client.send('PATCH', `/v1/processors/${other}`, { currencies: ['USD'] });
    expect(await processorOf(byDefault)).toEqual(refused('/amount/currency'));
    await client.send('PATCH', `/v1/processors/${other}`, { currencies: null, enabled: false });
    expect(await processorOf(byDefault)).toEqual(refused('/paymentMethodId'));
    expect(await processorOf({ paymentMethodId })).toEqual([
      422,
      'validation_failed',
      ['/paymentMethodId not_accepted'],
    ]);
  });
});

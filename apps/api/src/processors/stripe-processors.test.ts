import { eventually, forThisFile, problem, rowId, startStack, startStripeDouble, type Client } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';

const stripe = await forThisFile(startStripeDouble());
const stack = await forThisFile(startStack({ worker: 0, env: { STRIPE_API_URL: stripe.url } }));
let client: Client;

beforeEach(async () => {
  stripe.keyState = 'valid';
  stripe.events.endpoints.clear();
  client = stack.client((await stack.createAccount('enterprise')).testKey);
});

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const request = () => ({ kind: 'stripe', name: 'Stripe', credentials: { secretKey: stripe.secretKey } });

async function connect(): Promise<{ id: string; key: string }> {
  const { status, body } = await client.post('/v1/processors', request());
  expect(status).toBe(201);
  const id = String(body['id']);
  return { id, key: rowId(id) };
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
    expect([failed.status, stripe.events.endpoints.size]).toEqual([500, 0]);
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

describe('verifyProcessor of a connection whose endpoint', () => {
  it.each([
    ['was deleted', (id: string) => stripe.events.endpoints.delete(id)],
    ['Stripe has disabled', (id: string) => Object.assign(stripe.events.find(id), { status: 'disabled' })],
  ])('%s makes another one, whose events are accepted', async (_, lose) => {
    const { id } = await connect();
    const made = [...stripe.events.endpoints.keys()];
    expect((await client.post(`/v1/processors/${id}/verify`)).body).toMatchObject({ status: 'ok' });
    expect([...stripe.events.endpoints.keys()]).toEqual(made);
    lose(String(made));
    expect((await client.post(`/v1/processors/${id}/verify`)).body).toMatchObject({ status: 'ok', lastError: null });
    const { callbackUrl } = (await client.get(`/v1/processors/${id}`)).body;
    const [endpoint, ...others] = stripe.events.endpoints.values();
    expect([endpoint, others]).toMatchObject([{ url: callbackUrl, status: 'enabled' }, []]);
    expect(made).not.toContain(endpoint?.id);
    await stripe.events.deliver('dropped');
    stripe.events.add('charge.dispute.updated', { object: 'dispute', id: 'dp_1' });
    expect(await stripe.events.deliver()).toEqual([204]);
  });

  it('was deleted says that outcomes are polled, if Stripe makes no other one', async () => {
    const { id } = await connect();
    stripe.events.endpoints.clear();
    stripe.forbiddenPath = '/v1/webhook_endpoints';
    const { body } = await client.post(`/v1/processors/${id}/verify`);
    stripe.forbiddenPath = undefined;
    expect(body).toMatchObject({
      status: 'ok',
      lastError: expect.stringContaining('so outcomes are polled') as string,
    });
    await client.post(`/v1/processors/${id}/verify`);
    expect(stripe.events.endpoints.size).toBe(1);
  });
});

describe('connections that may not read the balance', () => {
  it('are named by a settlement report as soon as that is known', async () => {
    const range = { createdFrom: '2026-11-01T00:00:00Z', createdTo: '2026-11-02T00:00:00Z' };
    const unread = async (): Promise<unknown> => {
      const { status, body } = await client.post('/v1/analytics/reports', {
        type: 'settlement',
        format: 'csv',
        ...range,
      });
      expect(status).toBe(202);
      return (body['unreadProcessors'] as { processorId: string }[]).map(({ processorId }) => processorId);
    };
    const verify = (id: string) => client.post(`/v1/processors/${id}/verify`);
    stripe.keyState = 'restricted';
    const { id } = await connect();
    expect(await unread()).toEqual([id]);
    stripe.keyState = 'valid';
    await verify(id);
    expect(await unread()).toEqual([]);
    stripe.keyState = 'restricted';
    await verify(id);
    expect(await unread()).toEqual([id]);
    const change = (): Promise<{ status: number }> => {
      const { credentials } = request();
      return client.send('PATCH', `/v1/processors/${id}`, { credentials }, { headers: { 'if-match': '*' } });
    };
    expect((await change()).status).toBe(200);
    expect(await unread()).toEqual([id]);
    stripe.keyState = 'valid';
    expect((await change()).status).toBe(200);
    expect(await unread()).toEqual([]);
  });
});

describe('connections to the same account', () => {
  it('have a warning when they are created, verified and read, until one is deleted', async () => {
    const { id: first } = await connect();
    expect((await client.get(`/v1/processors/${first}`)).body['warnings']).toEqual([]);
    const { body } = await client.post('/v1/processors', request());
    const second = String(body['id']);
    const warning = (other: string) => [{ code: 'same_account', detail: `${other} is connected to the same account.` }];
    expect(body['warnings']).toEqual(warning(first));
    expect((await client.post(`/v1/processors/${second}/verify`)).body['warnings']).toEqual(warning(first));
    const updated = await client.send('PATCH', `/v1/processors/${first}`, { priority: 7 });
    expect(updated.body['warnings']).toEqual(warning(second));
    const { data } = (await client.get('/v1/processors')).body as { data: { id: string; warnings: unknown }[] };
    expect(data.map(({ id, warnings }) => [id, warnings])).toEqual([
      [second, warning(first)],
      [first, warning(second)],
    ]);
    const other = stack.client((await stack.createAccount('enterprise')).testKey);
    expect((await other.post('/v1/processors', request())).body['warnings']).toEqual([]);
    expect((await client.send('DELETE', `/v1/processors/${first}`)).status).toBe(204);
    expect((await client.get(`/v1/processors/${second}`)).body['warnings']).toEqual([]);
  });
});

describe('verifyProcessor and updateProcessor', () => {
  /** The statuses that Stripe's endpoints receive: 204 if the stored secret is that of the endpoint. */
  const told = (): Promise<number[]> => {
    stripe.events.add('payment_intent.succeeded', { id: 'pi_of_others', object: 'payment_intent' });
    return stripe.events.deliver();
  };

  it('store the secret of an endpoint that exists, also at the same time', async () => {
    await stripe.events.deliver('dropped');
    for (let round = 0; round < 5; round += 1) {
      stripe.events.endpoints.clear();
      stripe.faults.plan('other', 'error_before', 'error_before');
      const { id } = await connect();
      const path = `/v1/processors/${id}`;
      const rotation = { credentials: { secretKey: stripe.secretKey } };
      const answers = await Promise.all([
        ...[1, 2, 3].map(() => client.post(`${path}/verify`)),
        client.send('PATCH', path, rotation),
      ]);
      const statuses = answers.map(({ status }) => status).sort();
      expect([statuses.at(0), statuses.at(-1)]).toEqual([200, 412]);
      expect([round, await told()]).toEqual([round, [204]]);
    }
  });

  it('leave the stored endpoint in use if the new credentials are not stored', async () => {
    const { id } = await connect();
    const [before] = stripe.events.endpoints.keys();
    await stripe.events.deliver('dropped');
    await stack.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
    await stack.query(`CREATE TRIGGER refuse BEFORE UPDATE ON processors EXECUTE FUNCTION refuse()`);
    const refused = await client.send('PATCH', `/v1/processors/${id}`, {
      credentials: { secretKey: stripe.secretKey },
    });
    await stack.query('DROP FUNCTION refuse CASCADE');
    expect([refused.status, [...stripe.events.endpoints.keys()], await told()]).toEqual([500, [before], [204]]);
  });

  it('make the endpoint anew with a key, unless its secret was given', async () => {
    const { id } = await connect();
    const [before] = stripe.events.endpoints.keys();
    await stripe.events.deliver('dropped');
    const rotate = async (credentials: object): Promise<void> => {
      const { status } = await client.send('PATCH', `/v1/processors/${id}`, { credentials });
      expect(status).toBe(200);
    };
    await rotate({ secretKey: stripe.secretKey });
    const [now, ...others] = stripe.events.endpoints.keys();
    expect([now === before, others, await told()]).toEqual([false, [], [204]]);
    await rotate({ webhookSecret: 'whsec_own' });
    await rotate({ secretKey: stripe.secretKey });
    expect([...stripe.events.endpoints.keys()]).toEqual([now]);
  });

  it('note new credentials in the audit log', async () => {
    stripe.faults.plan('other', 'error_before', 'error_before');
    const { id } = await connect();
    for (let n = 0; n < 2; n += 1) expect((await client.post(`/v1/processors/${id}/verify`)).status).toBe(200);
    const { body } = await client.get('/v1/security/audit-log');
    const changes = (body['data'] as { action: string; changes: string[] }[])
      .filter(({ action }) => action === 'processor.updated')
      .map((each) => each.changes);
    expect(changes).toEqual([['credentials']]);
  });
});

describe('updateProcessor', () => {
  const patch = async (id: string, credentials: object): Promise<void> => {
    const { status } = await client.send('PATCH', `/v1/processors/${id}`, { credentials });
    expect(status).toBe(200);
  };
  const endpoints = (): string[] => [...stripe.events.endpoints.keys()];
  const ofPerson = (url: string) => ({ url, api_version: null, enabled_events: [], metadata: {} });

  it('200: makes the endpoint anew if the master key of the credentials is lost; a deletion leaves it, and logs that', async () => {
    const { id, key } = await connect();
    const loseKey = (): Promise<unknown> =>
      stack.query(`UPDATE processors SET credentials_data_key = set_byte(credentials_data_key, 1, 255 - get_byte(credentials_data_key, 1))
                    WHERE id = ${key}`);
    const [made] = endpoints();
    await loseKey();
    await patch(id, { secretKey: stripe.secretKey });
    expect(endpoints()).toHaveLength(1);
    expect(endpoints()).not.toContain(made);
    await loseKey();
    expect((await client.send('DELETE', `/v1/processors/${id}`)).status).toBe(204);
    expect(endpoints()).toHaveLength(1);
    const left = (): string[] =>
      stack.logs().filter((line) => line.includes('stripe_endpoint_left') && line.includes(key));
    await eventually(() => expect(left()).toHaveLength(1));
  });

  it('200: an endpoint of yours takes the place of the one that the service had made', async () => {
    const { id } = await connect();
    const [made = ''] = endpoints();
    const { url } = stripe.events.endpoints.get(made) ?? { url: '' };
    const own = stripe.events.addEndpoint(ofPerson(url));
    await patch(id, { webhookSecret: own.secret });
    expect(endpoints()).toEqual([own.id]);
    // The service leaves it alone.
    await patch(id, { secretKey: stripe.secretKey });
    expect(endpoints()).toEqual([own.id]);
  });

  it('200: an endpoint of the service stays if the secret may be a new one of it', async () => {
    const { id } = await connect();
    const [made = ''] = endpoints();
    const { url } = stripe.events.endpoints.get(made) ?? { url: '' };
    stripe.events.addEndpoint(ofPerson('https://example.com/elsewhere'));
    Object.assign(stripe.events.addEndpoint(ofPerson(url)), { status: 'disabled' });
    Object.assign(stripe.events.addEndpoint(ofPerson(url)), { created: 1 });
    await patch(id, { webhookSecret: 'whsec_rolled' });
    expect(endpoints()).toContain(made);
  });

  it('200: a secret of yours stays in use if Stripe makes no endpoint', async () => {
    await stripe.events.deliver('dropped');
    const { id } = await connect();
    const { url } = [...stripe.events.endpoints.values()][0] ?? { url: '' };
    const { secret } = stripe.events.addEndpoint({ ...ofPerson(url), enabled_events: ['payment_intent.succeeded'] });
    await patch(id, { webhookSecret: secret });
    stripe.forbiddenPath = '/v1/webhook_endpoints';
    await patch(id, { webhookSecret: null });
    stripe.forbiddenPath = undefined;
    const { body } = await client.get(`/v1/processors/${id}`);
    expect(body['lastError']).toContain('so the former one stays in use');
    stripe.events.add('payment_intent.succeeded', { id: 'pi_of_others', object: 'payment_intent' });
    expect(await stripe.events.deliver()).toEqual([204]);
  });

  it('200: without a secret of yours, the service makes the endpoint again', async () => {
    await stripe.events.deliver('dropped');
    const { id } = await connect();
    const [made = ''] = endpoints();
    await patch(id, { webhookSecret: 'whsec_own' });
    await patch(id, { webhookSecret: null });
    const [again, ...others] = endpoints();
    expect([again === made, others]).toEqual([false, []]);
    stripe.events.add('payment_intent.succeeded', { id: 'pi_of_others', object: 'payment_intent' });
    expect(await stripe.events.deliver()).toEqual([204]);
    // It is the service's own again, so a new key renews it.
    await patch(id, { secretKey: stripe.secretKey });
    expect(endpoints()).not.toEqual([again]);
  });

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
    expect(problem(refused)).toEqual([422, 'another_account']);
    await store(reference);
    expect((await rotate()).status).toBe(200);
  });
});

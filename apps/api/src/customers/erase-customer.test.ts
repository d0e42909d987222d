import {
  databaseContents,
  deferred,
  eventually,
  forThisFile,
  ok,
  problem,
  rowId,
  stackWithAccount,
  startReceiver,
  type Answer,
  type Responder,
} from '@svc/testing';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';

const amount = { value: 1000, currency: 'USD' };
/** Echoes the body of the request, as an endpoint with verbose errors might. */
const echo =
  (status: number): Responder =>
  (response, { rawBody }) =>
    void response.writeHead(status).end(rawBody);

const receiver = await forThisFile(startReceiver());
const { stack, client } = await stackWithAccount({
  env: { WEBHOOK_RETRY_DELAYS: '1s,1s,1s', ERASURE_WAIT: '3s' },
});

/** Personal data that all contain one searchable mark. */
function person(mark: string) {
  const of = (part: string): string => `${mark}${part}`;
  const address = { line1: of('street'), city: of('city'), country: 'GB' };
  const names = { email: `${of('Mail')}@example.com`, firstName: of('First'), lastName: of('Last') };
  return { ...names, phone: of('phone'), address, metadata: { note: of('note') } };
}

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

const pay = (body: Record<string, unknown>, key?: string) =>
  ok(client.post('/v1/payments', { amount, ...body }, key === undefined ? {} : keyed(key)));
const listen = (path: string, reply: Responder | number, events: string[]) => {
  receiver.respond(path, reply);
  return ok(client.post('/v1/webhooks', { url: receiver.url + path, events }));
};
const erase = (id: string) => client.send('DELETE', `/v1/customers/${id}`);

/** The tables that contain the word. */
async function found(mark: string): Promise<string[]> {
  const word = new RegExp(mark, 'i');
  const tables = (await databaseContents(stack)).filter((row) => word.test(row)).map((row) => row.split(' ')[0] ?? '');
  return [...new Set(tables.map((name) => name.replace(/_\d+$/, '')))].sort();
}

async function redisWords(): Promise<string> {
  const redis = new Redis(process.env['SVC_TEST_REDIS_URL'] ?? '');
  const keys = await redis.keys(`*${stack.env['QUEUE_PREFIX'] ?? ''}*`);
  // A job may finish between the two reads.
  const contents = await Promise.all(keys.map((key) => redis.dumpBuffer(key) as Promise<Buffer | null>));
  redis.disconnect();
  return [...keys, ...contents.map((bytes) => bytes?.toString('latin1') ?? '')].join('\n');
}

async function bodiesOf(objectId: string): Promise<string[]> {
  const rows = await stack.query('SELECT body FROM events WHERE object_id = $1 ORDER BY id', [rowId(objectId)]);
  return rows.map(({ body }) => (body as Buffer).toString('utf8'));
}

describe('deleteCustomer', () => {
  it('204 when no personal data is left, and payments keep the id', async () => {
    const mark = 'zq9all';
    const whole = person(mark);
    const everything = ['*'];
    await listen('/taken', echo(200), everything);
    await listen('/refused', echo(500), everything);
    const { id } = await ok(client.post('/v1/customers', whole, keyed('all-customer')));
    await ok(client.send('PATCH', `/v1/customers/${id}`, { address: { line2: `${mark}flat` } }));
    const card = { type: 'card', processorToken: `${mark}token`, brand: `${mark}brand`, last4: '4242' };
    await ok(client.post(`/v1/customers/${id}/payment-methods`, card, keyed('all-method')));
    const { email, firstName, lastName } = whole;
    const held = { metadata: { sandbox: 'hold' } };
    const told = {
      customer: { email: email.toUpperCase(), firstName, lastName },
      receiptEmail: `${mark}r@example.com`,
    };
    const named = await pay(told, 'all-named');
    const approved = await pay({ customer: { id }, ...held });
    await ok(client.post(`/v1/payments/${approved.id}/approve`, {}, keyed('all-approved')));
    const waiting = await pay({ customer: { email, firstName }, ...held }, 'all-waiting');
    await eventually(async () => {
      const states = await stack.query(
        `SELECT count(*)::int AS n FROM delivery_attempts WHERE response_excerpt LIKE '%${mark}%'`,
      );
      expect(states[0]?.['n']).toBeGreaterThan(6);
      expect((await client.get(`/v1/payments/${approved.id}`)).body['status']).toBe('completed');
    });
    expect(await found(mark)).toEqual([
      'customers',
      'delivery_attempts',
      'events',
      'idempotency_keys',
      'payment_methods',
      'payments',
    ]);

    expect((await erase(id)).status).toBe(204);

    expect(await found(mark)).toEqual([]);
    expect(await redisWords()).not.toMatch(new RegExp(mark, 'i'));
    expect((await erase(id)).status).toBe(404);
    expect((await client.get(`/v1/customers/${id}`)).status).toBe(404);
    const listed = (await client.get('/v1/customers?limit=100')).body['data'] as { id: string }[];
    expect(listed.map((customer) => customer.id)).not.toContain(id);
    const gone = { id, email: 'erased@invalid', firstName: null, lastName: null };
    for (const payment of [named, approved, waiting]) {
      expect((await client.get(`/v1/payments/${payment.id}`)).body['customer']).toEqual(gone);
      for (const body of await bodiesOf(payment.id)) {
        expect(JSON.stringify(JSON.parse(body))).toBe(body);
        expect(JSON.parse(body)).toMatchObject({ data: { customer: { id, email: 'erased@invalid' } } });
      }
    }
    expect(((await client.get(`/v1/payments?customerId=${id}`)).body['data'] as unknown[]).length).toBe(3);
    const again = await client.post('/v1/payments', { amount, ...told }, keyed('all-named'));
    expect([again.body['id'], again.body['customer'], again.body['receiptEmail']]).toEqual([named.id, gone, null]);
    // From here on, events must not contain the data either, nor retries to the endpoint that refuses.
    const before = receiver.requests.length;
    await ok(client.post(`/v1/payments/${waiting.id}/approve`, {}));
    const completed = await receiver.waitFor(
      ({ parsed }) =>
        (parsed as { type: string; data: { id: string } }).type === 'payment.completed' &&
        (parsed as { data: { id: string } }).data.id === waiting.id,
    );
    expect(completed.rawBody.toString()).toContain('erased@invalid');
    await eventually(() => {
      const later = receiver.requests.slice(before);
      expect(later.filter(({ path }) => path === '/refused').length).toBeGreaterThan(1);
      expect(later.filter(({ rawBody }) => rawBody.toString().includes(mark))).toEqual([]);
    });
    expect(await found(mark)).toEqual([]);
  });

  it('204 frees the e-mail address for a new customer', async () => {
    const email = 'free@example.com';
    const { id } = await ok(client.post('/v1/customers', { email }));
    expect((await erase(id)).status).toBe(204);
    const next = await ok(client.post('/v1/customers', { email }));
    expect(next.id).not.toBe(id);
    expect((await erase(next.id)).status).toBe(204);
  });

  it('204 with an audit log entry that contains only ids', async () => {
    const { id } = await ok(client.post('/v1/customers', { email: 'audited@example.com' }));
    expect((await erase(id)).status).toBe(204);
    const entries = await client.get(`/v1/security/audit-log?action=customer.erased&objectId=${id}`);
    expect(entries.body['data']).toMatchObject([{ action: 'customer.erased', objectId: id, changes: [] }]);
    expect(entries.text).not.toContain('audited@example.com');
  });

  it('412 when the customer was changed in the meantime, and it still exists', async () => {
    const { id } = await ok(client.post('/v1/customers', { email: 'conditional@example.com' }));
    const options = { headers: { 'if-match': '"2"' } };
    expect((await client.send('DELETE', `/v1/customers/${id}`, undefined, options)).status).toBe(412);
    expect((await client.get(`/v1/customers/${id}`)).status).toBe(200);
  });

  it("204 during a delivery, without storing the endpoint's response afterwards", async () => {
    const mark = 'zq9flight';
    const released = deferred();
    await listen(
      '/slow',
      async (response, { rawBody }) => {
        await released.promise;
        response.writeHead(200).end(rawBody);
      },
      ['customer.created'],
    );
    const { id } = await ok(client.post('/v1/customers', person(mark)));
    const onItsWay = await receiver.waitFor(
      ({ path, rawBody }) => path === '/slow' && rawBody.toString().includes(mark),
    );
    expect((await erase(id)).status).toBe(204);
    released.resolve();
    const delivery = String(onItsWay.headers['svc-delivery-id']);
    await eventually(async () => {
      expect((await client.get(`/v1/deliveries/${delivery}`)).body).toMatchObject({
        status: 'delivered',
        attempts: [{ statusCode: 200, responseExcerpt: null }],
      });
    });
    expect(await found(mark)).toEqual([]);
  });

  it('409 erasure_in_progress when it takes long; it continues, and a repeated request returns its result', async () => {
    const mark = 'zq9long';
    const whole = person(mark);
    const { id } = await ok(client.post('/v1/customers', whole));
    const payment = await pay({ customer: { id }, metadata: { sandbox: 'hold' } });
    const other = await stack.connect();
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM payments WHERE id = $1 FOR UPDATE', [payment.id.slice(4)]);
    for (const answered of [await erase(id), await erase(id)]) {
      expect(problem(answered)).toEqual([409, 'erasure_in_progress']);
      expect(Number(answered.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await client.get(`/v1/customers/${id}`)).status).toBe(404);
    const next = await ok(client.post('/v1/customers', { email: whole.email }));
    expect(next.id).not.toBe(id);
    await other.query('COMMIT');
    await other.end();
    // A worker continues five seconds after the lock was refused.
    await eventually(async () => expect([204, 404]).toContain((await erase(id)).status));
    expect((await erase(next.id)).status).toBe(204);
    expect(await found(mark)).toEqual([]);
  });

  it('204 with concurrent payments of that customer, by address and by id: none contains the data', async () => {
    const mark = 'zq9race';
    const { email, firstName } = person(mark);
    const { id } = await ok(client.post('/v1/customers', { email, firstName }));
    const create = (n: number): Promise<Answer> => {
      const customer = n % 2 === 0 ? { email } : { id };
      return client.post('/v1/payments', { amount, customer }, keyed(`race-${n}`));
    };
    const creates = Array.from({ length: 60 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n * 3));
      return create(n);
    });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect((await erase(id)).status).toBe(204);
    const mine = `SELECT p.id FROM payments p WHERE p.customer_id = $1 AND p.customer_email <> 'erased@invalid'`;
    expect(await stack.query(mine, [id.slice(5)])).toEqual([]);
    const answers = await Promise.all(creates);
    expect(answers.filter(({ status }) => status !== 201 && status !== 422)).toEqual([]);
    const [byAddress, byId] = [await create(60), await create(61)];
    expect(byId.body).toMatchObject({ errors: [{ pointer: '/customer/id', code: 'not_found' }] });
    // Later payments by address belong to a new customer, which is then erased as well.
    const next = (byAddress.body['customer'] as { id: string }).id;
    expect(next).not.toBe(id);
    await eventually(async () => {
      expect(
        await stack.query(`SELECT id FROM payments WHERE status = 'pending' AND customer_id = $1`, [id.slice(5)]),
      ).toEqual([]);
    });
    expect(await stack.query(mine, [id.slice(5)])).toEqual([]);
    expect((await erase(next)).status).toBe(204);
    expect(await found(mark)).toEqual([]);
  });
});

describe('createPayment', () => {
  it('422 not_found for the id of a deleted customer', async () => {
    const { id } = await ok(client.post('/v1/customers', { email: 'once@example.com' }));
    expect((await erase(id)).status).toBe(204);
    const refused = await client.post('/v1/payments', { amount, customer: { id } });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ errors: [{ pointer: '/customer/id', code: 'not_found' }] });
  });
});

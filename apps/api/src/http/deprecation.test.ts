import { fileURLToPath } from 'node:url';
import { eventually, stackWithAccount, type Answer } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const preload = new URL('../../../../packages/testing/deprecated-operations.mjs', import.meta.url);
const notice = { deprecated: true, 'x-deprecated-since': '2027-01-01', 'x-sunset': '2028-01-01' };
const since = '@1798761600';
const sunset = 'Sat, 01 Jan 2028 00:00:00 GMT';
const link = (operation: string): string => `</docs#/${operation}>; rel="deprecation"`;

/** The API with three operations marked as deprecated. */
const { stack, client } = await stackWithAccount({
  env: {
    NODE_OPTIONS: `--import=${fileURLToPath(preload)}`,
    DEPRECATED_OPERATIONS: JSON.stringify({ listRefunds: notice, getPayment: notice, createRefund: notice }),
  },
});

function announced({ headers }: Answer): unknown[] {
  return ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));
}

describe('a deprecated operation', () => {
  it('sets its headers on a success', async () => {
    expect(announced(await client.get('/v1/refunds'))).toEqual([since, sunset, link('Refunds/listRefunds')]);
  });

  it.each([
    [400, () => client.get('/v1/refunds?nonsense=1')],
    [401, () => stack.client('sk_test_nonsense').get('/v1/refunds')],
    [406, () => client.get('/v1/refunds', { headers: { accept: 'text/csv' } })],
    [412, () => client.get('/v1/refunds', { headers: { 'if-match': '"1"' } })],
  ])('sets its headers on %i', async (status, send) => {
    const answer = await send();
    expect([answer.status, ...announced(answer)]).toEqual([status, since, sunset, link('Refunds/listRefunds')]);
  });

  it('sets its headers on 404 and 304', async () => {
    const missing = await client.get('/v1/payments/pay_1');
    expect([missing.status, ...announced(missing)]).toEqual([404, since, sunset, link('Payments/getPayment')]);

    const { body } = await client.post('/v1/payments', { amount: { value: 1000, currency: 'USD' } });
    // No later version follows once it is completed.
    await eventually(async () => {
      const { headers } = await client.get(`/v1/payments/${String(body['id'])}`);
      const asked = { headers: { 'if-none-match': String(headers.get('etag')) } };
      const same = await client.get(`/v1/payments/${String(body['id'])}`, asked);
      expect([same.status, ...announced(same)]).toEqual([304, since, sunset, link('Payments/getPayment')]);
    });
  });

  it('sets its headers on 415 and 422', async () => {
    const answers = [
      await client.post('/v1/refunds', {}),
      await client.post('/v1/refunds', 'a=b', { headers: { 'content-type': 'text/plain' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 415]);
    for (const answer of answers) expect(announced(answer)).toEqual([since, sunset, link('Refunds/createRefund')]);
  });

  it('keeps the link to the next page', async () => {
    for (const value of [1, 2]) {
      const body = { amount: { value, currency: 'USD' }, metadata: { sandbox: 'approve' } };
      const { body: payment } = await client.post('/v1/payments?wait=10', body);
      expect((await client.post('/v1/refunds', { paymentId: payment['id'] })).status).toBe(201);
    }
    const { headers } = await client.get('/v1/refunds?limit=1');
    const [deprecation, next, ...more] = String(headers.get('link')).split(', ');
    expect([deprecation, more]).toEqual([link('Refunds/listRefunds'), []]);
    expect(next).toMatch(/^<\/v1\/refunds\?limit=1&cursor=[^>]+>; rel="next"$/);
  });
});

it('an operation that is not deprecated sets no such headers', async () => {
  expect(announced(await client.get('/v1/payments'))).toEqual([null, null, null]);
});

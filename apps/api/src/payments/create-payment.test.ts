import { problem, stackWithAccount } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, account, client } = await stackWithAccount({ worker: 0 });

const amount = { value: 1000, currency: 'USD' };

/** Row counts of all tables that a creation writes. */
async function written(): Promise<unknown> {
  const [row] = await stack.query(`SELECT (SELECT count(*) FROM payments) AS payments,
    (SELECT count(*) FROM customers) AS customers, (SELECT count(*) FROM events) AS events`);
  return row;
}

describe('createPayment', () => {
  it('201 with only an amount: pending, all optional fields null', async () => {
    const answer = await client.post('/v1/payments', { amount });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/v1/payments/${String(answer.body['id'])}`);
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
    const { id, createdAt, updatedAt, ...rest } = answer.body;
    expect(id).toMatch(/^pay_\d+$/);
    expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(updatedAt).toBe(createdAt);
    expect(rest).toEqual({
      captureMethod: 'automatic',
      returnUrl: null,
      initiator: 'customer',
      statementDescriptorSuffix: null,
      receiptEmail: null,
      processor: { id: 'sandbox', kind: 'sandbox', reference: null },
      paymentMethodId: null,
      subscriptionId: null,
      expiresAt: null,
      nextAction: null,
      status: 'pending',
      stage: 'processing',
      amount,
      customer: null,
      description: null,
      metadata: {},
      reference: null,
      mode: 'test',
      failure: null,
      capturedAmount: { value: 0, currency: 'USD' },
      amountCapturable: { value: 0, currency: 'USD' },
      captureBefore: null,
      captureOrigin: null,
      refundedAmount: { value: 0, currency: 'USD' },
      disputedAmount: { value: 0, currency: 'USD' },
      refundableAmount: { value: 0, currency: 'USD' },
      version: 1,
    });
  });

  it('201 as in the example of the contract: customer, description and metadata', async () => {
    const customer = { email: 'customer@example.com', firstName: 'John', lastName: 'Doe' };
    const metadata = { orderId: 'order_123', nested: { list: [1, 2.5, null, 'ünï', ''] }, __proto: 1 };
    const answer = await client.post('/v1/payments', { amount, customer, description: 'Order #123', metadata });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ customer, description: 'Order #123', status: 'pending' });
    expect(answer.body['metadata']).toEqual(metadata);
    expect((answer.body['customer'] as { id: string }).id).toMatch(/^cust_\d+$/);
  });

  it('201 finds the customer by any spelling of the e-mail address, and keeps the names as sent', async () => {
    const first = await client.post('/v1/payments', {
      amount,
      customer: { email: 'Ada@Example.com', firstName: 'Ada' },
    });
    const second = await client.post('/v1/payments', {
      amount,
      customer: { email: 'ada@EXAMPLE.com', firstName: 'A.' },
    });
    const [one, two] = [first.body['customer'], second.body['customer']] as { id: string; firstName: string }[];
    expect(two?.id).toBe(one?.id);
    expect([one?.firstName, two?.firstName]).toEqual(['Ada', 'A.']);
  });

  it('201 for fifty concurrent requests with one new customer: one customer, one customer.created', async () => {
    const customer = { email: 'crowd@example.com' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.post('/v1/payments', { amount, customer })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => (answer.body['customer'] as { id: string }).id)).size).toBe(1);
    const [row] = await stack.query(
      `SELECT count(*)::int AS n FROM events WHERE type = 'customer.created'
        AND convert_from(body, 'UTF8') LIKE '%crowd@example.com%'`,
    );
    expect(row).toEqual({ n: 1 });
  });

  it('201 holds a payment for approval if the sandbox is asked to, and every live one', async () => {
    const held = await client.post('/v1/payments', { amount, metadata: { sandbox: 'hold' } });
    expect(held.body).toMatchObject({ status: 'pending', stage: 'awaiting_approval' });
    const live = await stack.client(account.liveKey).post('/v1/payments', { amount });
    expect(live.body).toMatchObject({ status: 'pending', stage: 'awaiting_approval', mode: 'live' });
  });

  it.each([
    { value: 1, currency: 'JPY' },
    { value: 999_999_999_999, currency: 'KWD' },
  ])('201 at the limits: $value $currency', async (edge) => {
    const answer = await client.post('/v1/payments', { amount: edge });
    expect(answer.status).toBe(201);
    expect(answer.body['amount']).toEqual(edge);
  });

  it('400 malformed_json, and nothing is written', async () => {
    const before = await written();
    for (const raw of ['{"amount":', '{"amount":{"value":NaN,"currency":"USD"}}', "{'a':1}", '\u0000', '{"a":1}x']) {
      const answer = await client.post('/v1/payments', undefined, { raw });
      expect(problem(answer)).toEqual([400, 'malformed_json']);
    }
    const notUtf8 = await client.post('/v1/payments', undefined, { raw: Buffer.from([0x7b, 0xff, 0x7d]) });
    expect(problem(notUtf8)).toEqual([400, 'malformed_json']);
    expect(await written()).toEqual(before);
  });

  it('400 invalid_query for an unknown parameter', async () => {
    const answer = await client.post('/v1/payments?dryRun=1', { amount });
    expect(problem(answer)).toEqual([400, 'invalid_query']);
  });

  it.each(unauthorized())('401 with %s, with the same message for all', async (_name, authorization) => {
    const options = authorization === undefined ? {} : { headers: { authorization } };
    const answer = await stack.client().post('/v1/payments', { amount }, options);
    expect([answer.status, answer.body['code'], answer.body['detail']]).toEqual([
      401,
      'unauthorized',
      'A valid API key is required.',
    ]);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('401 for a revoked or expired key', async () => {
    for (const column of ['revoked_at', 'expires_at']) {
      const other = await stack.createAccount('free');
      await stack.changeKeys(other, `${column} = now() - interval '1 second'`);
      const answer = await stack.client(other.testKey).post('/v1/payments', { amount });
      expect(problem(answer)).toEqual([401, 'unauthorized']);
    }
  });

  it('403 insufficient_scope for a read-only key', async () => {
    const reader = await stack.clientWithScopes('payments:read');
    const answer = await reader.post('/v1/payments', { amount });
    expect(problem(answer)).toEqual([403, 'insufficient_scope']);
  });

  it('413 body_too_large, with or without Content-Length', async () => {
    const before = await written();
    const raw = JSON.stringify({ amount, description: 'x'.repeat(70_000) });
    const declared = await client.post('/v1/payments', undefined, { raw });
    expect(problem(declared)).toEqual([413, 'body_too_large']);
    const chunked = await client.post('/v1/payments', undefined, { raw, chunked: true });
    expect(problem(chunked)).toEqual([413, 'body_too_large']);
    expect(await written()).toEqual(before);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])(
    '415 unsupported_media_type for %s',
    async (type) => {
      const answer = await client.post('/v1/payments', { amount }, { headers: { 'content-type': type } });
      expect(problem(answer)).toEqual([415, 'unsupported_media_type']);
    },
  );

  it.each([
    ['gzip', 415],
    ['identity', 201],
  ])('a body with Content-Encoding: %s is %i', async (coding, status) => {
    const answer = await client.post('/v1/payments', { amount }, { headers: { 'content-encoding': coding } });
    expect(answer.status).toBe(status);
  });

  it.each(invalidBodies())('422 %s at %s: %j', async (code, pointer, body) => {
    const before = await written();
    const answer = await client.post('/v1/payments', body);
    expect(problem(answer)).toEqual([422, 'validation_failed']);
    expect(answer.body['errors']).toContainEqual(expect.objectContaining({ code, pointer }));
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({
      status: 422,
      type: expect.stringMatching(/\/errors\/validation_failed$/) as string,
    });
    expect(await written()).toEqual(before);
  });
});

describe('row 30: invalid amounts', () => {
  it.each([
    ['0', '/amount/value', '0', '"USD"'],
    ['-1', '/amount/value', '-1', '"USD"'],
    ['1.5', '/amount/value', '1.5', '"USD"'],
    ['"100"', '/amount/value', '"100"', '"USD"'],
    ['2^53', '/amount/value', '9007199254740992', '"USD"'],
    ['2^53 + 1', '/amount/value', '9007199254740993', '"USD"'],
    ['XXX', '/amount/currency', '1', '"XXX"'],
    ['usd', '/amount/currency', '1', '"usd"'],
    ['US', '/amount/currency', '1', '"US"'],
  ])('422 for %s, with its pointer', async (_name, pointer, value, currency) => {
    const raw = `{"amount":{"value":${value},"currency":${currency}}}`;
    const answer = await client.post('/v1/payments', undefined, { raw });
    expect(answer.status).toBe(422);
    expect(answer.body['errors']).toContainEqual(expect.objectContaining({ pointer }));
  });

  it('400 for NaN, which is not JSON', async () => {
    const answer = await client.post('/v1/payments', undefined, { raw: '{"amount":{"value":NaN,"currency":"USD"}}' });
    expect(problem(answer)).toEqual([400, 'malformed_json']);
  });
});

function unauthorized(): [string, string | undefined][] {
  return [
    ['no key', undefined],
    ['no token', 'Bearer'],
    ['a malformed key', 'Bearer sk_test_short'],
    ['a key whose checksum is wrong', `Bearer sk_test_${'a'.repeat(38)}`],
    ['a publishable-looking key', `Bearer pk_test_${'a'.repeat(38)}`],
  ];
}

function invalidBodies(): [string, string, unknown][] {
  const withAmount = (value: unknown, currency: unknown = 'USD'): unknown => ({ amount: { value, currency } });
  return [
    ['required', '/amount', {}],
    ['required', '/amount/value', { amount: { currency: 'USD' } }],
    ['required', '/amount/currency', { amount: { value: 1 } }],
    ['wrong_type', '', [1]],
    ['wrong_type', '', null],
    ['wrong_type', '/amount', { amount: 1000 }],
    ['wrong_type', '/amount/value', withAmount('100')],
    ['wrong_type', '/amount/value', withAmount(1.5)],
    ['wrong_type', '/amount/value', withAmount(null)],
    ['out_of_range', '/amount/value', withAmount(0)],
    ['out_of_range', '/amount/value', withAmount(-1)],
    ['out_of_range', '/amount/value', withAmount(1_000_000_000_000)],
    ['out_of_range', '/amount/value', withAmount(2 ** 53)],
    ['unknown_currency', '/amount/currency', withAmount(1, 'XXX')],
    ['unknown_currency', '/amount/currency', withAmount(1, 'XAU')],
    ['unknown_currency', '/amount/currency', withAmount(1, 'usd')],
    ['unknown_currency', '/amount/currency', withAmount(1, 'US')],
    ['wrong_type', '/amount/currency', withAmount(1, 840)],
    ['unknown_field', '/status', { amount, status: 'completed' }],
    ['unknown_field', '/amount/cents', { amount: { ...amount, cents: 1 } }],
    ['unknown_field', '/customer/phone', { amount, customer: { email: 'a@example.com', phone: '1' } }],
    ['required', '/customer/email', { amount, customer: { firstName: 'Ada' } }],
    ['invalid_format', '/customer/email', { amount, customer: { email: 'not an address' } }],
    ['too_long', '/customer/firstName', { amount, customer: { email: 'a@example.com', firstName: 'x'.repeat(101) } }],
    ['too_long', '/description', { amount, description: 'x'.repeat(1001) }],
    ['invalid_text', '/description', { amount, description: 'a\u0000b' }],
    ['invalid_text', '/description', { amount, description: '\ud800' }],
    ['wrong_type', '/metadata', { amount, metadata: [] }],
    ['too_long', '/metadata', { amount, metadata: { big: 'x'.repeat(16_400) } }],
    [
      'too_long',
      '/metadata',
      { amount, metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 1])) },
    ],
    ['too_short', '/reference', { amount, reference: '' }],
  ];
}

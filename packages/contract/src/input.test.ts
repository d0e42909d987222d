import { describe, expect, it } from 'vitest';
import type { OperationId } from '../generated/operations.js';
import { parseInput, type RawInput } from './input.js';

const amount = { value: 1000, currency: 'USD' };
const webhook = { url: 'https://shop.example.com/hooks', events: ['payment.completed'] };

function parse(operationId: OperationId, raw: Partial<RawInput>) {
  return parseInput(operationId, { params: {}, query: {}, headers: {}, body: undefined, ...raw });
}

function bodyErrors(operationId: OperationId, body: unknown, params = {}): string[] {
  const parsed = parse(operationId, { params, body });
  if (parsed.ok) return [];
  expect(parsed.code).toBe('validation_failed');
  return parsed.errors.map(({ pointer, code }) => `${pointer} ${code}`);
}

function queryErrors(operationId: OperationId, query: unknown): string[] {
  const parsed = parse(operationId, { query });
  if (parsed.ok) return [];
  expect(parsed.code).toBe('invalid_query');
  return parsed.errors.map(({ parameter, code }) => `${parameter} ${code}`);
}

describe('a valid body', () => {
  it('is returned unchanged', () => {
    const body = {
      amount,
      customer: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
      description: 'Order 1042',
      metadata: { any: { thing: [1, null, 'é'] } },
      reference: 'order-1042',
    };
    expect(parse('createPayment', { body })).toEqual({ ok: true, input: { params: {}, query: {}, headers: {}, body } });
  });

  it.each(['JPY', 'USD', 'KWD', 'XAF', 'XCG'])('may be in %s', (currency) => {
    expect(bodyErrors('createPayment', { amount: { value: 1, currency } })).toEqual([]);
  });

  it('may reach every limit, counted in code points', () => {
    const body = {
      amount: { value: 999_999_999_999, currency: 'USD' },
      description: '🎉'.repeat(1000),
      reference: 'r',
    };
    expect(bodyErrors('createPayment', body)).toEqual([]);
    expect(bodyErrors('createWebhook', { ...webhook, secret: '🎉'.repeat(8) })).toEqual([]);
  });

  it('is ignored if the operation has none', () => {
    const parsed = parse('getPayment', { params: { paymentId: 'pay_1' }, body: { any: 'thing' } });
    expect(parsed).toEqual({
      ok: true,
      input: { params: { paymentId: 'pay_1' }, query: {}, headers: {}, body: undefined },
    });
  });
});

describe('createPayment', () => {
  it.each([
    ['no body', undefined, [' required']],
    ['null', null, [' wrong_type']],
    ['an array', [], [' wrong_type']],
    ['a text', 'amount', [' wrong_type']],
    ['no amount', {}, ['/amount required']],
    ['an empty amount', { amount: {} }, ['/amount/value required', '/amount/currency required']],
    ['an unknown field', { amount, status: 'completed' }, ['/status unknown_field']],
    ['an unknown inner field', { amount: { ...amount, 'a/b': 1 } }, ['/amount/a~1b unknown_field']],
    ['amount null', { amount: null }, ['/amount wrong_type']],
    ['value 0', { amount: { ...amount, value: 0 } }, ['/amount/value out_of_range']],
    ['value -1', { amount: { ...amount, value: -1 } }, ['/amount/value out_of_range']],
    ['value 1.5', { amount: { ...amount, value: 1.5 } }, ['/amount/value wrong_type']],
    ['value "100"', { amount: { ...amount, value: '100' } }, ['/amount/value wrong_type']],
    ['value 10^12', { amount: { ...amount, value: 1e12 } }, ['/amount/value out_of_range']],
    ['value 2^53', { amount: { ...amount, value: 2 ** 53 } }, ['/amount/value out_of_range']],
    ['currency XXX', { amount: { ...amount, currency: 'XXX' } }, ['/amount/currency unknown_currency']],
    ['currency XAU', { amount: { ...amount, currency: 'XAU' } }, ['/amount/currency unknown_currency']],
    ['currency usd', { amount: { ...amount, currency: 'usd' } }, ['/amount/currency unknown_currency']],
    [
      'currency CLF, a unit of account',
      { amount: { ...amount, currency: 'CLF' } },
      ['/amount/currency unknown_currency'],
    ],
    ['currency US', { amount: { ...amount, currency: 'US' } }, ['/amount/currency unknown_currency']],
    ['currency ANG, retired', { amount: { ...amount, currency: 'ANG' } }, ['/amount/currency unknown_currency']],
    ['currency 840', { amount: { ...amount, currency: 840 } }, ['/amount/currency wrong_type']],
    ['an invalid customer id', { amount, customer: { id: 'cust_' } }, ['/customer/id invalid_format']],
    ['a bad e-mail', { amount, customer: { email: 'ada' } }, ['/customer/email invalid_format']],
    ['a long e-mail', { amount, customer: { email: `${'a'.repeat(250)}@b.co` } }, ['/customer/email too_long']],
    [
      'a long name',
      { amount, customer: { email: 'a@b.co', lastName: 'x'.repeat(101) } },
      ['/customer/lastName too_long'],
    ],
    ['a long description', { amount, description: 'x'.repeat(1001) }, ['/description too_long']],
    ['a description of null', { amount, description: null }, ['/description wrong_type']],
    ['an empty reference', { amount, reference: '' }, ['/reference too_short']],
    ['a long reference', { amount, reference: 'x'.repeat(256) }, ['/reference too_long']],
    ['metadata as array', { amount, metadata: [] }, ['/metadata wrong_type']],
    ['51 keys of metadata', { amount, metadata: keys(51) }, ['/metadata too_long']],
    ['metadata over 16 KiB', { amount, metadata: { a: 'é'.repeat(8_200) } }, ['/metadata too_long']],
    ['metadata too deep', { amount, metadata: JSON.parse('['.repeat(18) + ']'.repeat(18)) }, deep()],
    ['NUL', { amount, description: 'a\0' }, ['/description invalid_text']],
  ])('refuses %s', (_what, body, errors) => {
    expect(bodyErrors('createPayment', body)).toEqual(errors);
  });

  it('reports all errors at once, one per pointer', () => {
    const body = { amount: { value: 0, currency: 'usd' }, customer: { email: '' }, x: 1, reference: '' };
    expect(bodyErrors('createPayment', body)).toEqual([
      '/x unknown_field',
      '/amount/value out_of_range',
      '/amount/currency unknown_currency',
      '/customer/email invalid_format',
      '/reference too_short',
    ]);
  });

  it('reports at most 50 errors', () => {
    expect(bodyErrors('createPayment', { amount, ...keys(1000) })).toHaveLength(50);
  });

  it('says what was expected', () => {
    const parsed = parse('createPayment', { body: { amount: { value: 0, currency: 'usd' }, description: 5 } });
    expect(parsed).toEqual({
      ok: false,
      code: 'validation_failed',
      errors: [
        { pointer: '/amount/value', code: 'out_of_range', detail: 'must be >= 1' },
        {
          pointer: '/amount/currency',
          code: 'unknown_currency',
          detail: 'use upper case: USD',
        },
        { pointer: '/description', code: 'wrong_type', detail: 'must be a string' },
      ],
    });
  });
});

describe('a field that null removes', () => {
  it.each([
    ['firstName', 5, 'must be a string or null'],
    ['address', [], 'must be an object or null'],
  ])('says what %s accepts', (field, value, detail) => {
    const parsed = parse('updateCustomer', { params: { customerId: 'cust_1' }, body: { [field]: value } });
    expect(parsed).toMatchObject({ ok: false, errors: [{ pointer: `/${field}`, code: 'wrong_type', detail }] });
  });
});

describe('a payment of an existing customer', () => {
  it('has only the id; a conflicting e-mail address is checked with the customer', () => {
    expect(bodyErrors('createPayment', { amount, customer: { id: 'cust_1' } })).toEqual([]);
    expect(bodyErrors('createPayment', { amount, customer: { id: 'cust_1', email: 'ada@example.com' } })).toEqual([]);
    expect(bodyErrors('createPayment', { amount, customer: {} })).toEqual([]);
  });
});

describe('a card number', () => {
  const card = '4111 1111 1111 1111';

  it.each([
    ['a text', { amount, description: `Card ${card}` }, '/description'],
    ['metadata', { amount, metadata: { a: [{ b: 4111111111111111 }] } }, '/metadata/a/0/b'],
    ['a field that does not exist', { amount, card: '4111111111111111' }, '/card'],
    ['a key that does not exist', { amount, [card]: 1 }, ''],
    ['a body that is wrong in other ways', { amount: 5, reference: card, description: '\0' }, '/reference'],
  ])('in %s is refused without being repeated', (_what, body, pointer) => {
    const parsed = parse('createPayment', { body });
    expect(parsed).toEqual({
      ok: false,
      code: 'card_number_refused',
      errors: [{ pointer, code: 'invalid_text', detail: 'must not hold the number of a payment card' }],
    });
    expect(JSON.stringify(parsed).replaceAll(' ', '')).not.toContain('41111111');
  });
});

describe('an optional body', () => {
  const params = { paymentId: 'pay_1' };

  it('is undefined if it is missing, and otherwise validated', () => {
    const expected = { params, query: {}, headers: {}, body: undefined };
    expect(parse('approvePayment', { params })).toEqual({ ok: true, input: expected });
    const body = { reason: 'x'.repeat(500) };
    expect(parse('rejectPayment', { params, body })).toMatchObject({ ok: true, input: { body } });
    expect(parse('cancelPayment', { params, body: {} })).toMatchObject({ ok: true, input: { body: {} } });
  });

  it.each<[OperationId, unknown, string]>([
    ['approvePayment', null, ' wrong_type'],
    ['approvePayment', { note: 'x' }, '/note unknown_field'],
    ['rejectPayment', { reason: 'x'.repeat(501) }, '/reason too_long'],
    ['cancelPayment', { reason: '' }, '/reason too_short'],
    ['rotateWebhookSecret', { secret: '1234567' }, '/secret too_short'],
    ['rotateWebhookSecret', { overlapSeconds: 604_801 }, '/overlapSeconds out_of_range'],
    ['rotateWebhookSecret', { overlapSeconds: '60' }, '/overlapSeconds wrong_type'],
    ['testWebhook', { type: 'payment.lost' }, '/type unknown_event'],
  ])('of %s refuses %j', (operationId, body, error) => {
    const place = operationId.endsWith('Payment') ? params : { webhookId: 'wh_1' };
    expect(bodyErrors(operationId, body, place)).toEqual([error]);
  });
});

describe('a change', () => {
  it.each<[OperationId, unknown, string[]]>([
    ['updatePayment', {}, []],
    ['updatePayment', { description: null, metadata: { a: null, b: { c: 1 } } }, []],
    ['updatePayment', { metadata: null }, []],
    ['updatePayment', { amount }, ['/amount unknown_field']],
    ['updatePayment', { metadata: 'x' }, ['/metadata wrong_type']],
    ['updatePayment', { metadata: { a: 'é'.repeat(8_200) } }, ['/metadata too_long']],
    ['updatePayment', undefined, [' required']],
    ['updateWebhook', { enabled: true, description: null, acknowledgeOn: '2xx', events: ['webhook.test'] }, []],
    ['updateWebhook', { retrySchedule: 'extended' }, []],
    ['updateWebhook', { events: [] }, ['/events too_short']],
    ['updateWebhook', { url: null }, ['/url wrong_type']],
    ['updateWebhook', { secret: 'a new secret' }, ['/secret unknown_field']],
  ])('%s %j: %j', (operationId, body, errors) => {
    const params = operationId === 'updatePayment' ? { paymentId: 'pay_1' } : { webhookId: 'wh_1' };
    expect(bodyErrors(operationId, body, params)).toEqual(errors);
  });
});

describe('createWebhook', () => {
  it.each([
    ['nothing', {}, ['/url required', '/events required']],
    ['no kinds', { ...webhook, events: [] }, ['/events too_short']],
    ['an unknown kind', { ...webhook, events: ['payment.completed', 'payment.lost'] }, ['/events/1 unknown_event']],
    ['a kind that is not a string', { ...webhook, events: [1] }, ['/events/0 wrong_type']],
    ['a kind twice', { ...webhook, events: ['payment.failed', 'payment.failed'] }, ['/events/1 duplicate']],
    ['kinds as text', { ...webhook, events: 'payment.completed' }, ['/events wrong_type']],
    ['a short secret', { ...webhook, secret: '1234567' }, ['/secret too_short']],
    ['a long secret', { ...webhook, secret: 'x'.repeat(257) }, ['/secret too_long']],
    ['a long URL', { ...webhook, url: `https://${'x'.repeat(2048)}` }, ['/url too_long']],
    ['another acknowledgement', { ...webhook, acknowledgeOn: '3xx' }, ['/acknowledgeOn invalid_format']],
    ['another schedule', { ...webhook, retrySchedule: 'forever' }, ['/retrySchedule invalid_format']],
    ['enabled as text', { ...webhook, enabled: 'true' }, ['/enabled wrong_type']],
  ])('refuses %s', (_what, body, errors) => {
    expect(bodyErrors('createWebhook', body)).toEqual(errors);
  });
});

describe('a query', () => {
  it('is parsed into its types', () => {
    const parsed = parse('listPayments', { query: { limit: '100', cursor: 'abc' } });
    const query = { limit: 100, cursor: 'abc' };
    expect(parsed).toEqual({ ok: true, input: { params: {}, query, headers: {}, body: undefined } });
  });

  it.each([
    ['limit 0', { limit: '0' }, ['limit out_of_range']],
    ['limit 101', { limit: '101' }, ['limit out_of_range']],
    ['limit ten', { limit: 'ten' }, ['limit wrong_type']],
    ['limit 1e1', { limit: '1e1' }, ['limit wrong_type']],
    ['limit 1.5', { limit: '1.5' }, ['limit wrong_type']],
    ['an empty limit', { limit: '' }, ['limit wrong_type']],
    ['limit twice', { limit: ['1', '2'] }, ['limit duplicate']],
    ['a status twice', { status: ['pending', 'pending'] }, ['status duplicate']],
    ['a key of an object twice', { 'metadata[a]': ['1', '2'] }, ['metadata[a] duplicate']],
    ['an empty cursor', { cursor: '' }, ['cursor too_short']],
    ['an unknown parameter', { 'a/b': '1' }, ['a/b unknown_field']],
    ['__proto__', JSON.parse('{"__proto__":"1"}'), ['__proto__ unknown_field']],
  ])('refuses %s', (_what, query, errors) => {
    expect(queryErrors('listPayments', query)).toEqual(errors);
  });

  it('is refused if the operation has none', () => {
    const parsed = parse('getPayment', { params: { paymentId: 'pay_1' }, query: { expand: 'customer' } });
    expect(parsed).toMatchObject({ ok: false, code: 'invalid_query', errors: [{ parameter: 'expand' }] });
  });
});

describe('many mistakes in one body', () => {
  it.each<[OperationId, object]>([
    ['createCheckoutSession', { lineItems: Array(100_000).fill({}) }],
    ['updateSecurityConfig', { approvalThresholds: Array(200_000).fill(1) }],
  ])('of %s are found in linear time', (operationId, body) => {
    // Quadratic time exceeds the timeout of a test.
    expect(bodyErrors(operationId, body)).toHaveLength(50);
  });
});

describe('an id in the path', () => {
  it.each(['pay_1', 'pay_9223372036854775807'])('%s is well formed', (paymentId) => {
    expect(parse('getPayment', { params: { paymentId } }).ok).toBe(true);
  });

  it.each(['1', 'wh_1', 'pay_', 'pay_x', 'pay_1\n', 'PAY_1', `pay_${'1'.repeat(20)}`])(
    '%j is not found',
    (paymentId) => {
      expect(parse('getPayment', { params: { paymentId } })).toEqual({ ok: false, code: 'not_found', errors: [] });
    },
  );
});

function keys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, n]));
}

function deep(): string[] {
  return [`/metadata${'/0'.repeat(9)} too_deep`];
}

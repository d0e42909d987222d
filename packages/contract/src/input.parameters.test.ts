import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations, type OperationId } from '../generated/operations.js';
import { parseInput, type RawInput } from './input.js';

const paymentId = 'pay_1';
const webhookId = 'wh_1';

function parse(operationId: OperationId, raw: Partial<RawInput>) {
  return parseInput(operationId, { params: {}, query: {}, headers: {}, body: undefined, ...raw });
}

function errorsOf(parsed: ReturnType<typeof parse>): string[] {
  if (parsed.ok) return [];
  return parsed.errors.map(({ parameter, code }) => `${parsed.code} ${parameter} ${code}`);
}

describe('request headers', () => {
  const approve = (headers: RawInput['headers']) => parse('approvePayment', { params: { paymentId }, headers });
  const update = (ifMatch: string) =>
    parse('updateWebhook', { params: { webhookId }, headers: { 'if-match': ifMatch }, body: {} });

  it('are parsed by the names of the operation, and no others', () => {
    const headers = { 'idempotency-key': 'k-1', 'if-match': '"1"', authorization: 'Bearer x', host: 'localhost' };
    expect(approve(headers)).toMatchObject({ ok: true, input: { headers: { idempotencyKey: 'k-1' } } });
    const rotated = parse('rotateWebhookSecret', { params: { webhookId }, headers });
    expect(rotated).toMatchObject({ ok: true, input: { headers: { idempotencyKey: 'k-1', ifMatch: '"1"' } } });
    expect(parse('getPayment', { params: { paymentId }, headers })).toMatchObject({ ok: true, input: { headers: {} } });
  });

  it.each(['!', '~', 'x'.repeat(255), '550e8400-e29b-41d4-a716-446655440000'])('Idempotency-Key may be %j', (key) => {
    expect(approve({ 'idempotency-key': key }).ok).toBe(true);
  });

  it.each([
    ['empty', '', 'too_short'],
    ['of 256 characters', 'x'.repeat(256), 'too_long'],
    ['two joined', 'a, b', 'invalid_format'],
    ['with a tab', 'a\tb', 'invalid_format'],
    ['not ASCII', 'clé', 'invalid_format'],
    ['with a line end', 'a\n', 'invalid_format'],
    ['a list', ['a', 'b'], 'duplicate'],
  ])('Idempotency-Key must not be %s', (_what, key, code) => {
    expect(errorsOf(approve({ 'idempotency-key': key }))).toEqual([`invalid_header Idempotency-Key ${code}`]);
  });

  it.each(['"1"', '*', 'W/"1"', '"1", "2"', '"a","b" , W/"c"', '""'])('If-Match may be %s', (value) => {
    expect(update(value).ok).toBe(true);
  });

  it.each(['1', '', '"1', '"1" "2"', '*, "1"', '"a b"', `"${'x'.repeat(1024)}"`])(
    'If-Match must not be %j',
    (value) => {
      expect(errorsOf(update(value))[0]).toMatch(/^invalid_header If-Match /);
    },
  );

  it('a missing If-Match is reported last if it is required, and is otherwise allowed', () => {
    const configure = (headers: RawInput['headers'], body: unknown) => parse('updateSecurityConfig', { headers, body });
    expect(configure({}, {})).toEqual({ ok: false, code: 'precondition_required', errors: [] });
    expect(configure({}, { surprise: 1 })).toMatchObject({ ok: false, code: 'validation_failed' });
    expect(configure({ 'if-match': '"1"' }, {})).toMatchObject({ ok: true, input: { headers: { ifMatch: '"1"' } } });
    expect(parse('updateWebhook', { params: { webhookId }, body: {} }).ok).toBe(true);
  });

  it('only POST operations take an idempotency key, and all of them do', () => {
    for (const { operationId, method, idempotent, headers, answerHeaders } of Object.values(operations)) {
      expect([operationId, idempotent], operationId).toEqual([operationId, method === 'POST']);
      expect('Idempotency-Key' in headers, operationId).toBe(idempotent);
      expect((answerHeaders as readonly string[]).includes('Idempotent-Replayed'), operationId).toBe(idempotent);
    }
  });
});

describe('filters', () => {
  const list = (query: Record<string, unknown>) => parse('listPayments', { query });

  it('are parsed into their types', () => {
    const query = {
      status: 'completed',
      customerId: 'cust_1',
      currency: 'USD',
      reference: 'order-1042',
      email: 'ada@example.com',
      createdFrom: '2026-11-01T00:00:00Z',
      createdTo: '2026-11-30T23:59:59.999+01:00',
      amountMin: '1',
      amountMax: '999999999999',
      'metadata[orderId]': '1042',
      'metadata[items[0]]': 'a=b&c',
    };
    const { 'metadata[orderId]': _orderId, 'metadata[items[0]]': _item, ...plain } = query;
    const metadata = { orderId: '1042', 'items[0]': 'a=b&c' };
    expect(list(query)).toMatchObject({
      ok: true,
      input: { query: { ...plain, amountMin: 1, amountMax: 999_999_999_999, metadata } },
    });
  });

  it.each([
    ['status', 'paid', 'invalid_format'],
    ['customerId', 'cus_1', 'invalid_format'],
    ['currency', 'XXX', 'unknown_currency'],
    ['reference', '', 'too_short'],
    ['reference', 'a\0', 'invalid_text'],
    ['email', 'ada', 'invalid_format'],
    ['createdFrom', '2026-11-01', 'invalid_format'],
    ['createdFrom', '2026-11-01T00:00:00', 'invalid_format'],
    ['createdFrom', '2026-02-30T00:00:00Z', 'invalid_format'],
    ['createdFrom', '2016-12-31T23:59:60Z', 'invalid_format'],
    ['createdFrom', '0000-01-01T00:00:00Z', 'invalid_format'],
    ['createdTo', '2026-11-01T00:00:00 02:00', 'invalid_format'],
    ['createdTo', '1793491200', 'invalid_format'],
    ['amountMin', '0', 'out_of_range'],
    ['amountMax', '1000000000000', 'out_of_range'],
    ['amountMax', '10.00', 'wrong_type'],
    ['metadata', 'orderId', 'wrong_type'],
    ['metadata[]', '1', 'unknown_field'],
    ['metadata[a][b]', '1', 'unknown_field'],
    ['metadata[a]', ['1', '2'], 'duplicate'],
    ['metadata[a]', 'x'.repeat(501), 'too_long'],
    ['metadata[a/b]', '\0', 'invalid_text'],
    ['metadata[__proto__]', '1', 'invalid_text'],
    ['reference[a]', '1', 'unknown_field'],
  ])('%s=%j is refused', (name, value, code) => {
    expect(errorsOf(list({ [name]: value }))).toEqual([`invalid_query ${name} ${code}`]);
  });

  it('refuse metadata that is both a string and an object, and too much of it', () => {
    expect(errorsOf(list({ metadata: 'x', 'metadata[a]': '1' }))).toEqual(['invalid_query metadata wrong_type']);
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`metadata[k${n}]`, 'v']));
    expect(errorsOf(list(many))).toEqual(['invalid_query metadata too_long']);
  });

  it.each<[OperationId, Partial<RawInput>, string]>([
    ['createPayment', { query: { wait: '21' } }, 'wait out_of_range'],
    ['createPayment', { query: { wait: '-1' } }, 'wait out_of_range'],
    ['createPayment', { query: { wait: 'PT10S' } }, 'wait wrong_type'],
    ['listEvents', { query: { order: 'ASC' } }, 'order invalid_format'],
    ['listEvents', { query: { type: 'payment.lost' } }, 'type unknown_event'],
    ['listEvents', { query: { after: 'pay_1' } }, 'after invalid_format'],
    ['listWebhookDeliveries', { params: { webhookId }, query: { status: 'lost' } }, 'status invalid_format'],
    ['listWebhookDeliveries', { params: { webhookId }, query: { eventId: '1' } }, 'eventId invalid_format'],
  ])('%s refuses %j', (operationId, raw, error) => {
    expect(errorsOf(parse(operationId, raw))).toEqual([`invalid_query ${error}`]);
  });

  it('have the same values as the fields that they filter', () => {
    const { components } = JSON.parse(
      readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8'),
    ) as {
      components: {
        parameters: Record<string, { schema: { enum: string[] } }>;
        schemas: Record<string, { enum: string[]; properties?: { stage?: { enum: (string | null)[] } } }>;
      };
    };
    const { parameters, schemas } = components;
    expect(parameters['PaymentStatusFilter']?.schema.enum).toEqual(schemas['PaymentStatus']?.enum);
    const stage = schemas['Payment']?.properties?.stage?.enum.filter((value) => value !== null);
    expect(parameters['PaymentStageFilter']?.schema.enum).toEqual(stage);
    expect(parameters['DeliveryStatusFilter']?.schema.enum).toEqual(schemas['DeliveryStatus']?.enum);
    expect(parameters['EventTypeFilter']?.schema.enum).toEqual(schemas['EventKind']?.enum);
  });
});

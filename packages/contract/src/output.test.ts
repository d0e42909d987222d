import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { serializeOutput, serializeProblem } from './output.js';
import { checkResponse, validateWebhookEvent } from './response-check.js';
import type { Problem, Schemas } from './schemas.js';

const money = { value: 1000, currency: 'USD' };
const payment: Schemas['Payment'] = {
  id: 'pay_249801938345984001',
  status: 'pending',
  amount: money,
  customer: { id: 'cust_2', email: 'ada@example.com', firstName: 'Ada', lastName: null },
  description: null,
  metadata: {},
  reference: null,
  mode: 'test',
  captureMethod: 'automatic',
  processor: { id: 'sandbox', kind: 'sandbox', reference: null },
  paymentMethodId: null,
  subscriptionId: null,
  expiresAt: null,
  stage: 'processing',
  failure: null,
  capturedAmount: { value: 0, currency: 'USD' },
  amountCapturable: { value: 0, currency: 'USD' },
  captureBefore: null,
  captureOrigin: null,
  refundedAmount: { value: 0, currency: 'USD' },
  disputedAmount: { value: 0, currency: 'USD' },
  refundableAmount: { value: 0, currency: 'USD' },
  nextAction: null,
  returnUrl: null,
  initiator: 'customer',
  statementDescriptorSuffix: null,
  receiptEmail: null,
  version: 1,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};
const eventData: Schemas['PaymentEventData'] = { ...payment, version: 2, paymentVersion: payment.version };
const event = {
  id: 'evt_1',
  type: 'payment.pending',
  created: '2026-11-21T09:30:00.000Z',
  data: eventData,
};
const problem: Problem = {
  type: 'https://payments.example.com/errors/not_found',
  title: 'Not found',
  status: 404,
  code: 'not_found',
  detail: 'The object does not exist.',
  requestId: 'req_1',
};

describe('serializeOutput', () => {
  it.each<[string, Record<string, unknown>]>([
    ['nothing', {}],
    ['nesting, null and empties', { a: { b: [1, null, { c: {} }, []], d: '' } }],
    ['numbers', { a: 0.1, b: -1e-7, c: 1e21, d: 9007199254740991 }],
    ['text to escape', { 'k"\\\n': '"\\/\b\f\n\r\t\u0001\u007f\u2028\u2029' }],
    ['every script', { ключ: '日本語 🎉 ﷽' }],
    ['names of built-in things', JSON.parse('{"__proto__":1,"constructor":2,"toJSON":3,"toString":"4"}')],
    ['keys that look like indexes', { 10: 'b', 2: 'a', x: 'c' }],
  ])('writes metadata as JSON.stringify does: %s', (_what, metadata) => {
    const written = serializeOutput('getPayment', { ...payment, metadata });
    expect(written).toContain(`"metadata":${JSON.stringify(metadata)}`);
    expect(JSON.parse(written)).toEqual({ ...payment, metadata });
  });

  it('writes every field of the contract, in its order', () => {
    expect(serializeOutput('createPayment', payment)).toBe(JSON.stringify(payment));
    const settled: Schemas['Payment'] = {
      ...payment,
      customer: null,
      failure: { code: 'é"', message: '\ud83c\udf89' },
    };
    expect(serializeOutput('createPayment', settled)).toBe(JSON.stringify(settled));
  });

  it('leaves out fields that are not in the contract', () => {
    const withInternals = { ...payment, environmentId: 'secret', customer: null };
    expect(serializeOutput('getPayment', withInternals)).not.toContain('secret');
  });

  it('throws when a required field is missing', () => {
    const { mode: _mode, ...incomplete } = payment;
    expect(() => serializeOutput('getPayment', incomplete as typeof payment)).toThrow('"mode" is required');
  });

  it('writes pages, with events unchanged', () => {
    const page = { data: [payment], hasMore: true, nextCursor: 'abc' };
    expect(serializeOutput('listPayments', page)).toBe(JSON.stringify(page));
    const events = { data: [event as Schemas['WebhookEvent']], hasMore: false, nextCursor: null };
    expect(serializeOutput('listEvents', events)).toBe(JSON.stringify(events));
  });

  it('writes unions unchanged, and null for nullable objects', () => {
    const at = '2026-11-21T09:30:00.000Z';
    const state = { type: 'timeline.state' as const, at, status: 'pending' as const, stage: null };
    const timeline = { data: [{ ...state, failure: null, reason: null, by: null, version: 1 }] };
    expect(serializeOutput('getPaymentTimeline', timeline)).toBe(JSON.stringify(timeline));
    const tested = {
      delivered: false,
      request: { url: 'https://a.example', headers: { 'svc-mode': 'test', x: '' }, body: '{}' },
      response: null,
      error: { code: 'timeout' as const, detail: 'No answer within 30 seconds.' },
      durationMs: 30_000,
      diagnosis: [],
    };
    expect(serializeOutput('testWebhook', tested)).toBe(JSON.stringify(tested));
  });

  it('writes nothing without a body', () => {
    expect(serializeOutput('deleteWebhook', undefined)).toBe('');
  });
});

describe('serializeProblem', () => {
  it('writes a problem with and without errors', () => {
    expect(serializeProblem(problem)).toBe(JSON.stringify(problem));
    const conflict = { currentStatus: 'pending', currentStage: null, allowedActions: ['approve'] };
    expect(serializeProblem({ ...problem, ...conflict })).toBe(JSON.stringify({ ...problem, ...conflict }));
    const errors: Problem['errors'] = [
      { pointer: '/amount/value', code: 'out_of_range', detail: 'must be >= 1' },
      { parameter: 'limit', code: 'wrong_type', detail: 'must be an integer' },
    ];
    expect(JSON.parse(serializeProblem({ ...problem, errors }))).toEqual({ ...problem, errors });
  });
});

describe('checkResponse', () => {
  it('accepts valid responses', () => {
    expect(checkResponse('createPayment', 201, payment)).toEqual([]);
    expect(checkResponse('getPayment', 404, problem)).toEqual([]);
    expect(checkResponse('deleteWebhook', 204, undefined)).toEqual([]);
    expect(checkResponse(null, 404, problem)).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    [
      'a value outside an enum',
      { ...payment, status: 'settled' },
      '/status must be equal to one of the allowed values',
    ],
    ['a value outside a nullable enum', { ...payment, stage: 'paid' }, '/stage must be equal to one of'],
    [
      'an unknown currency',
      { ...payment, amount: { ...money, currency: 'XXX' } },
      '/amount/currency must match format',
    ],
    ['a field too many', { ...payment, accountId: 'acct_1' }, '/ must NOT have additional properties (accountId)'],
    ['an inner field too many', { ...payment, failure: { code: 'a', message: 'b', c: 1 } }, '/failure must NOT have'],
    ['null where it may not be', { ...payment, amount: null }, '/amount must be object'],
    ['an invalid time', { ...payment, createdAt: 'today' }, '/createdAt must match format'],
    ['a Date', { ...payment, createdAt: new Date() }, '/createdAt must be string'],
  ])('reports %s', (_what, body, violation) => {
    expect(checkResponse('getPayment', 200, body)).toEqual([expect.stringContaining(violation)]);
  });

  it('checks the entries of a timeline against their type', () => {
    const at = '2026-11-21T09:30:00.000Z';
    const attempt = {
      type: 'timeline.attempt',
      at,
      operation: 'authorize',
      amount: null,
      processor: 'sandbox',
      outcome: 'approved',
    };
    const entry = { ...attempt, code: null, finishedAt: at };
    expect(checkResponse('getPaymentTimeline', 200, { data: [entry] })).toEqual([]);
    expect(checkResponse('getPaymentTimeline', 200, { data: [{ ...entry, status: 'pending' }] })).toEqual([
      expect.stringContaining('/data/0 must NOT have additional properties (status)'),
    ]);
    expect(checkResponse('getPaymentTimeline', 200, { data: [attempt] })).toHaveLength(2);
  });

  it('reports a missing field', () => {
    const { stage: _stage, ...body } = payment;
    expect(checkResponse('getPayment', 200, body)).toEqual(["/ must have required property 'stage'"]);
  });

  it('reports a status that the operation does not document', () => {
    expect(checkResponse('getPayment', 202, payment)).toEqual(['status 202 is not documented for getPayment']);
    expect(checkResponse('listPayments', 404, problem)).toEqual(['status 404 is not documented for listPayments']);
  });

  it('reports a problem code that the operation does not document', () => {
    const refused = { ...problem, status: 409, code: 'report_not_ready' };
    expect(checkResponse('downloadReport', 409, refused)).toEqual([]);
    expect(checkResponse('approvePayment', 409, refused)).toEqual([
      '/code report_not_ready is not documented for approvePayment with status 409',
    ]);
  });

  it('reports a body of 204', () => {
    expect(checkResponse('deleteWebhook', 204, {})).toEqual(['status 204 has no body']);
  });

  it('reports a problem with a wrong status or an unknown code', () => {
    expect(checkResponse('getPayment', 500, problem)).toEqual([
      '/code not_found is not documented for getPayment with status 500',
      '/status is 404 but the answer is 500',
      '/code not_found belongs to status 404, not 500',
    ]);
    expect(checkResponse(null, 404, { ...problem, code: 'lost' })).toEqual([expect.stringContaining('/code must be')]);
    expect(checkResponse(null, 404, { message: 'Cannot GET /' })).not.toEqual([]);
  });
});

describe('validateWebhookEvent', () => {
  it('accepts an event whose data fits its type', () => {
    expect(validateWebhookEvent(event)).toEqual([]);
    const test = { ...event, type: 'webhook.test', data: { webhookId: 'wh_1', message: 'Hello' } };
    expect(validateWebhookEvent(test)).toEqual([]);
  });

  it('checks the data only against the branch of its type', () => {
    expect(validateWebhookEvent({ ...event, type: 'webhook.test' })).toContain(
      "/data must have required property 'webhookId'",
    );
    expect(validateWebhookEvent({ ...event, data: { ...event.data, status: 'lost' } })).toEqual([
      expect.stringContaining('/data/status must be equal to one of'),
    ]);
  });

  it('refuses a type that is unknown or missing', () => {
    const { type: _type, ...untyped } = event;
    expect(validateWebhookEvent({ ...event, type: 'payment.lost' })).toHaveLength(1);
    expect(validateWebhookEvent(untyped)).not.toEqual([]);
  });

  it('lists every field of a payment for the events about it', () => {
    const document = JSON.parse(readFileSync('openapi/openapi.json', 'utf8')) as {
      components: { schemas: Record<'Payment' | 'PaymentEventData', { properties: object }> };
    };
    const { schemas } = document.components;
    expect(Object.keys(schemas.PaymentEventData.properties)).toEqual(
      expect.arrayContaining(Object.keys(schemas.Payment.properties)),
    );
  });

  it('refuses a payment without the number of its version', () => {
    expect(validateWebhookEvent({ ...event, data: payment })).not.toEqual([]);
  });
});

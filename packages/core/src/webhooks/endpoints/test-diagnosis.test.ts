import { describe, expect, it } from 'vitest';
import type { SendError } from '../../platform/http-client/connection-error.js';
import type { SendOutcome } from '../sending/sender.js';
import { diagnose, type TestedEndpoint } from './test-diagnosis.js';

const now = new Date('2026-11-21T12:00:00Z');
const conditions = { type: 'webhook.test' as const, timeoutMs: 30_000, now };
const endpoint: TestedEndpoint = {
  url: 'https://shop.example.com/hooks',
  acknowledgeOn: '200',
  enabled: true,
  events: ['payment.completed'],
};

type Response = Extract<SendOutcome, { kind: 'response' }>;

function response(statusCode: number, fields: Partial<Response> = {}): Response {
  const certificateExpiresAt = inDays(60);
  const answered = { statusCode, responseExcerpt: '', durationMs: 80, headers: {}, certificateExpiresAt };
  return { kind: 'response', ...answered, ...fields };
}

function failure(error: SendError, sent = false): SendOutcome {
  return { kind: 'error', error, detail: 'the inner reason', durationMs: 30_000, sent };
}

function inDays(days: number): Date {
  return new Date(now.getTime() + days * 86_400_000);
}

describe('the diagnosis of a test', () => {
  it('is empty when all is well', () => {
    expect(diagnose(endpoint, response(200), conditions)).toEqual([]);
    expect(diagnose({ ...endpoint, acknowledgeOn: '2xx' }, response(204), conditions)).toEqual([]);
  });

  it.each([
    [201, 'You answered 201; 200 acknowledges.', 'acknowledgeOn'],
    [302, 'You answered 302; 200 acknowledges.', 'Redirects to https://elsewhere.example/ are not followed'],
    [401, 'You answered 401; 200 acknowledges.', 'no credentials'],
    [404, 'You answered 404; 200 acknowledges.', 'Check the address'],
    [405, 'You answered 405; 200 acknowledges.', 'POST'],
    [413, 'You answered 413; 200 acknowledges.', 'too large'],
    [415, 'You answered 415; 200 acknowledges.', 'application/json'],
    [429, 'You answered 429; 200 acknowledges.', 'limit'],
    [503, 'You answered 503; 200 acknowledges.', 'log'],
  ])('%i: %s … %s', (status, answered, hint) => {
    const headers = { location: 'https://elsewhere.example/' };
    expect(diagnose(endpoint, response(status, { headers }), conditions)).toEqual([
      answered,
      expect.stringContaining(hint),
    ]);
  });

  it('names all of 2xx when they acknowledge', () => {
    const [first] = diagnose({ ...endpoint, acknowledgeOn: '2xx' }, response(418), conditions);
    expect(first).toBe('You answered 418; any status from 200 to 299 acknowledges.');
  });

  it.each([
    [4_999, []],
    [5_000, [expect.stringContaining('You took 5 s to answer; after 30 s')]],
    [29_040, [expect.stringContaining('You took 29 s')]],
  ])('a response after %i ms', (durationMs, expected) => {
    expect(diagnose(endpoint, response(200, { durationMs }), conditions)).toEqual(expected);
  });

  it.each([
    [15.5, []],
    [6.5, [expect.stringContaining('The certificate expires in 6 days')]],
    [1.5, [expect.stringContaining('The certificate expires in 1 day;')]],
    [0.5, [expect.stringContaining('The certificate expires in less than a day')]],
  ])('a certificate that expires in %d days', (days, expected) => {
    const outcome = response(200, { certificateExpiresAt: inDays(days) });
    expect(diagnose(endpoint, outcome, conditions)).toEqual(expected);
  });

  it('warns of plain http', () => {
    const url = 'http://localhost:8080/hooks';
    const outcome = response(200, { certificateExpiresAt: null });
    expect(diagnose({ ...endpoint, url }, outcome, conditions)).toEqual([expect.stringContaining('plain http')]);
  });

  it('mentions an endpoint that is disabled or does not list the event', () => {
    const off = { ...endpoint, enabled: false };
    expect(diagnose(off, response(200), { ...conditions, type: 'payment.failed' })).toEqual([
      expect.stringContaining('disabled'),
      expect.stringContaining('does not list payment.failed'),
    ]);
    expect(diagnose(endpoint, response(200), { ...conditions, type: 'payment.completed' })).toEqual([]);
  });

  it.each<[SendError, string]>([
    ['blocked_address', 'not allowed'],
    ['dns_failure', 'shop.example.com does not resolve'],
    ['connection_refused', 'Nothing listens'],
    ['connection_reset', 'closed without an answer'],
    ['host_unreachable', 'no route'],
    ['certificate_expired', 'has expired'],
    ['certificate_invalid', 'cannot be trusted'],
    ['tls_error', 'TLS 1.2'],
    ['protocol_error', 'not HTTP'],
    ['too_many_interim_responses', 'Answer with a final status'],
    ['invalid_request', 'Register a different one'],
    ['network_error', 'Try again'],
    ['aborted', 'Try again'],
  ])('%s: %s', (error, expected) => {
    expect(diagnose(endpoint, failure(error), conditions)).toEqual([expect.stringContaining(expected)]);
  });

  it('distinguishes a slow endpoint from one that cannot be reached', () => {
    expect(diagnose(endpoint, failure('timeout', true), conditions)).toEqual([
      'No answer came within 30 s. Acknowledge first and work afterwards.',
    ]);
    expect(diagnose(endpoint, failure('timeout', false), conditions)).toEqual([
      expect.stringContaining('No connection within 30 s.'),
    ]);
  });
});

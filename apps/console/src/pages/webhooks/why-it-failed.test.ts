import { describe, expect, it } from 'vitest';
import { deliveryErrors } from '../../generated/webhook-terms.js';
import { whyAttemptFailed, whyItFailed } from './why-it-failed.js';

const answered = (statusCode: number) => ({ statusCode, error: null, detail: null });
const failed = (error: string, detail: string | null = null) => ({ statusCode: null, error, detail });

describe('an attempt without a response', () => {
  it.each(deliveryErrors)('%s has its own explanation, without the code', (error) => {
    const why = whyAttemptFailed(failed(error), '200');
    expect(why?.what.length).toBeGreaterThan(20);
    expect(why?.remedy.length).toBeGreaterThan(20);
    expect(`${why?.what} ${why?.remedy}`).not.toContain(error.includes('_') ? error : `: ${error}`);
    const others = deliveryErrors.filter((other) => other !== error);
    expect(others.map((other) => whyAttemptFailed(failed(other), '200')?.what)).not.toContain(why?.what);
  });

  it.each([
    ['dns_failure', 'DNS', 'spelling'],
    ['certificate_expired', 'certificate', 'Renew'],
    ['tls_error', 'TLS', 'TLS 1.2'],
    ['timeout', 'in time', 'Answer first'],
  ])('%s says %s and %s', (error, what, remedy) => {
    const why = whyAttemptFailed(failed(error), '200');
    expect([why?.what, why?.remedy]).toEqual([expect.stringContaining(what), expect.stringContaining(remedy)]);
  });

  it('with a code of a later version has the detail of the service, or the code', () => {
    expect(whyAttemptFailed(failed('toString', 'The moon was in the way.'), '200')?.what).toBe(
      'The moon was in the way.',
    );
    expect(whyAttemptFailed(failed('eclipse'), '200')?.what).toContain('eclipse');
  });
});

describe('an attempt with a response', () => {
  it.each([
    [201, 'acknowledge on any 2xx'],
    [301, 'Redirects are not followed'],
    [401, 'no credentials'],
    [403, 'no credentials'],
    [404, 'nothing at this path'],
    [405, 'POST'],
    [410, 'nothing at this path'],
    [413, 'size'],
    [415, 'application/json'],
    [418, "endpoint's log"],
    [429, 'limits requests'],
    [500, 'The code of the endpoint failed'],
    [503, 'proxy'],
  ])('%d names the status, and says what to do: %s', (statusCode, remedy) => {
    const why = whyAttemptFailed(answered(statusCode), '200');
    expect(why?.what).toBe(`The endpoint answered ${statusCode}. Only 200 acknowledges a delivery.`);
    expect(why?.remedy).toContain(remedy);
  });

  it('is explained by what acknowledged a delivery at that time', () => {
    expect(whyAttemptFailed(answered(200), '200')).toBeUndefined();
    expect(whyAttemptFailed(answered(204), '2xx')?.what).toContain('At that time, only 200');
    expect(whyAttemptFailed(answered(302), '2xx')?.what).toContain('Only a status from 200 to 299');
  });
});

describe('a delivery', () => {
  const attempt = (n: number, statusCode: number) => ({
    n,
    at: '2026-11-21T09:30:01.250Z',
    durationMs: 84,
    responseExcerpt: '',
    ...answered(statusCode),
  });

  it('is explained by its last attempt, also while it waits for the next one', () => {
    for (const [status, reason] of [
      ['failed', 'retries_exhausted'],
      ['pending', null],
      ['pending', 'endpoint_busy'],
      ['cancelled', null],
    ] as const) {
      const why = whyItFailed({ status, reason, attempts: [attempt(1, 404), attempt(2, 500)] }, '200');
      expect(why?.what).toContain('answered 500');
    }
  });

  it.each([
    ['failed', 'worker_crash', 'no outcome'],
    ['cancelled', 'webhook_deleted', 'deleted'],
    ['cancelled', 'event_expired', 'retention'],
  ] as const)('that is %s for %s is explained by that', (status, reason, text) => {
    expect(whyItFailed({ status, reason, attempts: [attempt(1, 500)] }, '200')?.what).toContain(text);
  });

  it('needs no explanation when it was delivered, or not yet sent', () => {
    expect(whyItFailed({ status: 'delivered', reason: null, attempts: [attempt(1, 500)] }, '200')).toBeUndefined();
    expect(whyItFailed({ status: 'pending', reason: null, attempts: [] }, '200')).toBeUndefined();
  });
});

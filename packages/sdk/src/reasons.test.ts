import { describe, expect, it } from 'vitest';
import { Svc } from './index.js';

/** The message of the error of a call whose `fetch` fails so. */
async function messageAfter(failure: unknown): Promise<string> {
  const fetch = () => Promise.reject(failure as Error);
  const svc = new Svc('sk_test_1', { baseUrl: 'http://svc.test', maxRetries: 0, fetch });
  return svc.payments.retrieve('pay_1').then(
    () => 'no error',
    (error: unknown) => (error as Error).message,
  );
}

const failed = (cause: unknown) => new TypeError('fetch failed', { cause });

describe('the message of a ConnectionError', () => {
  it('gives the innermost reason', async () => {
    expect(await messageAfter(failed(new Error('certificate has expired')))).toBe(
      'The service cannot be reached at http://svc.test: certificate has expired.',
    );
    expect(await messageAfter(new TypeError('Load failed'))).toContain('http://svc.test: Load failed.');
  });

  it('gives the code of a reason without a message, such as of several addresses', async () => {
    const several = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    expect(await messageAfter(failed(several))).toContain('http://svc.test: ECONNREFUSED.');
  });

  it('gives no reason that is none', async () => {
    for (const nothing of [undefined, 'text', failed(null), new Error('')]) {
      expect(await messageAfter(nothing)).toMatch(
        /^The service cannot be reached at http:\/\/svc\.test(: fetch failed)?\.$/,
      );
    }
  });

  it('leaves out the query of a URL', async () => {
    const message = await messageAfter(
      new Error('request to http://svc.test/v1/payments?email=ada failed: socket hang up'),
    );
    expect(message).toContain('request to http://svc.test/v1/payments failed: socket hang up.');
  });

  it('ends with causes that contain each other', async () => {
    const one = new Error('one');
    const other = new Error('other', { cause: one });
    one.cause = other;
    expect(await messageAfter(one)).toContain('http://svc.test: ');
  });
});

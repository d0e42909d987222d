import { describe, expect, it } from 'vitest';
import { listenOptions } from './listen-options.js';
import { UsageError } from './usage.js';

const env = { SVC_API_KEY: 'sk_test_fromTheEnvironment' };

describe('the options of svc listen', () => {
  it('are what is usual where nothing is said', () => {
    expect(listenOptions([], env)).toEqual({
      apiKey: env.SVC_API_KEY,
      apiBase: 'http://127.0.0.1:3000',
      forwardTo: undefined,
      events: [],
      since: undefined,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string,
      isOwnSecret: false,
      concurrency: 1,
      skipVerify: false,
      json: false,
    });
    expect(listenOptions([], env).secret).not.toBe(listenOptions([], env).secret);
  });

  it('are all taken, over the environment', () => {
    const given = [
      '--forward-to',
      'https://localhost/hooks',
      '--events',
      'payment.failed, refund.failed,payment.failed',
    ];
    const more = ['--since', 'evt_1', '--secret', 'a secret of mine', '--concurrency', '4', '--skip-verify', '--json'];
    const where = ['--api-key', 'sk_test_given', '--api-base', 'https://pay.example.com'];
    expect(listenOptions([...given, ...more, ...where], { ...env, SVC_API_BASE: 'http://elsewhere' })).toEqual({
      apiKey: 'sk_test_given',
      apiBase: 'https://pay.example.com',
      forwardTo: new URL('https://localhost/hooks'),
      events: ['payment.failed', 'refund.failed'],
      since: 'evt_1',
      secret: 'a secret of mine',
      isOwnSecret: true,
      concurrency: 4,
      skipVerify: true,
      json: true,
    });
  });

  it('take the address of a handler without its scheme', () => {
    expect(listenOptions(['--forward-to', 'localhost:4242/hooks'], env).forwardTo?.href).toBe(
      'http://localhost:4242/hooks',
    );
  });

  it.each([['http://ada:hunter2@localhost:4242/hooks'], ['--forward-to', 'http://ada:hunter2/3@localhost']])(
    'refuse %s without showing its password',
    (...args) => {
      expect(() => listenOptions(args, env)).toThrow(UsageError);
      expect(() => listenOptions(args, env)).toThrow(/^(?![^]*hunter2)/);
    },
  );

  it.each<[string, readonly string[], RegExp]>([
    ['a live key', ['--api-key', 'sk_live_x'], /takes a test key, and this is a live one/],
    ['no key', ['--api-key', ''], /needs a test key/],
    ['no address of a service', ['--api-base', 'localhost'], /^--api-base: baseUrl must start with https/],
    ['a place that no header takes', ['--since', 'evt_1\n'], /--since must be an event/],
    ['an unknown option', ['--forward', 'x'], /'--forward'/],
    ['a positional argument', ['http://localhost'], /http:\/\/localhost/],
    ['an address that is none', ['--forward-to', 'http://'], /--forward-to/],
    ['another scheme', ['--forward-to', 'ftp://localhost:99999999'], /--forward-to/],
    ['kinds that are none', ['--events', 'payment.failed,,'], /--events/],
    ['a short secret', ['--secret', 'short'], /8 to 256/],
    ['too many at once', ['--concurrency', '17'], /1 to 16/],
    ['none at once', ['--concurrency', '0'], /1 to 16/],
  ])('refuse %s', (_, args, message) => {
    expect(() => listenOptions(args, env)).toThrow(UsageError);
    expect(() => listenOptions(args, env)).toThrow(message);
  });
});

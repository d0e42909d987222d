import type { IncomingMessage } from 'node:http';
import type { Config } from '@svc/core';

const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/i;
const PROXIED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

type Settings = Pick<Config, 'DOCS_TEST_KEY' | 'HOST' | 'TRUST_PROXY'>;

/**
 * The test key that the documentation fills in, for whoever sits at this machine: the API listens to it alone, no proxy
 * passes others through, and the page was asked for by a name of this machine, not by one that somebody made point here.
 */
export function docsTestKey({ headers }: IncomingMessage, config: Settings): string | undefined {
  const name = (headers.host ?? '').replace(/:\d+$/, '');
  const isLocal = LOOPBACK.test(config.HOST) && LOOPBACK.test(name);
  const isProxied = config.TRUST_PROXY > 0 || PROXIED.some((header) => headers[header] !== undefined);
  return isLocal && !isProxied ? config.DOCS_TEST_KEY : undefined;
}

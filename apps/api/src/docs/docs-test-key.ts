import type { IncomingMessage } from 'node:http';
import { isAskedHere, isLoopback, type Config } from '@svc/core';

type Settings = Pick<Config, 'DOCS_TEST_KEY' | 'HOST' | 'TRUST_PROXY' | 'TRUSTED_PROXIES'>;

/** The test key that the documentation fills in, for whoever sits at this machine, where the API listens to it alone. */
export function docsTestKey(request: IncomingMessage, config: Settings): string | undefined {
  return isLoopback(config.HOST) && isAskedHere(request, config) ? config.DOCS_TEST_KEY : undefined;
}

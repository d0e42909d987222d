import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.js';
import { isAskedHere, isLoopback } from '../this-machine.js';

type Settings = Pick<Config, 'METRICS_TOKEN' | 'PUBLIC_URL' | 'TRUST_PROXY' | 'TRUSTED_PROXIES'>;

/**
 * Whether a request may read the metrics: with METRICS_TOKEN if there is one; else only whoever sits at this machine, and
 * not where PUBLIC_URL says that others reach it, by a proxy that may not show.
 */
export function mayReadMetrics(request: IncomingMessage, config: Settings): boolean {
  const { METRICS_TOKEN, PUBLIC_URL } = config;
  if (METRICS_TOKEN !== undefined) return isToken(request.headers.authorization, METRICS_TOKEN);
  const isPublic = PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname);
  return !isPublic && isAskedHere(request, config);
}

function isToken(header: string | undefined, token: string): boolean {
  const sent = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(sent), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

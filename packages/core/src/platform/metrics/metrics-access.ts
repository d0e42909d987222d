import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.js';

const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i;
const PROXIED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

type ProxySettings = Pick<Config, 'TRUST_PROXY' | 'TRUSTED_PROXIES'>;

/** Whether an address or host name is a loopback one. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/**
 * Whether a request comes from this machine: directly, with a loopback host name (no DNS rebinding), and not through a
 * proxy that may forward for others.
 */
export function isAskedHere({ headers, httpVersion, socket }: IncomingMessage, config: ProxySettings): boolean {
  const name = (headers.host ?? '').replace(/:\d+$/, '');
  const expectsProxy = config.TRUST_PROXY > 0 || config.TRUSTED_PROXIES.length > 0;
  // Proxies that add no header tend to use HTTP/1.0; clients do not.
  const isProxied = httpVersion === '1.0' || PROXIED.some((header) => headers[header] !== undefined);
  return isLoopback(socket.remoteAddress ?? '') && isLoopback(name) && !expectsProxy && !isProxied;
}

type Settings = Pick<Config, 'METRICS_TOKEN' | 'PUBLIC_URL' | 'TRUST_PROXY' | 'TRUSTED_PROXIES'>;

/**
 * Whether a request may read the metrics: with METRICS_TOKEN; without one, from this machine and with a loopback
 * PUBLIC_URL, since a proxy in front may be invisible.
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

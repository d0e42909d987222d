import type { IncomingMessage } from 'node:http';
import type { Config } from './config/config.js';

const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i;
const PROXIED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

type Settings = Pick<Config, 'TRUST_PROXY' | 'TRUSTED_PROXIES'>;

/** Whether an address or the name of a host is of this machine and reachable from it alone. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/**
 * Whether a request comes from whoever sits at this machine: over a connection of its own, past no proxy that could pass
 * others through, and by a name of this machine, not by one that somebody made point here.
 */
export function isAskedHere({ headers, httpVersion, socket }: IncomingMessage, config: Settings): boolean {
  const name = (headers.host ?? '').replace(/:\d+$/, '');
  const expectsProxy = config.TRUST_PROXY > 0 || config.TRUSTED_PROXIES.length > 0;
  // Proxies that say nothing of themselves tend to speak HTTP/1.0; clients do not.
  const isProxied = httpVersion === '1.0' || PROXIED.some((header) => headers[header] !== undefined);
  return isLoopback(socket.remoteAddress ?? '') && isLoopback(name) && !expectsProxy && !isProxied;
}

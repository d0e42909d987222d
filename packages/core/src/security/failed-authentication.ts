import { isIPv4, isIPv6 } from 'node:net';
import { type LimitVerdict, LocalLimiter } from '../platform/limits/local-limiter.js';

/**
 * Counts requests without a valid key per address, in this process only: each of several processes allows as many. Requests
 * with a valid key are not counted.
 */
export class FailedAuthentication {
  private readonly limiter = new LocalLimiter();

  constructor(private readonly failuresPerMinute: number) {}

  /** Counts a failure; not allowed when there were too many. */
  count(address: string): LimitVerdict {
    return this.limiter.take(networkOf(address), this.failuresPerMinute);
  }
}

/** The network of one subscriber: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function networkOf(address: string): string {
  const mapped = address.toLowerCase().startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  if (isIPv4(mapped)) return mapped;
  if (!isIPv6(address)) return 'unknown';
  const [before = '', after] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const head = groups(before);
  const missing = after === undefined ? 0 : 8 - head.length - groups(after).length;
  const all = [...head, ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(after ?? '')];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** The groups of 16 bits in a part of an IPv6 address; an IPv4 address at its end counts as two. */
function groups(part: string): string[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}

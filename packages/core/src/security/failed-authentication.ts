import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
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
  const plain = address.replace(/%.*$/s, '');
  if (isIP(plain) === 0) return 'unknown';
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

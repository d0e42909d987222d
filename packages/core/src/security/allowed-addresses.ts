import type { FieldError } from '@svc/contract';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Networks, parseNetwork } from '../platform/networks.js';

const IPV4_MAPPED = 96;

/** Whether networks admit an address; none at all admit any. */
export function admits(cidrs: readonly string[], address: string): boolean {
  return cidrs.length === 0 || new Networks(cidrs).include(address);
}

/** What is wrong with networks that a client has sent as `allowedCidrs`. */
export function cidrErrors(cidrs: readonly string[] = []): FieldError[] {
  return cidrs.flatMap((cidr, index) => {
    const detail = fault(cidr);
    return detail === undefined ? [] : [{ pointer: `/allowedCidrs/${index}`, code: 'invalid_format' as const, detail }];
  });
}

/**
 * A network with bits behind its prefix is most likely meant to be smaller than it is; one of IPv4 in IPv6 clothing would
 * admit nobody, since such addresses count as IPv4.
 */
function fault(cidr: string): string | undefined {
  try {
    const [address, bits] = parseNetwork(cidr);
    if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= IPV4_MAPPED) {
      return `must be written as IPv4: ${address.toIPv4Address().toString()}/${bits - IPV4_MAPPED}`;
    }
    const kind = isIPv4(cidr.split('/')[0] ?? '') ? ipaddr.IPv4 : ipaddr.IPv6;
    const network = kind.networkAddressFromCIDR(cidr).toString();
    if (network !== address.toString()) return `has bits set behind its prefix; the network is ${network}/${bits}`;
    return undefined;
  } catch {
    return 'must be a network in CIDR notation, such as 203.0.113.0/24 or 203.0.113.7/32';
  }
}

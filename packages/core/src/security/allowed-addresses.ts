import type { FieldError } from '@svc/contract';
import ipaddr from 'ipaddr.js';
import { mappedNetwork, Networks, parseNetwork } from '../platform/networks.js';

/** Whether networks include an address; an empty list includes all. */
export function admits(cidrs: readonly string[], address: string): boolean {
  return cidrs.length === 0 || new Networks(cidrs).include(address);
}

/** Validates `allowedCidrs`. */
export function cidrErrors(cidrs: readonly string[] = []): FieldError[] {
  return cidrs.flatMap((cidr, index) => {
    const detail = fault(cidr);
    return detail === undefined ? [] : [{ pointer: `/allowedCidrs/${index}`, code: 'invalid_format' as const, detail }];
  });
}

/**
 * Bits behind the prefix suggest that a smaller network is meant. An IPv4-mapped network would match nothing, since such
 * addresses count as IPv4.
 */
function fault(cidr: string): string | undefined {
  try {
    const network = parseNetwork(cidr);
    const plain = mappedNetwork(network);
    if (plain !== undefined) return `must be written as IPv4: ${plain}`;
    const [address, bits] = network;
    const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
    const first = kind.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString();
    if (first !== address.toString()) return `has bits set after its prefix; the network is ${first}/${bits}`;
    return undefined;
  } catch {
    return 'must be a network in CIDR notation, such as 203.0.113.0/24 or 203.0.113.7/32';
  }
}

/** A range of addresses of one family, both ends included. */
interface AddressRange {
  readonly family: 'ipv4' | 'ipv6';
  readonly first: bigint;
  readonly last: bigint;
}

/** Whether all addresses of the first networks are in the others. An empty list includes all. */
export function reachesNoFurther(cidrs: readonly string[], than: readonly string[]): boolean {
  if (than.length === 0) return true;
  const outer = joined(than.map(rangeOf));
  const lies = ({ family, first, last }: AddressRange): boolean =>
    outer.some((range) => range.family === family && range.first <= first && last <= range.last);
  return cidrs.length > 0 && cidrs.map(rangeOf).every(lies);
}

/** Whether the lists have an address in common. An empty list includes all. */
export function reachesOverlap(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return true;
  const ranges = other.map(rangeOf);
  return one
    .map(rangeOf)
    .some((a) => ranges.some((b) => a.family === b.family && a.first <= b.last && b.first <= a.last));
}

function rangeOf(cidr: string): AddressRange {
  const [address, bits] = parseNetwork(cidr);
  const bytes = address.toByteArray();
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const hostBits = BigInt(bytes.length * 8 - bits);
  const first = (value >> hostBits) << hostBits;
  return { family: address.kind(), first, last: first + (1n << hostBits) - 1n };
}

/** Merges ranges that touch or overlap, so that two halves cover their whole. */
function joined(ranges: readonly AddressRange[]): AddressRange[] {
  const sorted = [...ranges].sort((a, b) => (a.first < b.first ? -1 : 1));
  return (['ipv4', 'ipv6'] as const).flatMap((family) =>
    sorted
      .filter((range) => range.family === family)
      .reduce<AddressRange[]>((merged, range) => {
        const before = merged.at(-1);
        if (before === undefined || range.first > before.last + 1n) return [...merged, range];
        return [...merged.slice(0, -1), { ...before, last: range.last > before.last ? range.last : before.last }];
      }, []),
  );
}

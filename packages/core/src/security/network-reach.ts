import { parseNetwork } from '../platform/networks.js';

/** A run of addresses of one family, both ends included. */
interface AddressRange {
  readonly family: 'ipv4' | 'ipv6';
  readonly first: bigint;
  readonly last: bigint;
}

/** Whether every address that the first networks admit is admitted by the others too. An empty list admits all. */
export function reachesNoFurther(cidrs: readonly string[], than: readonly string[]): boolean {
  if (than.length === 0) return true;
  const outer = joined(than.map(rangeOf));
  const lies = ({ family, first, last }: AddressRange): boolean =>
    outer.some((range) => range.family === family && range.first <= first && last <= range.last);
  return cidrs.length > 0 && cidrs.map(rangeOf).every(lies);
}

/** Whether some address is admitted by both. An empty list admits all. */
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

/** Ranges that touch or overlap become one: two halves cover their whole. */
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

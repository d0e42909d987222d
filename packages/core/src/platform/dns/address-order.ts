import type { LookupAddress } from 'node:dns';
import { networkInterfaces } from 'node:os';

/**
 * Both families in turn, so that the first few lead somewhere even when this machine has only one of them. IPv6 comes first
 * where the machine has a global address of its own.
 */
export function inOrder(addresses: readonly LookupAddress[], ipv6First = hasGlobalIpv6()): LookupAddress[] {
  const ofFirst = addresses.filter(({ family }) => (family === 6) === ipv6First);
  const ofOther = addresses.filter(({ family }) => (family === 6) !== ipv6First);
  const length = Math.max(ofFirst.length, ofOther.length);
  return Array.from({ length }, (_, index) => [ofFirst[index], ofOther[index]])
    .flat()
    .filter((address) => address !== undefined);
}

/** Global unicast addresses begin with 2 or 3. */
function hasGlobalIpv6(): boolean {
  const all = Object.values(networkInterfaces()).flat();
  return all.some((each) => each !== undefined && !each.internal && /^[23][0-9a-f]{3}:/i.test(each.address));
}

import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';

/** The addresses of each name in a hosts file, in its order; names in lower case. */
export function parseHosts(text: string): ReadonlyMap<string, readonly LookupAddress[]> {
  const found = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/s, '').trim().split(/\s+/);
    const family = isIP(address);
    // glibc skips addresses with a zone (fe80::1%eth0) as well.
    if (family === 0 || address.includes('%')) continue;
    for (const name of names.map((each) => each.toLowerCase())) {
      const addresses = found.get(name) ?? [];
      if (!addresses.some((known) => known.address === address)) addresses.push({ address, family });
      found.set(name, addresses);
    }
  }
  return found;
}

import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = readonly [Address, number];

const IPV4_MAPPED = 96;

/** Parses `10.1.0.0/16` or `2001:db8::/32`. Throws an error that quotes any other text. */
export function parseNetwork(text: string): Network {
  const [address = '', bits = '', ...rest] = text.split('/');
  const longest = isIPv4(address) ? 32 : 128;
  if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > longest || rest.length > 0) {
    throw new Error(`"${text}" is not a network in CIDR notation, such as 10.1.0.0/16`);
  }
  return [ipaddr.parse(address), Number(bits)];
}

/** The IPv4 network that an IPv4-mapped IPv6 network stands for, which matches nothing; undefined for every other one. */
export function mappedNetwork([address, bits]: Network): string | undefined {
  if (!(address instanceof ipaddr.IPv6) || !address.isIPv4MappedAddress() || bits < IPV4_MAPPED) return undefined;
  return `${address.toIPv4Address().toString()}/${bits - IPV4_MAPPED}`;
}

/** Whether the network contains the address. An IPv6 network contains no IPv4 address. */
export function contains([network, bits]: Network, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

export class Networks {
  private readonly networks: readonly Network[];

  constructor(cidrs: readonly string[]) {
    this.networks = cidrs.map(parseNetwork);
  }

  /** Whether a network contains the address. IPv4-mapped IPv6 (`::ffff:203.0.113.7`) counts as IPv4. */
  include(address: string): boolean {
    const plain = address.replace(/%.*$/s, '');
    if (this.networks.length === 0 || isIP(plain) === 0) return false;
    const parsed = ipaddr.process(isIPv4(plain) ? plain : inHex(plain));
    return this.networks.some((network) => contains(network, parsed));
  }
}

/** ipaddr.js reads the deprecated `::203.0.113.7` as `::ffff:203.0.113.7`. In hex it does not. */
function inHex(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
}

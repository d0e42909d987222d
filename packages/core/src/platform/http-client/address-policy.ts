import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { contains, parseNetwork, type Address, type Network } from '../networks.js';

/** Why an address may not receive deliveries. */
export type RefusedAddress =
  | 'not_an_address'
  | 'loopback'
  | 'private'
  | 'link_local'
  | 'metadata'
  | 'carrier_grade_nat'
  | 'multicast'
  | 'unspecified'
  | 'reserved'
  | 'embedded_ipv4';

export type AddressDecision = { readonly allowed: true } | { readonly allowed: false; readonly reason: RefusedAddress };

export interface AddressPolicyOptions {
  /** Networks that are not public and may receive deliveries. */
  readonly allowedCidrs: readonly string[];
  /** Allows loopback addresses and plain http. */
  readonly allowInsecure: boolean;
}

const ALLOWED: AddressDecision = { allowed: true };

/** Cloud metadata services outside of link-local networks. */
const METADATA = [
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::/32',
  'fd00:c1::a9fe:a9fe/128',
  'fd00:42::42/128',
].map(parseNetwork);

/** The only part of IPv6 assigned as global unicast. */
const GLOBAL_IPV6 = parseNetwork('2000::/3');
const NAT64 = parseNetwork('64:ff9b::/96');
const IPV4_COMPATIBLE = parseNetwork('::/96');

const REASONS: Record<string, RefusedAddress> = {
  unspecified: 'unspecified',
  broadcast: 'reserved',
  multicast: 'multicast',
  linkLocal: 'link_local',
  loopback: 'loopback',
  carrierGradeNat: 'carrier_grade_nat',
  private: 'private',
  uniqueLocal: 'private',
  ipv4Mapped: 'embedded_ipv4',
  rfc6145: 'embedded_ipv4',
  rfc6052: 'embedded_ipv4',
  '6to4': 'embedded_ipv4',
  teredo: 'embedded_ipv4',
};

/** What `allowedCidrs` can allow: addresses that an operator can own. */
const OPENABLE: ReadonlySet<RefusedAddress> = new Set(['private', 'carrier_grade_nat', 'reserved']);

/** Networks that `allowedCidrs` cannot allow. */
const SHUT = [
  ...['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '::/128', '::1/128', 'fe80::/10', 'ff00::/8'],
  ...['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16'],
].map(parseNetwork);

/** The networks in which `allowedCidrs` cannot allow anything, and why. */
export function networksWithoutEffect(cidrs: readonly string[]): { cidr: string; reason: RefusedAddress }[] {
  return cidrs.flatMap((cidr) => {
    const [address, bits] = parseNetwork(cidr);
    const isShut = [...SHUT, ...METADATA].some((shut) => bits >= shut[1] && contains(shut, address));
    const reason = refusal(address);
    return isShut && reason !== null ? [{ cidr, reason }] : [];
  });
}

/**
 * Allows deliveries to public unicast addresses and to `allowedCidrs`, but never to link-local and metadata addresses.
 * Throws for a malformed network, and names it.
 */
export class AddressPolicy {
  readonly allowInsecure: boolean;
  private readonly opened: readonly Network[];

  constructor(options: AddressPolicyOptions) {
    this.allowInsecure = options.allowInsecure;
    this.opened = options.allowedCidrs.map(parseNetwork);
  }

  /** Decides about an address as node writes it (`203.0.113.7`, `2001:db8::1`, `fe80::1%eth0`). */
  decide(address: string): AddressDecision {
    const plain = address.replace(/%.*$/s, '');
    if (isIP(plain) === 0) return { allowed: false, reason: 'not_an_address' };
    const parsed = ipaddr.parse(plain);
    const reason = refusal(parsed);
    if (reason === null) return ALLOWED;
    if (this.allowInsecure && reason === 'loopback' && !isWrapped(parsed)) return ALLOWED;
    if (OPENABLE.has(reason) && !isWrapped(parsed) && this.opened.some((network) => contains(network, parsed))) {
      return ALLOWED;
    }
    return { allowed: false, reason };
  }
}

/**
 * An IPv4 address embedded in IPv6 is judged as IPv4. A public one is allowed only behind the well-known NAT64 prefix: other
 * forms are not routed, or pass through a third party's relay.
 */
function refusal(address: Address): RefusedAddress | null {
  if (METADATA.some((network) => contains(network, address))) return 'metadata';
  const embedded = embeddedIpv4(address);
  if (embedded !== null) return refusal(embedded) ?? (contains(NAT64, address) ? null : 'embedded_ipv4');
  const range = address.range();
  if (range !== 'unicast') return REASONS[range] ?? 'reserved';
  return address instanceof ipaddr.IPv6 && !contains(GLOBAL_IPV6, address) ? 'reserved' : null;
}

function isWrapped(address: Address): boolean {
  return embeddedIpv4(address) !== null;
}

function embeddedIpv4(address: Address): ipaddr.IPv4 | null {
  if (!(address instanceof ipaddr.IPv6)) return null;
  const bytes = address.toByteArray();
  switch (address.range()) {
    case 'ipv4Mapped':
    case 'rfc6145':
    case 'rfc6052':
      return new ipaddr.IPv4(bytes.slice(12));
    case '6to4':
      return new ipaddr.IPv4(bytes.slice(2, 6));
    case 'teredo':
      return new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff));
    case 'unicast':
      return contains(IPV4_COMPATIBLE, address) || isIsatap(bytes) ? new ipaddr.IPv4(bytes.slice(12)) : null;
    default:
      return isIsatap(bytes) ? new ipaddr.IPv4(bytes.slice(12)) : null;
  }
}

/** ISATAP: a tunnel to the IPv4 address in the last four bytes, in any network (RFC 5214). */
function isIsatap(bytes: readonly number[]): boolean {
  const [universal, second, third, fourth] = bytes.slice(8, 12);
  return (universal === 0 || universal === 2) && second === 0 && third === 0x5e && fourth === 0xfe;
}

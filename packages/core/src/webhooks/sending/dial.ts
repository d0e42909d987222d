import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { Names } from '../../platform/dns/host-names.js';
import { NameError } from '../../platform/dns/name-answer.js';
import type { ClientTls } from '../../platform/tls/client-tls.js';
import { openTunnel, type Proxy } from '../../platform/tls/proxy-tunnel.js';
import type { AddressPolicy, RefusedAddress } from './address-policy.js';
import { ConnectionError } from './connection-error.js';

/** So many of a name's addresses are tried through a proxy, which tells late that one leads nowhere. */
const MAX_ADDRESSES = 3;

export interface DialOptions {
  readonly policy: AddressPolicy;
  readonly timeoutMs: number;
  readonly names: Names;
  /** Whether names are looked up for each connection, whatever is known of them; false when it is left out. */
  readonly freshNames?: boolean | undefined;
}

/** Where a connection leads, and on whose behalf. */
export interface DialTarget extends buildConnector.Options {
  readonly accountId: string;
}

/** Opens a connection to a host whose addresses have all been judged; no byte is on it yet. */
export type Dial = (target: DialTarget) => Promise<Socket>;

/** Dials itself; the socket is judged by the address at its other end. */
export function directDial(options: DialOptions): Dial {
  const { policy, timeoutMs } = options;
  return async (target) => {
    const end = performance.now() + timeoutMs;
    const addresses = await judgedAddresses(target, options);
    const connect = buildConnector({
      timeout: Math.max(1, end - performance.now()),
      lookup: given(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 1_000,
    });
    const socket = await new Promise<Socket>((resolve, reject) => {
      connect(target, (error, opened) => (error === null ? resolve(opened) : reject(error)));
    });
    const blocked = blockedPeer(policy, socket);
    if (blocked === null) return socket;
    socket.destroy();
    throw blocked;
  };
}

/** Has a proxy dial: one of the judged addresses, never the name, which it might resolve to another. */
export function proxiedDial(options: DialOptions, proxy: Proxy, tls: ClientTls): Dial {
  return async (target) => {
    const end = performance.now() + options.timeoutMs;
    const addresses = (await judgedAddresses(target, options)).slice(0, MAX_ADDRESSES);
    for (const [index, { address }] of addresses.entries()) {
      const share = (end - performance.now()) / (addresses.length - index);
      try {
        return await openTunnel(proxy, tls, { address, port: target.port, timeoutMs: share });
      } catch (error) {
        if (index === addresses.length - 1) throw error;
      }
    }
    throw new Error('a name without addresses');
  };
}

/** One forbidden address among many refuses the name: which of them is tried is not ours to say. */
async function judgedAddresses(target: DialTarget, options: DialOptions): Promise<readonly LookupAddress[]> {
  const addresses = await addressesOf(target, options);
  for (const { address } of addresses) {
    const blocked = blockedAddress(options.policy, address);
    if (blocked !== null) throw blocked;
  }
  return addresses;
}

async function addressesOf(
  { hostname, accountId }: DialTarget,
  { names, freshNames = false }: DialOptions,
): Promise<readonly LookupAddress[]> {
  const family = isIP(hostname);
  if (family !== 0) return [{ address: hostname, family }];
  try {
    return await names.addressesOf(hostname, { accountId, fresh: freshNames });
  } catch (error) {
    throw error instanceof NameError ? new ConnectionError('dns_failure', error.message, error) : error;
  }
}

function blockedPeer(policy: AddressPolicy, socket: Socket): ConnectionError | null {
  if (socket.remoteAddress === undefined)
    return new ConnectionError('connection_reset', 'closed as soon as it was opened');
  return blockedAddress(policy, socket.remoteAddress);
}

/** Why an address takes no deliveries; null when it does. */
function blockedAddress(policy: AddressPolicy, address: string): ConnectionError | null {
  const decision = policy.decide(address);
  return decision.allowed ? null : new ConnectionError('blocked_address', blockedText(address, decision.reason));
}

function blockedText(address: string, reason: RefusedAddress): string {
  return `${address} takes no deliveries (${reason})`;
}

/** A look-up whose answer is there already. */
function given(addresses: readonly LookupAddress[]): LookupFunction {
  const [first] = addresses;
  return (_hostname, { all }, callback) => {
    if (all === true || first === undefined) return callback(null, [...addresses]);
    callback(null, first.address, first.family);
  };
}

import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { Names } from '../dns/host-names.js';
import { NameError } from '../dns/name-answer.js';
import type { ClientTls } from '../tls/client-tls.js';
import { openTunnel, type Proxy } from '../tls/proxy-tunnel.js';
import type { AddressPolicy, RefusedAddress } from './address-policy.js';
import { ConnectionError } from './connection-error.js';

/** Addresses of a name tried through a proxy, which reports a failed connection late. */
const MAX_ADDRESSES = 3;

export interface DialOptions {
  readonly policy: AddressPolicy;
  readonly timeoutMs: number;
  readonly names: Names;
  /** Resolves names for every connection, without the cache; by default false. */
  readonly freshNames?: boolean | undefined;
}

/** The destination of a connection, and the account that it is for. */
export interface DialTarget extends buildConnector.Options {
  readonly accountId: string;
}

/** Opens a connection to a host whose addresses have all been checked; nothing has been sent yet. */
export type Dial = (target: DialTarget) => Promise<Socket>;

/** Connects directly, and then checks the address of the peer. */
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

/** Connects through a proxy to a checked address, not to the name, which the proxy could resolve to another one. */
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
    throw new Error('the name has no addresses');
  };
}

/** One forbidden address refuses the name, since any of its addresses may be tried. */
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
    return new ConnectionError('connection_reset', 'the connection was closed as soon as it was opened');
  return blockedAddress(policy, socket.remoteAddress);
}

/** The error for a refused address; null when it is allowed. */
function blockedAddress(policy: AddressPolicy, address: string): ConnectionError | null {
  const decision = policy.decide(address);
  return decision.allowed ? null : new ConnectionError('blocked_address', blockedText(address, decision.reason));
}

function blockedText(address: string, reason: RefusedAddress): string {
  return `deliveries to ${address} are not allowed (${reason})`;
}

/** A lookup that returns known addresses. */
function given(addresses: readonly LookupAddress[]): LookupFunction {
  const [first] = addresses;
  return (_hostname, { all }, callback) => {
    if (all === true || first === undefined) return callback(null, [...addresses]);
    callback(null, first.address, first.family);
  };
}

import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { ClientTls } from '../platform/tls/client-tls.js';
import { openTunnel, type Proxy } from '../platform/tls/proxy-tunnel.js';
import type { AddressPolicy, RefusedAddress } from './address-policy.js';
import { ConnectionError } from './connection-error.js';

/** So many of a name's addresses are tried through a proxy, which tells late that one leads nowhere. */
const MOST_TRIED = 3;

/** Finds all addresses of a name, as dns.lookup with `all` does. */
export type Lookup = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface DialOptions {
  readonly policy: AddressPolicy;
  readonly timeoutMs: number;
  readonly lookup?: Lookup | undefined;
}

/** Opens a connection to a host, of which a literal one has been judged, and no byte is on it yet. */
export type Dial = (
  target: buildConnector.Options,
  callback: (error: Error | null, socket: Socket | null) => void,
) => void;

/** Dials itself; the socket is judged by the address at its other end. */
export function directDial({ policy, timeoutMs, lookup: find = sharedLookup() }: DialOptions): Dial {
  const connect = buildConnector({
    timeout: timeoutMs,
    lookup: guardedLookup(policy, find),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1_000,
  });
  return (target, callback) => {
    connect(target, (error, socket) => {
      if (error !== null) return callback(error, null);
      const blocked = blockedPeer(policy, socket);
      if (blocked !== null) socket.destroy();
      callback(blocked, blocked === null ? socket : null);
    });
  };
}

/** Has a proxy dial: one of the judged addresses, never the name, which it might resolve to another. */
export function proxiedDial(options: DialOptions, proxy: Proxy, tls: ClientTls): Dial {
  const { policy, timeoutMs, lookup: find = sharedLookup() } = options;
  const resolve = guardedLookup(policy, find);
  const tunnel = async (addresses: readonly string[], port: string): Promise<Socket> => {
    const end = performance.now() + timeoutMs;
    for (const [index, address] of addresses.entries()) {
      const share = (end - performance.now()) / (addresses.length - index);
      try {
        return await openTunnel(proxy, tls, { address, port, timeoutMs: share });
      } catch (error) {
        if (index === addresses.length - 1) throw error;
      }
    }
    throw new Error('a name without addresses');
  };
  return ({ hostname, port }, callback) => {
    const open = (addresses: readonly string[]): void => {
      tunnel(addresses.slice(0, MOST_TRIED), port).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    };
    if (isIP(hostname) !== 0) return open([hostname]);
    resolve(hostname, { all: true }, (error, addresses) => {
      if (error !== null || !Array.isArray(addresses)) return callback(error, null);
      open(addresses.map(({ address }) => address));
    });
  };
}

/** Why an address takes no deliveries; null when it does. */
export function blockedAddress(policy: AddressPolicy, address: string): ConnectionError | null {
  const decision = policy.decide(address);
  return decision.allowed ? null : new ConnectionError('blocked_address', blockedText(address, decision.reason));
}

function blockedText(address: string, reason: RefusedAddress): string {
  return `${address} takes no deliveries (${reason})`;
}

function blockedPeer(policy: AddressPolicy, socket: Socket): ConnectionError | null {
  if (socket.remoteAddress === undefined)
    return new ConnectionError('connection_reset', 'closed as soon as it was opened');
  return blockedAddress(policy, socket.remoteAddress);
}

/** One forbidden address among many refuses the name: which of them is tried is not ours to say. */
function guardedLookup(policy: AddressPolicy, find: Lookup): LookupFunction {
  return (hostname, options, callback) => {
    find(hostname, (error, addresses) => {
      const [first] = addresses;
      if (error !== null || first === undefined) {
        return callback(new ConnectionError('dns_failure', `${hostname} does not resolve`, error), []);
      }
      for (const { address } of addresses) {
        const blocked = blockedAddress(policy, address);
        if (blocked !== null) return callback(blocked, []);
      }
      if (options.all === true) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

/** getaddrinfo holds one of few threads while it waits, so those who ask for the same name wait for one answer. */
function sharedLookup(): Lookup {
  const waiting = new Map<string, Parameters<Lookup>[1][]>();
  return (hostname, callback) => {
    const others = waiting.get(hostname);
    if (others !== undefined) {
      others.push(callback);
      return;
    }
    const callbacks = [callback];
    waiting.set(hostname, callbacks);
    lookup(hostname, { all: true, verbatim: true }, (error, addresses) => {
      waiting.delete(hostname);
      for (const each of callbacks) each(error, addresses ?? []);
    });
  };
}

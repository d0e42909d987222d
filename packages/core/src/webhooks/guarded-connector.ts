import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressPolicy, RefusedAddress } from './address-policy.js';

/** Why a connection did not come about, or broke. */
export type ConnectionFailure =
  | 'blocked_address'
  | 'dns_failure'
  | 'connection_refused'
  | 'connection_reset'
  | 'host_unreachable'
  | 'timeout'
  | 'certificate_expired'
  | 'certificate_invalid'
  | 'tls_error'
  | 'network_error';

export class ConnectionError extends Error {
  constructor(
    readonly reason: ConnectionFailure,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'ConnectionError';
  }
}

/** Finds all addresses of a name, as dns.lookup with `all` does. */
export type Lookup = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface GuardedConnectorOptions {
  readonly policy: AddressPolicy;
  readonly timeoutMs: number;
  /** PEM of further certificate authorities; node's own and NODE_EXTRA_CA_CERTS count when it is left out. */
  readonly ca?: string | undefined;
  readonly lookup?: Lookup | undefined;
  /** Whether TLS sessions are resumed, which saves time and shows no certificate; true when it is left out. */
  readonly resumeTls?: boolean | undefined;
}

/**
 * An undici connector that reaches only addresses that the policy allows. A literal host is judged before anything
 * happens (nobody looks those up), a name by every address it resolves to, and the connected socket by the address at
 * its other end, before TLS or HTTP put a byte on it. Certificates are verified whatever the environment says.
 */
export function guardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const { policy, timeoutMs } = options;
  const dial = buildConnector({
    timeout: timeoutMs,
    lookup: guardedLookup(policy, options.lookup ?? sharedLookup()),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1_000,
  });
  const secure = buildConnector({
    timeout: timeoutMs,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
    ...(options.resumeTls === false ? { maxCachedSessions: 0 } : {}),
  });

  return (target, callback) => {
    const fail = (error: unknown): void => callback(connectionError(error), null);
    const isHttps = target.protocol === 'https:';
    if (!isHttps && !policy.allowInsecure) return fail(new ConnectionError('blocked_address', 'http is not allowed'));
    if (isIP(target.hostname) !== 0) {
      const blocked = blockedAddress(policy, target.hostname);
      if (blocked !== null) return fail(blocked);
    }
    const port = target.port || (isHttps ? '443' : '80');
    dial({ ...target, protocol: 'http:', port }, (error, socket) => {
      if (error !== null) return fail(error);
      const blocked = blockedPeer(policy, socket);
      if (blocked !== null) {
        socket.destroy();
        return fail(blocked);
      }
      if (!isHttps) return callback(null, socket);
      secure({ ...target, port, httpSocket: socket }, (failure, secured) => {
        if (failure === null) return callback(null, secured);
        socket.destroy();
        fail(failure);
      });
    });
  };
}

function blockedAddress(policy: AddressPolicy, address: string): ConnectionError | null {
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

const REASONS: Record<string, ConnectionFailure> = {
  ENOTFOUND: 'dns_failure',
  EAI_AGAIN: 'dns_failure',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  EHOSTUNREACH: 'host_unreachable',
  ENETUNREACH: 'host_unreachable',
  EHOSTDOWN: 'host_unreachable',
  EADDRNOTAVAIL: 'host_unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  CERT_HAS_EXPIRED: 'certificate_expired',
};

const BAD_CERTIFICATE =
  /^(CERT_|ERR_TLS_CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;
const TLS_FAILURE = /^(ERR_SSL_|ERR_TLS_|EPROTO)/;

/** What became of a connection, from whatever node or undici threw. */
export function connectionError(error: unknown): ConnectionError {
  if (error instanceof ConnectionError) return error;
  const code = codeOf(error);
  return new ConnectionError(reasonOf(code), messageOf(error, code), error);
}

function reasonOf(code: string): ConnectionFailure {
  const known = REASONS[code];
  if (known !== undefined) return known;
  if (BAD_CERTIFICATE.test(code)) return 'certificate_invalid';
  return TLS_FAILURE.test(code) ? 'tls_error' : 'network_error';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** OpenSSL appends where in its sources it gave up; that helps nobody who reads an attempt. */
function messageOf(error: unknown, code: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const firstLine = message.split('\n')[0] ?? '';
  return firstLine.replace(/^[0-9A-F]+:error:[0-9A-F]+:/, '').replace(/:[^:]*\.c:\d+:$/, '') || code || 'no connection';
}

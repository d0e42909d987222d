import type { Schemas } from '@svc/contract';
import { ProxyFailure } from '../tls/proxy-tunnel.js';

/** Why a POST got no response. */
export type SendError = Schemas['DeliveryError'];

/** Why a connection could not be opened, or broke. */
export type ConnectionFailure = Exclude<
  SendError,
  'protocol_error' | 'too_many_interim_responses' | 'invalid_request' | 'aborted'
>;

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

/** Classifies an error thrown by node or undici. */
export function connectionError(error: unknown): ConnectionError {
  if (error instanceof ConnectionError) return error;
  if (error instanceof ProxyFailure) {
    return new ConnectionError(error.timedOut ? 'timeout' : 'proxy_error', error.message, error);
  }
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

/** Characters of a message. It may list all names of a certificate, which the peer has chosen. */
const MAX_MESSAGE = 900;

/** The beginning of the message, without the source position that OpenSSL appends. */
function messageOf(error: unknown, code: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const firstLine = message.split('\n')[0] ?? '';
  const plain = firstLine.replace(/^[0-9A-F]+:error:[0-9A-F]+:/, '').replace(/:[^:]*\.c:\d+:$/, '');
  return plain.slice(0, MAX_MESSAGE) || code || 'no connection';
}

/** The error detail that the endpoint's owner sees. */
export function publicDetail(error: string, detail: string): string {
  // The address itself would reveal the service's network.
  return error === 'blocked_address' ? 'Deliveries to this address are not allowed.' : detail.slice(0, 1_000);
}

import { buildConnector } from 'undici';
import { clientTls } from '../tls/client-tls.js';
import type { Proxy } from '../tls/proxy-tunnel.js';
import { ConnectionError, connectionError } from './connection-error.js';
import { directDial, proxiedDial, type DialOptions, type DialTarget } from './dial.js';

export interface GuardedConnectorOptions extends DialOptions {
  /** PEM of certificate authorities in addition to node's own and NODE_EXTRA_CA_CERTS. */
  readonly ca?: string | undefined;
  /** Used for all connections; the policy does not apply to the proxy itself. */
  readonly proxy?: Proxy | undefined;
  /** Resumes TLS sessions, which is faster but shows no certificate; by default true. */
  readonly resumeTls?: boolean | undefined;
}

/** Opens connections like undici's connectors, each for an account. */
export type GuardedConnector = (target: DialTarget, callback: buildConnector.Callback) => void;

/**
 * Connects only to addresses that the policy allows: it checks every address of the host (a literal one too, which is not
 * looked up), and the address of the connected peer before TLS or HTTP send anything. Certificates are verified for the name,
 * whatever the environment says, behind a proxy too.
 */
export function guardedConnector(options: GuardedConnectorOptions): GuardedConnector {
  const { policy, timeoutMs, proxy } = options;
  const tls = clientTls(options.ca);
  const dial = proxy === undefined ? directDial(options) : proxiedDial(options, proxy, tls);
  const secure = buildConnector({
    timeout: timeoutMs,
    ...tls,
    ...(options.resumeTls === false ? { maxCachedSessions: 0 } : {}),
  });

  return (target, callback) => {
    const fail = (error: unknown): void => callback(connectionError(error), null);
    const isHttps = target.protocol === 'https:';
    if (!isHttps && !policy.allowInsecure) return fail(new ConnectionError('blocked_address', 'http is not allowed'));
    const port = target.port || (isHttps ? '443' : '80');
    dial({ ...target, protocol: 'http:', port }).then((socket) => {
      if (!isHttps) return callback(null, socket);
      secure({ ...target, port, httpSocket: socket }, (failure, secured) => {
        if (failure === null) return callback(null, secured);
        socket.destroy();
        fail(failure);
      });
    }, fail);
  };
}

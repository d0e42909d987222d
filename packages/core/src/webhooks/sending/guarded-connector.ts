import { buildConnector } from 'undici';
import { clientTls } from '../../platform/tls/client-tls.js';
import type { Proxy } from '../../platform/tls/proxy-tunnel.js';
import { ConnectionError, connectionError } from './connection-error.js';
import { directDial, proxiedDial, type DialOptions, type DialTarget } from './dial.js';

export interface GuardedConnectorOptions extends DialOptions {
  /** PEM of certificate authorities besides node's own and NODE_EXTRA_CA_CERTS. */
  readonly ca?: string | undefined;
  /** Through which all connections go; the policy is not asked about the proxy itself. */
  readonly proxy?: Proxy | undefined;
  /** Whether TLS sessions are resumed, which saves time and shows no certificate; true when it is left out. */
  readonly resumeTls?: boolean | undefined;
}

/** Opens connections as undici's connectors do, each on behalf of an account. */
export type GuardedConnector = (target: DialTarget, callback: buildConnector.Callback) => void;

/**
 * A connector that reaches only addresses that the policy allows. A host is judged by every address that it has, a literal
 * one by itself (nobody looks those up), and the connected socket by the address at its other end, before TLS or HTTP put a
 * byte on it. Certificates are verified for the name, whatever the environment says, behind a proxy as well.
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

import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { clientTls } from '../platform/tls/client-tls.js';
import type { Proxy } from '../platform/tls/proxy-tunnel.js';
import { ConnectionError, connectionError } from './connection-error.js';
import { blockedAddress, directDial, proxiedDial, type DialOptions } from './dial.js';

export interface GuardedConnectorOptions extends DialOptions {
  /** PEM of certificate authorities besides node's own and NODE_EXTRA_CA_CERTS. */
  readonly ca?: string | undefined;
  /** Through which all connections go; the policy is not asked about the proxy itself. */
  readonly proxy?: Proxy | undefined;
  /** Whether TLS sessions are resumed, which saves time and shows no certificate; true when it is left out. */
  readonly resumeTls?: boolean | undefined;
}

/**
 * An undici connector that reaches only addresses that the policy allows. A literal host is judged before anything
 * happens (nobody looks those up), a name by every address it resolves to, and the connected socket by the address at
 * its other end, before TLS or HTTP put a byte on it. Certificates are verified for the name, whatever the environment
 * says, behind a proxy as well.
 */
export function guardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
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
    if (isIP(target.hostname) !== 0) {
      const blocked = blockedAddress(policy, target.hostname);
      if (blocked !== null) return fail(blocked);
    }
    const port = target.port || (isHttps ? '443' : '80');
    dial({ ...target, protocol: 'http:', port }, (error, socket) => {
      if (socket === null) return fail(error);
      if (!isHttps) return callback(null, socket);
      secure({ ...target, port, httpSocket: socket }, (failure, secured) => {
        if (failure === null) return callback(null, secured);
        socket.destroy();
        fail(failure);
      });
    });
  };
}

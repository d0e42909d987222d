import { once } from 'node:events';
import { reasonOf } from '../../platform/errors/domain-error.js';
import { clientTls } from '../../platform/tls/client-tls.js';
import { dialProxy, type Proxy } from '../../platform/tls/proxy-tunnel.js';
import { failed, ok, type Finding } from './finding.js';

const TIMEOUT_MS = 5_000;

/** Whether the webhook proxy accepts connections. Only a delivery shows whether it forwards them. */
export async function examineProxy(proxy: Proxy, ca: string | undefined): Promise<Finding> {
  const socket = dialProxy(proxy, clientTls(ca));
  try {
    await once(socket, proxy.secure ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return ok('webhook proxy', 'reachable');
  } catch (error) {
    return failed('webhook proxy', `WEBHOOK_PROXY_URL is not reachable: ${reasonOf(error)}`);
  } finally {
    socket.on('error', () => {}).destroy();
  }
}

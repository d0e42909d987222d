import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port on 127.0.0.1 that was free a moment ago; the caller must cope with it being taken since. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the listener has no port');
  return address.port;
}

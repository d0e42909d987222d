import { once } from 'node:events';
import { createServer } from 'node:net';
import { Refusal } from './run-command.mjs';

const defaultPort = 3000;

/** The API's port: PORT, which must be free, or the first free one from 3000. */
export async function choosePort({ PORT, HOST }, say) {
  if (PORT) {
    const port = Number(PORT);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Refusal('PORT is not a port number.');
    const free = await tryPort(port, HOST);
    if (free === undefined) throw portTaken(port);
    return free;
  }
  return nextFreePort(defaultPort, HOST, say);
}

/** The first free port from this one; logs if it is another one. */
export async function nextFreePort(first, host, say) {
  for (let port = first; port < first + 1000; port++) {
    const free = await tryPort(port, host);
    if (free === undefined) continue;
    if (port !== defaultPort) say(`Port ${defaultPort} is taken; the API uses ${port}`);
    return free;
  }
  throw new Refusal(`No port from ${first} to ${first + 999} is free. Set PORT.`);
}

export function portTaken(port) {
  return new Refusal(`Port ${port} (PORT) is taken by another program.`);
}

async function tryPort(port, host = '127.0.0.1') {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return server.address().port;
  } catch (error) {
    if (error.code === 'EADDRINUSE') return undefined;
    throw new Refusal(`Cannot listen on ${host}:${port} (${error.code}).`);
  } finally {
    if (server.listening) {
      server.close();
      await once(server, 'close');
    }
  }
}

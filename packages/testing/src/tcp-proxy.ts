import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A link to a server that a test can cut, block and mend. */
export interface TcpProxy {
  readonly port: number;
  /** The server's address by way of the link. */
  through(url: string): string;
  /** Breaks all connections and refuses new ones. */
  cut(): void;
  /** Holds back what the server says, on all connections; they stay, and what it is told still arrives. */
  block(): void;
  /** Lets through what is new and what was held back. */
  mend(): void;
  close(): Promise<void>;
}

/** Forwards connections on a free port of 127.0.0.1 to a server. */
export async function startTcpProxy(host: string, port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const upstreams = new Set<Socket>();
  let isCut = false;
  let isBlocked = false;
  const server = createServer((client) => {
    if (isCut) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(port, host);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    upstreams.add(upstream);
    upstream.on('close', () => upstreams.delete(upstream));
    if (isBlocked) upstream.pause();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const own = (server.address() as AddressInfo).port;
  const breakAll = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: own,
    through: (url) => {
      const address = new URL(url);
      address.host = `127.0.0.1:${own}`;
      return address.href;
    },
    cut: () => {
      isCut = true;
      breakAll();
    },
    block: () => {
      isBlocked = true;
      for (const upstream of upstreams) upstream.pause();
    },
    mend: () => {
      isCut = false;
      isBlocked = false;
      for (const upstream of upstreams) upstream.resume();
    },
    close: async () => {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

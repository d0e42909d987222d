import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** Who says something: the client asks, the server answers. */
type Side = 'asked' | 'answered';

/** A link to a server that a test can cut, block, mend and lead elsewhere. */
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
  /** Has new connections lead to another port of the server. Those that are blocked stay so. */
  leadTo(port: number): void;
  /**
   * Breaks the connection on which the text is asked or answered, after so many times more, and keeps that to itself.
   * Resolves when it has.
   */
  breakAt(side: Side, text: string, after?: number): Promise<void>;
  close(): Promise<void>;
}

/** Forwards connections on a free port of 127.0.0.1 to a server. */
export async function startTcpProxy(host: string, port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const upstreams = new Set<Socket>();
  let isCut = false;
  let isBlocked = false;
  let target = port;
  let trap: { readonly side: Side; readonly text: string; after: number; readonly sprung: () => void } | undefined;
  const server = createServer((client) => {
    if (isCut) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(target, host);
    for (const [one, other, side] of [
      [client, upstream, 'asked'],
      [upstream, client, 'answered'],
    ] as const) {
      const watched = new Transform({
        transform(chunk: Buffer, _encoding, pass) {
          if (trap?.side !== side || !chunk.includes(trap.text) || trap.after-- > 0) return pass(null, chunk);
          trap.sprung();
          trap = undefined;
          client.resetAndDestroy();
        },
      });
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(watched).pipe(other);
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
    leadTo: (other) => {
      target = other;
      isBlocked = false;
    },
    breakAt: (side, text, after = 0) =>
      new Promise((sprung) => {
        trap = { side, text, after, sprung };
      }),
    close: async () => {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

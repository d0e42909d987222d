import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** The direction of data: from the client or from the server. */
type Side = 'asked' | 'answered';

/** A link to a server that a test can cut, block, mend and redirect. */
export interface TcpProxy {
  readonly port: number;
  /** The URL of the server through the link. */
  through(url: string): string;
  /** Breaks all connections and refuses new ones. */
  cut(): void;
  /** Holds back data from the server on all connections; data from the client still arrives. */
  block(): void;
  /** Ends cut() and block(), and passes on what was held back. */
  mend(): void;
  /** Directs new connections to another port of the server. Blocked ones stay blocked. */
  leadTo(port: number): void;
  /**
   * Resets the connection at the first data with the text in this direction, after `after` other occurrences, without
   * forwarding that data. Resolves when it has.
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

import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { certificateAuthority, type CertificateKind } from './certificates.js';

/** A CONNECT request. */
interface AskedTunnel {
  /** The requested target. */
  readonly authority: string;
  readonly authorization: string | undefined;
}

/** An HTTP proxy that opens tunnels and records their targets. */
export interface ConnectProxy {
  readonly port: number;
  readonly url: string;
  readonly asked: AskedTunnel[];
  /**
   * From here on, the result for each request decides: a status instead of a tunnel, no response, or undefined for a
   * tunnel.
   */
  refuse(answer: (tunnel: AskedTunnel) => number | 'nothing' | undefined): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of 127.0.0.1. */
export async function startConnectProxy({
  tls = false,
  certificate = 'valid',
}: { readonly tls?: boolean; readonly certificate?: CertificateKind } = {}): Promise<ConnectProxy> {
  const authority = await certificateAuthority();
  const server: Server = tls ? createHttpsServer(await authority.issue(certificate)) : createHttpServer();
  const sockets = new Set<Socket>();
  const asked: AskedTunnel[] = [];
  let answerOf: (tunnel: AskedTunnel) => number | 'nothing' | undefined = () => undefined;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.on('connect', ({ url = '', headers }: IncomingMessage, client: Socket) => {
    const tunnel = { authority: url, authorization: headers['proxy-authorization'] };
    asked.push(tunnel);
    const status = answerOf(tunnel);
    if (status === 'nothing') return;
    if (status !== undefined) {
      client.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const { hostname, port } = new URL(`http://${url}`);
    const upstream = connect(Number(port), hostname.replace(/^\[|\]$/g, ''), () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    sockets.add(upstream);
    upstream.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    upstream.on('close', () => client.destroy());
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    asked,
    refuse: (answer) => {
      answerOf = answer;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await authority.release();
    },
  };
}

import { request } from 'node:http';
import { connect as connectTcp, isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ClientTls } from './client-tls.js';

/** An HTTP proxy that opens tunnels. */
export interface Proxy {
  /** Whether it is spoken to over TLS. */
  readonly secure: boolean;
  readonly hostname: string;
  readonly port: number;
  /** The value of Proxy-Authorization, when it wants one. */
  readonly authorization: string | undefined;
  /** By what its name is resolved; by getaddrinfo when left out. */
  readonly lookup?: LookupFunction;
}

/** The proxy did not open a tunnel. The message names neither it nor its credentials. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';

  constructor(
    message: string,
    /** Whether it has said nothing at all in its time: nor may have the address behind it. */
    readonly timedOut = false,
  ) {
    super(message);
  }
}

/** The proxy that a URL names; undefined when it names none. Credentials stand in it percent-encoded. */
export function parseProxy(text: string): Proxy | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const secure = protocol === 'https:';
  if ((!secure && protocol !== 'http:') || pathname !== '/' || search + hash !== '') return undefined;
  const credentials = credentialsOf(username, password);
  if (credentials === undefined) return undefined;
  const authorization = credentials === '' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
  return {
    secure,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 443 : 80),
    authorization,
  };
}

function credentialsOf(username: string, password: string): string | undefined {
  try {
    return username + password === '' ? '' : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch {
    return undefined;
  }
}

export interface Tunnel {
  /** A literal address: names are for whoever asks to resolve, so that they know where the tunnel leads. */
  readonly address: string;
  readonly port: string;
  readonly timeoutMs: number;
}

/** Opens a tunnel to an address by CONNECT. Rejects with {@link ProxyFailure}; the socket is the caller's. */
export function openTunnel(proxy: Proxy, tls: ClientTls, { address, port, timeoutMs }: Tunnel): Promise<Socket> {
  const authority = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  const socket = dialProxy(proxy, tls);
  return new Promise<Socket>((resolve, reject) => {
    const fail = (message: string, timedOut = false): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(new ProxyFailure(message, timedOut));
    };
    const timer = setTimeout(() => fail('the proxy opened no connection in time', true), timeoutMs);
    const asking = request({
      method: 'CONNECT',
      path: authority,
      headers: {
        host: authority,
        ...(proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }),
      },
      createConnection: () => socket,
    });
    asking.once('connect', ({ statusCode = 0 }, _, head) => {
      if (statusCode < 200 || statusCode > 299) return fail(`the proxy answered ${statusCode}`);
      clearTimeout(timer);
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    asking.on('error', (error) => fail(`the proxy cannot be reached (${codeOf(error)})`));
    asking.end();
  });
}

/** Begins to connect to the proxy itself. */
export function dialProxy({ secure, hostname, port, lookup }: Proxy, tls: ClientTls): Socket {
  const name = isIP(hostname) === 0 ? { servername: hostname } : {};
  const way = { host: hostname, port, ...(lookup && { lookup }) };
  if (secure) return connectTls({ ...way, ...name, ...tls });
  return connectTcp({ ...way, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 });
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : 'closed';
}

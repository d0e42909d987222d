import { request } from 'node:http';
import { connect as connectTcp, isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ClientTls } from './client-tls.js';

/** An HTTP proxy that supports CONNECT. */
export interface Proxy {
  readonly secure: boolean;
  readonly hostname: string;
  readonly port: number;
  readonly authorization: string | undefined;
  /** Resolves the proxy's name; getaddrinfo by default. */
  readonly lookup?: LookupFunction;
}

/** The proxy did not open a tunnel. The message contains neither its address nor credentials. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';

  constructor(
    message: string,
    /** Whether the proxy did not respond in time; the cause may be the address behind it. */
    readonly timedOut = false,
  ) {
    super(message);
  }
}

/** Parses a proxy URL, with percent-encoded credentials; undefined if it is invalid. */
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
  /** An IP address: callers resolve names themselves, so that they know where the tunnel leads. */
  readonly address: string;
  readonly port: string;
  readonly timeoutMs: number;
}

/** Opens a tunnel to an address with CONNECT. Rejects with {@link ProxyFailure}; the caller owns the socket. */
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

/** Starts a connection to the proxy itself. */
export function dialProxy({ secure, hostname, port, lookup }: Proxy, tls: ClientTls): Socket {
  const name = isIP(hostname) === 0 ? { servername: hostname } : {};
  const way = { host: hostname, port, ...(lookup && { lookup }) };
  if (secure) return connectTls({ ...way, ...name, ...tls });
  return connectTcp({ ...way, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 });
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : 'closed';
}

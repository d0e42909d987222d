import type { Socket } from 'node:net';
import type { Config } from '@svc/core';
import type { ProblemCode } from '@svc/contract';

const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

type End = Pick<Socket, 'localAddress' | 'localPort'>;

/** Whether the text is a valid Host header. */
export function isHost(text: string): boolean {
  return HOST.test(text);
}

/** The base URL for clients, without a trailing slash: PUBLIC_URL, or the host that the client used. */
export function publicUrl(config: Pick<Config, 'PUBLIC_URL'>, host: string | undefined, socket: End): string {
  return config.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://${ownHost(host, socket)}`;
}

function ownHost(asked: string | undefined, socket: End): string {
  if (asked !== undefined && isHost(asked)) return asked;
  const { localAddress = 'localhost', localPort } = socket;
  const name = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  return localPort === undefined ? name : `${name}:${localPort}`;
}

/** The URL of the page that explains a problem code, reachable for the client on this socket. */
export function problemType(
  config: Pick<Config, 'PUBLIC_URL'>,
  host: string | undefined,
  socket: Pick<Socket, 'localAddress' | 'localPort'>,
  code: ProblemCode,
): string {
  return `${publicUrl(config, host, socket)}/errors/${code}`;
}

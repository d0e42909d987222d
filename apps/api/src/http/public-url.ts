import type { Socket } from 'node:net';
import type { Config } from '@svc/core';
import type { ProblemCode } from '@svc/contract';

const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

type End = Pick<Socket, 'localAddress' | 'localPort'>;

/** Whether a text is what a Host header may hold. */
export function isHost(text: string): boolean {
  return HOST.test(text);
}

/** Where clients reach this instance, without a slash at the end: as it is set, or as whoever asked has found it. */
export function publicUrl(config: Pick<Config, 'PUBLIC_URL'>, host: string | undefined, socket: End): string {
  return config.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://${ownHost(host, socket)}`;
}

function ownHost(asked: string | undefined, socket: End): string {
  if (asked !== undefined && isHost(asked)) return asked;
  const { localAddress = 'localhost', localPort } = socket;
  const name = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  return localPort === undefined ? name : `${name}:${localPort}`;
}

/** The address of the page that explains a code, on this instance, as whoever asked over the socket can reach it. */
export function problemType(
  config: Pick<Config, 'PUBLIC_URL'>,
  host: string | undefined,
  socket: Pick<Socket, 'localAddress' | 'localPort'>,
  code: ProblemCode,
): string {
  return `${publicUrl(config, host, socket)}/errors/${code}`;
}

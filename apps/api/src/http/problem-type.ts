import type { Socket } from 'node:net';
import type { ProblemCode } from '@svc/contract';
import type { Config } from '@svc/core';
import { publicUrl } from './public-url.js';

/** The address of the page that explains a code, on this instance, as whoever asked over the socket can reach it. */
export function problemType(
  config: Pick<Config, 'PUBLIC_URL'>,
  host: string | undefined,
  socket: Pick<Socket, 'localAddress' | 'localPort'>,
  code: ProblemCode,
): string {
  return `${publicUrl(config, host, socket)}/errors/${code}`;
}

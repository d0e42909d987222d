import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The answer that the connection owes next, if there is one. */
export function answerUnderWay(socket: Socket): ServerResponse | undefined {
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  return answer ?? undefined;
}

import type { IncomingMessage } from 'node:http';

/** The API key that a request carries. */
export function bearerToken({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

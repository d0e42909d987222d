import { connect } from 'node:net';

/** The result of a connection. */
export interface Exchange {
  /** All that was read. */
  readonly text: string;
  readonly connected: boolean;
  /** The code of the error that closed it, if any. */
  readonly error: string | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Sends raw bytes on a new connection and reads until the service closes it. */
export async function exchangeBytes(baseUrl: string, ...parts: readonly (string | Buffer)[]): Promise<Exchange> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  let text = '';
  let connected = false;
  let error: string | undefined;
  socket.once('connect', () => (connected = true));
  socket.on('error', ({ code }: NodeJS.ErrnoException) => (error = code));
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  for (const part of parts) {
    if (!socket.writable || socket.write(part)) continue;
    await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
  }
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return { text, connected, error };
}

/** The same, with the first response parsed. */
export async function sendBytes(baseUrl: string, ...parts: readonly (string | Buffer)[]): Promise<RawAnswer> {
  const { text } = await exchangeBytes(baseUrl, ...parts);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0);
  return {
    status,
    head,
    headers: headersOf(head),
    body: body === '' ? {} : (JSON.parse(body) as Record<string, unknown>),
  };
}

/** The head of a request that creates a payment, for a body of this length. */
export function headOfCreate(key: string, length: number | 'chunked'): string {
  return [
    'POST /v1/payments HTTP/1.1',
    'Host: api',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    'Connection: close',
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n');
}

function headersOf(head: string): Headers {
  const headers = new Headers();
  for (const [, name = '', value = ''] of head.matchAll(/^([^:\r\n]+): ([^\r\n]*)/gm)) headers.append(name, value);
  return headers;
}

import { Readable } from 'node:stream';
import { noteAnswer } from './answer-log.js';

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Raw bytes instead of a JSON body. */
  readonly raw?: string | Buffer;
  /** Sends the body without Content-Length. */
  readonly chunked?: boolean;
  /** Sends the start of the body and then nothing more. */
  readonly unfinished?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; empty when there is none. */
  readonly body: Record<string, unknown>;
}

/** A minimal client of the API for tests of single responses. */
export interface Client {
  readonly baseUrl: string;
  get(path: string, options?: RequestOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  send(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
}

/** Creates a client for the API at `baseUrl`, with or without a key. */
export function createClient(baseUrl: string, key?: string): Client {
  const send: Client['send'] = async (method, path, body, options = {}) => {
    const content = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const headers: Record<string, string> = {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    };
    const init = { method, headers, body: bodyOf(content, options), duplex: 'half', redirect: 'manual' } as RequestInit;
    const response = await fetch(baseUrl + path, init);
    const text = await textOf(response);
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : {};
    const { status, headers: answered } = response;
    noteAnswer(method, path, { status, headers: answered, problem: status < 400 ? undefined : parsed });
    return { status, headers: answered, text, body: parsed as Record<string, unknown> };
  };
  return {
    baseUrl,
    send,
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body, options) => send('POST', path, body, options),
  };
}

function bodyOf(content: string | Buffer | undefined, { chunked, unfinished }: RequestOptions): unknown {
  if (unfinished === true) return new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{')) });
  return chunked === true && content !== undefined ? Readable.toWeb(Readable.from([content])) : content;
}

/** A stream does not end, so only its headers are read; see openEventStream. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return response.text();
  await response.body?.cancel();
  return '';
}

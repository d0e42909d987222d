import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FieldError } from '@svc/contract';
import { DomainError } from '@svc/core';
import type { RequestHandler } from 'express';
import { isHost } from '../public-url.js';

const held = new WeakMap<IncomingMessage, ServerResponse>();

/** Remembers a request with `Expect: 100-continue`: the client sends no body before 100 or a final response. */
export function holdBody(request: IncomingMessage, response: ServerResponse): void {
  held.set(request, response);
}

/** Whether the client got no 100. Then it is unknown whether a body follows. */
export function isBodyHeld(request: IncomingMessage): boolean {
  return held.has(request);
}

/** Sends 100 to a client that waits for it. */
export function letBodyCome(request: IncomingMessage): void {
  held.get(request)?.writeContinue();
  held.delete(request);
}

const broken = new WeakMap<IncomingMessage, DomainError>();

/** Marks a request as incomplete and fails its reader. */
export function breakOff(request: IncomingMessage, problem: DomainError): void {
  broken.set(request, problem);
  if (request.listenerCount('error') > 0) request.emit('error', problem);
}

/** Why the rest of the request will not arrive; undefined while it may. */
export function brokenOff(request: IncomingMessage): DomainError | undefined {
  return broken.get(request);
}

/** Node uses the first of duplicates, a proxy in front may have used the last. */
const ONCE = new Set(['host', 'authorization', 'content-type', 'idempotency-key']);

const unreadableTargets = new WeakSet<IncomingMessage>();

/** Turns an absolute target (`GET http://host/path`) into the path and query that routing needs. */
export function useOriginForm(request: IncomingMessage): void {
  const { url = '/' } = request;
  if (url.startsWith('/') || url === '*') return;
  if (/^https?:/i.test(url) && URL.canParse(url)) {
    const { pathname, search } = new URL(url);
    request.url = pathname + search;
    return;
  }
  unreadableTargets.add(request);
  request.url = '/';
}

/** Removes the ports that some proxies append to the addresses in `X-Forwarded-For`. */
export function dropPorts({ headers }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded !== 'string' || !/[[:]/.test(forwarded)) return;
  const addresses = forwarded.split(',').map((address) => {
    const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(address.trim()) ?? [];
    return v6 ?? v4 ?? address;
  });
  headers['x-forwarded-for'] = addresses.join(',');
}

/** Refuses ambiguous headers before anything acts on one interpretation. */
export const requireClearHead: RequestHandler = (request, response, next) => {
  const error = findUnclear(request);
  if (error === undefined) {
    next();
    return;
  }
  // The end of its body may be ambiguous as well.
  response.shouldKeepAlive = false;
  next(new DomainError('invalid_header', 'The request line or a header is invalid.', { errors: [error] }));
};

/** The bytes of a query, which is ASCII. A % that begins no escape stands for itself. */
function decoded(query: string): Buffer {
  const bytes = query.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

function findUnclear(request: IncomingMessage): FieldError | undefined {
  const { headers, httpVersion, rawHeaders } = request;
  const [, query = ''] = (request.url ?? '').split('?', 2);
  if (query.includes('%') && !isUtf8(decoded(query))) {
    return { parameter: 'Query', code: 'invalid_format', detail: 'must be UTF-8' };
  }
  if (unreadableTargets.has(request)) {
    return { parameter: 'Target', code: 'invalid_format', detail: 'must be a path or an http URL' };
  }
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return { parameter: 'Version', code: 'invalid_format', detail: 'must be HTTP/1.1' };
  }
  const seen = new Set<string>();
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place] ?? '';
    const lower = name.toLowerCase();
    if (!ONCE.has(lower)) continue;
    if (seen.has(lower)) return { parameter: name, code: 'duplicate', detail: 'must be sent once' };
    seen.add(lower);
  }
  if (headers.host === undefined) {
    return httpVersion === '1.0' ? undefined : { parameter: 'Host', code: 'required', detail: 'is required' };
  }
  if (!isHost(headers.host))
    return { parameter: 'Host', code: 'invalid_format', detail: 'must be a name or an address' };
  const { expect, 'transfer-encoding': coding } = headers;
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return { parameter: 'Transfer-Encoding', code: 'invalid_format', detail: 'must be chunked' };
  }
  if (expect !== undefined && httpVersion !== '1.0' && expect.toLowerCase() !== '100-continue') {
    return { parameter: 'Expect', code: 'invalid_format', detail: 'must be 100-continue' };
  }
  return undefined;
}

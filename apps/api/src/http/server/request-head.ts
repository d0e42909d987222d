import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FieldError } from '@svc/contract';
import { DomainError } from '@svc/core';
import type { RequestHandler } from 'express';
import { isHost } from '../public-url.js';

const held = new WeakMap<IncomingMessage, ServerResponse>();

/** A client that sent `Expect: 100-continue` holds its body back until it is told to go on, or is answered. */
export function holdBody(request: IncomingMessage, response: ServerResponse): void {
  held.set(request, response);
}

/** Whether the client was never told to send its body: then nobody can tell whether it comes. */
export function isBodyHeld(request: IncomingMessage): boolean {
  return held.has(request);
}

/** Tells a client that waits for it to send its body. */
export function letBodyCome(request: IncomingMessage): void {
  held.get(request)?.writeContinue();
  held.delete(request);
}

const broken = new WeakMap<IncomingMessage, DomainError>();

/** Notes that no more of a request will come, and tells who reads it. */
export function breakOff(request: IncomingMessage, problem: DomainError): void {
  broken.set(request, problem);
  if (request.listenerCount('error') > 0) request.emit('error', problem);
}

/** Why no more of the request will come; undefined while it may. */
export function brokenOff(request: IncomingMessage): DomainError | undefined {
  return broken.get(request);
}

/** Node keeps the first of these, a proxy before us may have read the last. */
const ONCE = new Set(['host', 'authorization', 'content-type']);

const unreadableTargets = new WeakSet<IncomingMessage>();

/** Turns an absolute target (`GET http://host/path`) into its path and query, by which requests are routed. */
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

/** Refuses a request whose head can be read in more than one way, before anything acts on one of them. */
export const requireClearHead: RequestHandler = (request, response, next) => {
  const error = findUnclear(request);
  if (error === undefined) {
    next();
    return;
  }
  // Where its body ends may be unclear, too.
  response.shouldKeepAlive = false;
  next(new DomainError('invalid_header', 'The request has invalid headers.', { errors: [error] }));
};

function findUnclear(request: IncomingMessage): FieldError | undefined {
  const { headers, httpVersion, rawHeaders } = request;
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

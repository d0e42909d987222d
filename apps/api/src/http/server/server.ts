import { IncomingMessage, type Server, type ServerOptions, ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';
import { parse } from 'node:querystring';
import { type Config, type Logger, Networks } from '@svc/core';
import express from 'express';
import type { Express } from 'express';
import { ApiAdapter } from './answer.js';
import { oneAtATime } from './requests-in-flight.js';
import { RawProblems } from './raw-problem.js';
import { dropPorts, holdBody, useOriginForm } from './request-head.js';

const serverLimits = {
  maxHeaderSize: 16_384,
  /** Maximum time for the request line and headers; the next one is for the whole request. */
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  /** Longer than the idle timeout of load balancers, so that they close the connection first. */
  keepAliveTimeout: 75_000,
  /** Node's own response has no body; ours is a problem. */
  requireHostHeader: false,
} as const;

/** A connection on which nothing has moved for so long is closed: its client does not read the response. No request waits longer. */
const IDLE_TIMEOUT_MS = 120_000;
/** Per process. */
const MAX_CONNECTIONS = 10_000;

/** Express behind a server with limits for slow, oversized and broken requests. */
export class ApiServer extends ApiAdapter {
  declare protected httpServer: Server;

  constructor(
    private readonly config: Pick<Config, 'PUBLIC_URL' | 'TRUST_PROXY' | 'TRUSTED_PROXIES' | 'EVENT_STREAM_HEARTBEAT'>,
    private readonly log: Logger,
  ) {
    super(configuredExpress(config));
  }

  override initHttpServer(): void {
    const express = this.getInstance<Express>();
    const handle = oneAtATime((request, response) => {
      useOriginForm(request);
      dropPorts(request);
      express(request, response);
    });
    const server = createServer({ ...serverLimits, ...messagesOf(express) }, handle);
    server.maxConnections = MAX_CONNECTIONS;
    const idleMs = Math.max(IDLE_TIMEOUT_MS, 3 * this.config.EVENT_STREAM_HEARTBEAT);
    server.setTimeout(idleMs, (socket) => socket.destroy());
    // Their size is limited. By default, Node silently drops those after the two thousandth.
    server.maxHeadersCount = 0;
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      holdBody(request, response);
      server.emit('request', request, response);
    });
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      server.emit('request', request, response);
    });
    const problems = new RawProblems(this.config, this.log);
    server.on('connect', (_request: IncomingMessage, socket: Socket) => problems.refuseTunnel(socket));
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => problems.refuseBroken(error, socket));
    this.httpServer = server;
  }
}

/** Express reads these settings when the first handler is mounted, which Nest does at once. */
function configuredExpress(config: Pick<Config, 'TRUST_PROXY' | 'TRUSTED_PROXIES'>): Express {
  return express()
    .disable('x-powered-by')
    .set('etag', false)
    .set('query parser', parseQuery)
    .set('case sensitive routing', true)
    .set('strict routing', true)
    .set('trust proxy', trustedProxies(config));
}

/** All parameters: by default, those after the thousandth are silently dropped. */
function parseQuery(query: string): object {
  return parse(query, '&', '=', { maxKeys: 0 });
}

/**
 * Express's `trust proxy`. It reads X-Forwarded-For from the right: everything left of the first untrusted address may
 * be forged.
 */
function trustedProxies(
  config: Pick<Config, 'TRUST_PROXY' | 'TRUSTED_PROXIES'>,
): number | ((address: string) => boolean) {
  if (config.TRUSTED_PROXIES.length === 0) return config.TRUST_PROXY;
  const proxies = new Networks(config.TRUSTED_PROXIES);
  return (address) => proxies.include(address);
}

/**
 * Messages that have Express's prototypes from the start. Otherwise Express changes the prototype of each message, for
 * which V8 creates a new hidden class in the old generation: 10,400 requests per second instead of 25,100 (see
 * docs/decisions/0022).
 */
function messagesOf(express: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class Request extends IncomingMessage {}
  class Response<Asked extends IncomingMessage = IncomingMessage> extends ServerResponse<Asked> {}
  Object.setPrototypeOf(Request.prototype, express.request);
  Object.setPrototypeOf(Response.prototype, express.response);
  express.request = Request.prototype as typeof express.request;
  express.response = Response.prototype as typeof express.response;
  return { IncomingMessage: Request, ServerResponse: Response };
}

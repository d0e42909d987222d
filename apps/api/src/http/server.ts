import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Config, Logger } from '@svc/core';
import express from 'express';
import { ApiAdapter } from './answer.js';
import { BODY_LIMIT } from './json-body.js';
import { refuseRaw } from './raw-problem.js';

export const serverLimits = {
  maxHeaderSize: 16_384,
  /** Request line and headers must be there within this time, the body within the next. */
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  /** Longer than load balancers keep an idle connection, so that it is they who close it. */
  keepAliveTimeout: 75_000,
} as const;

const MOST_CONNECTIONS = 10_000;

/** Express behind a server that gives slow, oversized and broken requests no room. */
export class ApiServer extends ApiAdapter {
  declare protected httpServer: Server;

  constructor(
    private readonly config: Pick<Config, 'PUBLIC_URL'>,
    private readonly log: Logger,
  ) {
    // The adapter mounts something at once, and Express makes its router then, with the settings as they are.
    super(express().set('case sensitive routing', true).set('strict routing', true));
  }

  override initHttpServer(): void {
    const server = createServer(serverLimits, this.getInstance<(...parts: unknown[]) => void>());
    server.maxConnections = MOST_CONNECTIONS;
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      // A client that asks before it sends is told at once that the body is too large.
      if (Number(request.headers['content-length'] ?? 0) <= BODY_LIMIT) response.writeContinue();
      server.emit('request', request, response);
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      this.log.debug({ event: 'request_refused', code: error.code }, 'no valid HTTP');
      refuseRaw(error, socket, this.config);
    });
    this.httpServer = server;
  }
}

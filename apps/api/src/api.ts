import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { Database, nestLogger, SandboxActions, type Config, type Logger } from '@svc/core';
import type { Express } from 'express';
import { AppModule } from './app.module.js';
import { trustedProxies } from './http/client-address.js';
import { mountOperationalRoutes } from './http/operational-routes.js';
import { followRequests } from './http/request-log.js';
import { RequestsInFlight } from './http/requests-in-flight.js';
import { apiHeaders } from './http/security-headers.js';
import { ApiServer } from './http/server.js';

const STILL_LISTEN_MS = 1_000;

/** The API of one process. */
export interface Api {
  readonly express: Express;
  /** Resolves with the port. */
  listen(): Promise<number>;
  /** Finishes what is in flight, takes nothing new, and lets go of everything. */
  close(): Promise<void>;
}

/** Wires the API on a migrated database. */
export async function createApi(config: Config, logger: Logger): Promise<Api> {
  const adapter = new ApiServer(config, logger);
  const express = adapter.getInstance<Express>();
  express.disable('x-powered-by').set('etag', false).set('query parser', 'simple');
  express.set('trust proxy', trustedProxies(config));
  const app = await NestFactory.create(AppModule.forRoot(config, logger), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: nestLogger(logger),
  });
  const inFlight = new RequestsInFlight();
  express.use(followRequests(inFlight, logger), apiHeaders(config));
  mountOperationalRoutes(express, config, app.get(Database), app.get(SandboxActions), inFlight);
  const server = app.getHttpServer() as Server;
  inFlight.watch(server);
  await app.init();
  return {
    express,
    listen: async () => {
      await app.listen(config.PORT, config.HOST);
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : config.PORT;
    },
    close: async () => {
      inFlight.drain();
      // What was sent before anyone could know of the end is still taken; /readyz says 503 meanwhile.
      await sleep(STILL_LISTEN_MS);
      await app.close();
    },
  };
}

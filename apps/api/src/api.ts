import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import {
  InstallationMetrics,
  Metrics,
  nestLogger,
  ProcessorCallbacks,
  Readiness,
  SandboxActions,
  SettlementWatch,
  TRACING,
  type Config,
  type Logger,
  type MetricSource,
  type Tracing,
} from '@svc/core';
import type { Express } from 'express';
import { AppModule } from './app.module.js';
import type { HandedConnections } from './handed-connections.js';
import { HttpMetrics } from './http/http-metrics.js';
import { mountOperationalRoutes } from './http/operational-routes.js';
import { OpenStreams } from './http/open-streams.js';
import { followRequests } from './http/request-log.js';
import { requireClearHead } from './http/request-head.js';
import { RequestsInFlight } from './http/requests-in-flight.js';
import { apiHeaders } from './http/security-headers.js';
import { ApiServer, MOST_CONNECTIONS } from './http/server.js';
import { STILL_LISTEN_MS, stopListening } from './stop-listening.js';

/** The API of one process. */
export interface Api {
  readonly express: Express;
  /** Listens to a port of its own. Resolves with it. */
  listen(): Promise<number>;
  /** Serves connections of a port that another process holds. */
  serve(connections: HandedConnections): void;
  /** Finishes what is in flight, takes nothing new, and lets go of everything. */
  close(): Promise<void>;
}

/**
 * Wires the API on a migrated database. Where it is one of several processes, `shareMetrics` makes of its own metrics
 * those of all.
 */
export async function createApi(
  config: Config,
  logger: Logger,
  shareMetrics: (own: Metrics) => MetricSource = (own) => own,
): Promise<Api> {
  const adapter = new ApiServer(config, logger);
  const express = adapter.getInstance<Express>();
  const app = await NestFactory.create(AppModule.forRoot(config, logger), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: nestLogger(logger),
  });
  const inFlight = new RequestsInFlight();
  const metrics = app.get(Metrics);
  const followers = {
    inFlight,
    metrics: new HttpMetrics(metrics, inFlight),
    tracing: app.get<Tracing>(TRACING),
    logger,
  };
  express.use(followRequests(followers), apiHeaders(config), requireClearHead);
  mountOperationalRoutes(express, config, {
    readiness: app.get(Readiness),
    inFlight,
    metrics: [shareMetrics(metrics), app.get(InstallationMetrics)],
    sandboxActions: app.get(SandboxActions),
    processorCallbacks: app.get(ProcessorCallbacks),
  });
  const server = app.getHttpServer() as Server;
  inFlight.watch(server);
  await app.init();
  let takeNoMore = (): Promise<void> => Promise.resolve();
  return {
    express,
    listen: async () => {
      await app.listen(config.PORT, config.HOST);
      takeNoMore = async () => {
        await sleep(STILL_LISTEN_MS);
        await stopListening(server);
      };
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : config.PORT;
    },
    serve: (connections) => {
      // Its limits of time are looked after from when it listens, which it never does by itself.
      server.emit('listening');
      takeNoMore = () => connections.end();
      connections.start((socket) => {
        // As those that the server accepts itself.
        socket.allowHalfOpen = true;
        if (inFlight.connections < MOST_CONNECTIONS) server.emit('connection', socket);
        else socket.destroy();
      });
    },
    close: async () => {
      inFlight.drain();
      app.get(SettlementWatch).end();
      app.get(OpenStreams).end();
      await takeNoMore();
      await inFlight.end();
      await app.close();
    },
  };
}

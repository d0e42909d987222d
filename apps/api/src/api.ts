import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import {
  CheckoutPages,
  InstallationMetrics,
  Metrics,
  nestLogger,
  ProcessorCallbacks,
  Readiness,
  RequestLog,
  PaymentPages,
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
import { consoleGateway } from './console/console-gateway.js';
import { mountConsole } from './console/console-pages.js';
import { HttpMetrics } from './metrics/http-metrics.js';
import { mountOperationalRoutes } from './http/operational-routes.js';
import { OpenStreams } from './http/server/open-streams.js';
import { followRequests } from './http/request-log.js';
import { requireClearHead } from './http/server/request-head.js';
import { RequestsInFlight } from './http/server/requests-in-flight.js';
import { apiHeaders } from './http/security-headers.js';
import { ApiServer } from './http/server/server.js';

/**
 * After SIGTERM, requests are still accepted for this long while /readyz returns 503, so that load balancers notice.
 */
const STILL_LISTEN_MS = 1_000;

/** The API of one process. */
export interface Api {
  readonly express: Express;
  /** Resolves with the port. */
  listen(): Promise<number>;
  /** Stops listening, finishes the requests in flight and closes all connections. */
  close(): Promise<void>;
}

/**
 * Wires the API; the database must be migrated. With several processes, `shareMetrics` turns the metrics of this
 * process into those of all.
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
    log: app.get(RequestLog),
    logger,
  };
  express.use(followRequests(followers), apiHeaders(config), requireClearHead, consoleGateway(config));
  mountOperationalRoutes(express, config, {
    readiness: app.get(Readiness),
    inFlight,
    metrics: [shareMetrics(metrics), app.get(InstallationMetrics)],
    sandboxActions: app.get(SandboxActions),
    checkoutPages: app.get(CheckoutPages),
    paymentPages: app.get(PaymentPages),
    processorCallbacks: app.get(ProcessorCallbacks),
  });
  mountConsole(express, config);
  const server = app.getHttpServer() as Server;
  inFlight.watch(server);
  await app.init();
  return {
    express,
    listen: async () => {
      await app.listen(config.PORT, config.HOST).catch((error: NodeJS.ErrnoException) => {
        error.message = `cannot listen on HOST=${config.HOST} and PORT=${config.PORT}: ${error.message}`;
        throw error;
      });
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : config.PORT;
    },
    close: async () => {
      inFlight.drain();
      app.get(SettlementWatch).end();
      app.get(OpenStreams).end();
      if (server.listening) await sleep(STILL_LISTEN_MS);
      server.close();
      await inFlight.end();
      await app.close();
    },
  };
}

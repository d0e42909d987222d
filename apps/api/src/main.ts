import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import {
  closeOnSignal,
  createLogger,
  Database,
  loadConfig,
  migrate,
  nestLogger,
  type Config,
  type Logger,
} from '@svc/core';
import type { Express, NextFunction, Request, Response } from 'express';
import { AppModule } from './app.module.js';
import { ApiAdapter } from './http/answer.js';
import { mountOperationalRoutes } from './http/operational-routes.js';

async function start(config: Config, logger: Logger): Promise<void> {
  await migrate(config.DATABASE_URL);
  const adapter = new ApiAdapter();
  const app = await NestFactory.create(AppModule.forRoot(config, logger), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: nestLogger(logger),
  });
  const express = adapter.getInstance<Express>();
  express.disable('x-powered-by').set('etag', false).set('query parser', 'simple').set('case sensitive routing', true);
  express.use((request: Request, response: Response, next: NextFunction) => {
    const requestId = `req_${randomUUID().replaceAll('-', '')}`;
    Object.assign(request, { requestId });
    response.setHeader('Request-Id', requestId);
    next();
  });
  mountOperationalRoutes(express, config, app.get(Database));
  closeOnSignal(app, logger);
  await app.listen(config.PORT, config.HOST);
  const address = (app.getHttpServer() as Server).address();
  const port = typeof address === 'object' && address !== null ? address.port : config.PORT;
  logger.info({ event: 'listening', port }, 'the API listens');
  process.send?.({ type: 'ready', port });
}

try {
  const config = loadConfig();
  const logger = createLogger(config, 'api');
  await start(config, logger).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') process.send?.({ type: 'listen_failed', code: error.code });
    logger.fatal({ event: 'boot_failed', err: error }, 'the API could not start');
    process.exit(1);
  });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

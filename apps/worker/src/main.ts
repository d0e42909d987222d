import './heap.js';
import 'reflect-metadata';
import { createServer } from 'node:http';
import { NestFactory } from '@nestjs/core';
import { closeOnSignal, createLogger, loadConfig, migrate, nestLogger, type Config, type Logger } from '@svc/core';
import { WorkerModule } from './worker.module.js';

async function start(config: Config, logger: Logger): Promise<void> {
  await migrate(config.DATABASE_URL);
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(config, logger), {
    abortOnError: false,
    logger: nestLogger(logger),
  });
  if (config.WORKER_PORT !== undefined) listenForHealth(config.HOST, config.WORKER_PORT);
  closeOnSignal(app, logger);
  logger.info({ event: 'working' }, 'the worker takes jobs');
  process.send?.({ type: 'ready' });
}

/** The worker's only HTTP: whether it lives. */
function listenForHealth(host: string, port: number): void {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/healthz' ? 200 : 404;
    response.setHeader('Content-Type', 'application/json');
    response.end(response.statusCode === 200 ? '{"status":"ok"}' : '{}');
  });
  server.listen(port, host).unref();
}

try {
  const config = loadConfig();
  const logger = createLogger(config, 'worker');
  await start(config, logger).catch((error: unknown) => {
    logger.fatal({ event: 'boot_failed', err: error }, 'the worker could not start');
    process.exit(1);
  });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

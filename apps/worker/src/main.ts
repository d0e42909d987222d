import './heap.js';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import {
  closeOnSignal,
  createLogger,
  InstallationMetrics,
  leaveRoot,
  loadConfig,
  logMigrations,
  Metrics,
  nestLogger,
  prepareDatabase,
  Readiness,
  type Config,
  type Logger,
} from '@svc/core';
import { WorkerModule } from './worker.module.js';
import { WorkerPort } from './worker-port.js';

async function start(config: Config, logger: Logger): Promise<void> {
  await prepareDatabase(config, logMigrations(logger));
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(config, logger), {
    abortOnError: false,
    logger: nestLogger(logger),
  });
  const sources = [app.get(Metrics), app.get(InstallationMetrics)];
  const http = new WorkerPort(config, app.get(Readiness), sources, logger);
  const port = config.WORKER_PORT === undefined ? undefined : await http.listen(config.WORKER_PORT);
  leaveRoot(config, logger);
  const close = (): Promise<void> => {
    http.end();
    return app.close();
  };
  closeOnSignal({ close }, logger);
  logger.info({ event: 'working', port }, 'the worker takes jobs');
  process.send?.({ type: 'ready', port });
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

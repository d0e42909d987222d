import './heap.js';
import 'reflect-metadata';
import cluster from 'node:cluster';
import {
  closeOnSignal,
  createLogger,
  leaveRoot,
  loadConfig,
  logMigrations,
  migrate,
  type Config,
  type Logger,
} from '@svc/core';
import { ApiProcesses, type BootMessage } from './api-processes.js';
import { SharedMetrics } from './metrics/shared-metrics.js';

/** The API, in this process. */
async function serve(config: Config, logger: Logger): Promise<void> {
  // Loaded here alone: the process that looks after others needs none of it.
  const { createApi } = await import('./api.js');
  await migrate(config.DATABASE_URL, logMigrations(logger), { cell: config.CELL });
  const shared = cluster.isWorker ? new SharedMetrics(process) : undefined;
  const api = await createApi(config, logger, (own) => shared?.include(own) ?? own);
  const close = async (): Promise<void> => {
    await api.close();
    await shared?.tell();
  };
  closeOnSignal({ close }, logger);
  const port = await api.listen();
  leaveRoot(config, logger);
  if (cluster.isPrimary) logger.info({ event: 'listening', port }, 'the API listens');
  tellParent({ type: 'ready', port });
}

/** As many processes as configured, which share a port. This one looks after them. */
async function supervise(config: Config, logger: Logger): Promise<void> {
  const processes = new ApiProcesses(config, logger);
  closeOnSignal(processes, logger);
  const port = await processes.start();
  // They have left it before: this one may send them signals, and start others as the same user.
  leaveRoot(config, logger);
  logger.info({ event: 'listening', port, processes: config.API_PROCESSES }, 'all API processes listen');
  tellParent({ type: 'ready', port });
}

function tellParent(message: BootMessage): void {
  process.send?.(message);
}

try {
  const config = loadConfig();
  const logger = createLogger(config, 'api');
  const run = config.API_PROCESSES > 1 && cluster.isPrimary ? supervise : serve;
  await run(config, logger).catch((error: NodeJS.ErrnoException) => {
    logger.fatal({ event: 'boot_failed', err: error }, 'the API could not start');
    if (error.code === 'EADDRINUSE') tellParent({ type: 'listen_failed', code: error.code });
    process.exit(1);
  });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

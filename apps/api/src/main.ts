import './heap.js';
import 'reflect-metadata';
import cluster from 'node:cluster';
import {
  closeOnSignal,
  createLogger,
  leaveRoot,
  loadConfig,
  logMigrations,
  prepareDatabase,
  type Config,
  type Logger,
} from '@svc/core';
import { ApiProcesses, type BootMessage } from './api-processes.js';
import { SharedMetrics } from './metrics/shared-metrics.js';

/** Runs the API in this process. */
async function serve(config: Config, logger: Logger): Promise<void> {
  // Loaded only here: the supervising process does not need it.
  const { createApi } = await import('./api.js');
  await prepareDatabase(config, logMigrations(logger));
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

/** Runs the configured number of processes on one port and supervises them. */
async function supervise(config: Config, logger: Logger): Promise<void> {
  const processes = new ApiProcesses(config, logger);
  closeOnSignal(processes, logger);
  const port = await processes.start();
  // The children have dropped root already. As the same user, this process can still signal and replace them.
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

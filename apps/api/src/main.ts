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
import { ApiProcesses } from './api-processes.js';
import { HandedConnections } from './handed-connections.js';
import { SharedMetrics } from './shared-metrics.js';

/** The API itself is loaded where it serves: whoever looks after the processes that do needs none of it. */
const loadApi = () => import('./api.js');

/** The API itself, in this process. */
async function serve(config: Config, logger: Logger): Promise<void> {
  const { createApi } = await loadApi();
  await migrate(config.DATABASE_URL, logMigrations(logger));
  const api = await createApi(config, logger);
  closeOnSignal(api, logger);
  const port = await api.listen();
  leaveRoot(config, logger);
  logger.info({ event: 'listening', port }, 'the API listens');
  process.send?.({ type: 'ready', port });
}

/** The same, on connections that the process which started this one hands over. */
async function serveHanded(config: Config, logger: Logger): Promise<void> {
  const connections = new HandedConnections(process);
  const { createApi } = await loadApi();
  await migrate(config.DATABASE_URL, logMigrations(logger));
  const metrics = new SharedMetrics(process);
  const api = await createApi(config, logger, (own) => metrics.include(own));
  const close = async (): Promise<void> => {
    await api.close();
    await metrics.tell();
  };
  closeOnSignal({ close }, logger);
  leaveRoot(config, logger);
  api.serve(connections);
}

/** As many processes as configured, which share a port; this one holds it and looks after them. */
async function supervise(config: Config, logger: Logger): Promise<void> {
  const processes = new ApiProcesses(config, logger);
  closeOnSignal(processes, logger);
  const port = await processes.start();
  // They have left it before: this one may send them signals, and start others as the same user.
  leaveRoot(config, logger);
  logger.info({ event: 'listening', port, processes: config.API_PROCESSES }, 'all API processes listen');
  process.send?.({ type: 'ready', port });
}

try {
  const config = loadConfig();
  const logger = createLogger(config, 'api');
  const several = cluster.isPrimary ? supervise : serveHanded;
  const run = config.API_PROCESSES > 1 ? several : serve;
  await run(config, logger).catch((error: NodeJS.ErrnoException) => {
    logger.fatal({ event: 'boot_failed', err: error }, 'the API could not start');
    if (error.code === 'EADDRINUSE') process.send?.({ type: 'listen_failed', code: error.code });
    process.exit(1);
  });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

import type { FactoryProvider } from '@nestjs/common';
import { entities } from './entities.js';
import type { Config } from './platform/config/config.js';
import { MasterKeyCheck } from './platform/crypto/master-key-check.js';
import { Database } from './platform/database/database.js';
import { NameResolution } from './platform/dns/name-resolution.js';
import { openDatabase, openIdSource } from './platform/database/open-database.js';
import { Readiness } from './platform/database/readiness.js';
import { Idempotency } from './platform/idempotency/idempotency.js';
import { IdempotencyStore } from './platform/idempotency/idempotency-store.js';
import { IdSource } from './platform/ids/id-source.js';
import type { Logger } from './platform/logger.js';
import { InstallationMetrics } from './platform/metrics/installation-metrics.js';
import { LeaseMetrics } from './platform/metrics/lease-metrics.js';
import { Metrics } from './platform/metrics/metrics.js';
import { watchPool } from './platform/metrics/pool-metrics.js';
import { Resources } from './platform/resources.js';
import { CONFIG, LOGGER, PLANNED_ONCE } from './platform/tokens.js';
import { openTracing } from './platform/tracing/open-tracing.js';
import { TRACING } from './platform/tracing/tracing.js';
import { QueueConsumers } from './platform/queues/queue-consumers.js';
import { WorkQueues } from './platform/queues/work-queues.js';
import { provide } from './provide.js';
import { SEALED_COLUMNS } from './sealed-columns.js';

/** The database, the queues, and what else everything stands on. */
export const platformProviders: FactoryProvider[] = [
  { provide: Metrics, useFactory: () => new Metrics().watchProcess() },
  {
    provide: TRACING,
    useFactory: (config: Config, logger: Logger) => openTracing(config, logger),
    inject: [CONFIG, LOGGER],
  },
  provide(LeaseMetrics, [Metrics]),
  provide(InstallationMetrics, [Database, WorkQueues]),
  provide(Readiness, [Database]),
  {
    provide: Database,
    useFactory: async (config: Config, plannedOnce: boolean, metrics: Metrics, logger: Logger) => {
      const database = await openDatabase({ ...config, plannedOnce }, entities, logger);
      watchPool(metrics, database);
      return database;
    },
    inject: [CONFIG, PLANNED_ONCE, Metrics, LOGGER],
  },
  {
    provide: MasterKeyCheck,
    useFactory: (database: Database, config: Config, logger: Logger) =>
      new MasterKeyCheck(database, SEALED_COLUMNS, config.MASTER_KEY, logger),
    inject: [Database, CONFIG, LOGGER],
  },
  { provide: IdSource, useFactory: (database: Database) => openIdSource(database), inject: [Database] },
  {
    provide: WorkQueues,
    useFactory: (config: Config, logger: Logger) => new WorkQueues(config, logger),
    inject: [CONFIG, LOGGER],
  },
  provide(NameResolution, [CONFIG, Metrics]),
  provide(IdempotencyStore, []),
  provide(Idempotency, [Database, IdempotencyStore]),
  provide(QueueConsumers, [CONFIG, LOGGER]),
  provide(Resources, [Database, WorkQueues]),
];

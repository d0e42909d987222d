import { type DynamicModule, type FactoryProvider, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { BackgroundTasks, TASK_BATCH, backgroundTask } from './background/background-task.js';
import type { Config } from './config/config.js';
import { MasterKeyCheck } from './crypto/master-key-check.js';
import type { SealedColumn } from './crypto/sealed-column.js';
import { Database } from './database/database.js';
import { openDatabase } from './database/open-database.js';
import { Readiness } from './database/readiness.js';
import { NameResolution } from './dns/name-resolution.js';
import { PersonalObjectsRegistry, PersonalTracesRegistry } from './erasure/erasure-hooks.js';
import { ExpiredKeys } from './idempotency/expired-keys.js';
import { IdempotencyStore } from './idempotency/idempotency-store.js';
import { Idempotency } from './idempotency/idempotency.js';
import { IdSource, openIdSource } from './ids.js';
import { RateLimiter } from './limits/rate-limiter.js';
import type { Logger } from './logger.js';
import { LeaseMetrics } from './metrics/lease-metrics.js';
import { Metrics } from './metrics/metrics.js';
import { PartitionUses } from './partitions/partition-use.js';
import { QueueConsumers } from './queues/queue-consumers.js';
import { WorkQueues } from './queues/work-queues.js';
import { ReportSourceRegistry } from './reports/report-source.js';
import { Schedules } from './schedules/schedule.js';
import { CONFIG, LOGGER } from './tokens.js';
import { openTracing } from './tracing/open-tracing.js';
import { TRACING } from './tracing/trace.js';
import { provide, setting } from './wiring/provide.js';

/** The process-wide connections. Closed last, when nothing uses them any more. */
class Resources implements OnApplicationShutdown {
  constructor(
    private readonly database: Database,
    private readonly queues: WorkQueues,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.queues.close();
    await this.database.close();
  }
}

const KEYS_EVERY_MS = 60_000;

export interface PlatformOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** Whether due rows are only read in the order of an index. */
  readonly dueInOrder: boolean;
  readonly entities: Parameters<typeof openDatabase>[1];
  readonly sealedColumns: readonly SealedColumn[];
}

@Global()
@Module({})
export class PlatformModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    const { config, logger, dueInOrder, entities, sealedColumns } = options;
    const providers: FactoryProvider[] = [
      { provide: CONFIG, useFactory: () => config },
      { provide: LOGGER, useFactory: () => logger },
      { provide: TRACING, useFactory: () => openTracing(config, logger) },
      { provide: Metrics, useFactory: () => new Metrics().watchProcess() },
      {
        provide: Database,
        useFactory: async (metrics: Metrics) => {
          const database = await openDatabase({ ...config, dueInOrder }, entities, logger);
          watchPool(metrics, database);
          return database;
        },
        inject: [Metrics],
      },
      { provide: IdSource, useFactory: (database: Database) => openIdSource(database), inject: [Database] },
      provide(MasterKeyCheck, {
        database: Database,
        columns: setting(() => sealedColumns),
        keys: setting(({ MASTER_KEY }) => MASTER_KEY),
        logger: LOGGER,
      }),
      provide(LeaseMetrics, [Metrics]),
      provide(Readiness, [Database]),
      provide(WorkQueues, [CONFIG, LOGGER]),
      provide(QueueConsumers, [CONFIG, LOGGER]),
      provide(RateLimiter, [CONFIG, LOGGER]),
      provide(NameResolution, [CONFIG, Metrics]),
      provide(IdempotencyStore, []),
      provide(Idempotency, [Database, IdempotencyStore]),
      provide(Resources, [Database, WorkQueues]),
      provide(BackgroundTasks, []),
      provide(PartitionUses, []),
      provide(PersonalObjectsRegistry, []),
      provide(PersonalTracesRegistry, []),
      provide(ReportSourceRegistry, []),
      provide(Schedules, []),
      provide(ExpiredKeys, [Database]),
      backgroundTask(ExpiredKeys, {
        name: 'idempotency keys',
        everyMs: KEYS_EVERY_MS,
        run: async (keys) => (await keys.prune(TASK_BATCH)) === TASK_BATCH,
      }),
    ];
    return { module: PlatformModule, providers, exports: providers.map(({ provide: token }) => token) };
  }
}

function watchPool(metrics: Metrics, database: Pick<Database, 'connections'>): void {
  metrics.gauge('svc_pg_connections_in_use', 'Postgres connections in use.', () => database.connections.inUse);
  metrics.gauge('svc_pg_connections_idle', 'Idle Postgres connections.', () => database.connections.idle);
  metrics.gauge(
    'svc_pg_statements_waiting',
    'Statements and transactions waiting for a connection.',
    () => database.connections.waitedFor,
  );
}

import { Module } from '@nestjs/common';
import { backgroundTask } from '../platform/background/background-task.js';
import { Database } from '../platform/database/database.js';
import { PartitionUses } from '../platform/partitions/partition-use.js';
import { WorkQueues } from '../platform/queues/work-queues.js';
import { LOGGER } from '../platform/tokens.js';
import { concept } from '../platform/wiring/registry.js';
import { provide, setting } from '../platform/wiring/provide.js';
import { InstallationMetrics } from './metrics/installation-metrics.js';
import { PartitionKeeper } from './partitions/partition-keeper.js';

const PARTITIONS_EVERY_MS = 60_000;

@Module(
  concept([
    provide(InstallationMetrics, [Database, WorkQueues]),
    provide(PartitionKeeper, {
      database: Database,
      logger: LOGGER,
      uses: PartitionUses,
      retentionDays: setting(({ EVENT_RETENTION_DAYS }) => EVENT_RETENTION_DAYS),
    }),
    backgroundTask(PartitionKeeper, {
      name: 'partitions',
      everyMs: PARTITIONS_EVERY_MS,
      run: (partitions) => partitions.keep(),
    }),
  ]),
)
export class OperationsModule {}

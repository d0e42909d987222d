import type { FactoryProvider } from '@nestjs/common';
import { UncountedEvents } from './analytics/uncounted-events.js';
import { UnwrittenReports } from './analytics/unwritten-reports.js';
import { OpenFanOuts } from './events/open-fan-outs.js';
import type { Config } from './platform/config/config.js';
import { Database } from './platform/database/database.js';
import type { Logger } from './platform/logger.js';
import { PartitionKeeper } from './platform/partitions/partition-keeper.js';
import { PARTITION_USES, type PartitionUse } from './platform/partitions/partition-use.js';
import { CONFIG, LOGGER } from './platform/tokens.js';
import { OpenDeliveries } from './webhooks/open-deliveries.js';
import { OpenReplays } from './webhooks/open-replays.js';

/** For how long events and deliveries are kept, and what keeps them for longer. */
export const retentionProviders: FactoryProvider[] = [
  {
    provide: PARTITION_USES,
    useFactory: (database: Database, logger: Logger): PartitionUse[] => [
      new OpenDeliveries(database, logger),
      new OpenFanOuts(database),
      new OpenReplays(database),
      new UncountedEvents(database),
      new UnwrittenReports(database),
    ],
    inject: [Database, LOGGER],
  },
  {
    provide: PartitionKeeper,
    useFactory: (database: Database, logger: Logger, uses: PartitionUse[], config: Config) =>
      new PartitionKeeper(database, logger, uses, config.EVENT_RETENTION_DAYS),
    inject: [Database, LOGGER, PARTITION_USES, CONFIG],
  },
];

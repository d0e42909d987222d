import type { Database } from './database.js';
import { namedQuery } from './named-query.js';
import type { Logger } from '../logger.js';

const WEEKS_AHEAD = 4;

const MAKE = namedQuery('partitions_make', 'SELECT make_partitions($1) AS made');

const STRAYS = namedQuery(
  'partitions_strays',
  `SELECT (EXISTS (SELECT 1 FROM events_default)) OR (EXISTS (SELECT 1 FROM deliveries_default))
       OR (EXISTS (SELECT 1 FROM delivery_attempts_default)) AS strays`,
);

/** Keeps partitions of the event tables made ahead of time. */
export class PartitionKeeper {
  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /** Makes what is missing of the coming weeks, and raises an alarm when rows had to go to a default partition. */
  async keep(): Promise<void> {
    const system = this.database.forSystem();
    await system.run(MAKE, [WEEKS_AHEAD]);
    const [row] = await system.run<{ strays: boolean }>(STRAYS, []);
    if (row?.strays === true) {
      this.logger.error(
        { event: 'default_partition_used' },
        'rows lie in a default partition; make partitions by hand',
      );
    }
  }
}

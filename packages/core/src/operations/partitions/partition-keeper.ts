import type { Database } from '../../platform/database/database.js';
import { type NamedQuery, namedQuery } from '../../platform/database/named-query.js';
import type { Logger } from '../../platform/logger.js';
import type { IdRange } from '../../platform/reports/report-source.js';
import {
  PARTITIONED_TABLES,
  type PartitionUse,
  type PartitionedTable,
} from '../../platform/partitions/partition-use.js';
import { isDatabaseBusy } from '../../platform/database/database-away.js';

// All later statements on the table queue behind one that waits for the whole table. 40 ms is less than a batch of
// payments waits.
const SHORT_TIMEOUT = namedQuery('partitions_short_timeout', `SELECT set_config('lock_timeout', '40ms', true)`);

const TAKE_TURN = namedQuery(
  'partitions_take_turn',
  `SELECT pg_try_advisory_xact_lock(hashtext('svc:make_partitions')) AS taken`,
);

/**
 * Runs one statement that locks whole tables, and commits right behind it. Undefined when nothing was done: others held
 * the tables for longer than the timeout, or another worker is changing partitions.
 */
async function withShortLockTimeout<Row>(
  database: Database,
  query: NamedQuery,
  values: readonly unknown[],
): Promise<Row[] | undefined> {
  try {
    const turn = await database.transaction(async (transaction) => {
      transaction.queue(SHORT_TIMEOUT, []);
      const [row] = await transaction.run<{ taken: boolean }>(TAKE_TURN, []);
      // Not awaited in here: the commit is sent before the answer is back.
      return row?.taken === true ? { answer: transaction.run<Row>(query, values) } : undefined;
    });
    return await turn?.answer;
  } catch (error) {
    if (isDatabaseBusy(error)) return undefined;
    throw error;
  }
}

const WEEKS_AHEAD = 4;
/** By how much the database's clock, which decides what is old, may differ from this machine's. */
const MAX_SKEW_MS = 3_600_000;

const DEFAULT_USED = namedQuery(
  'partitions_default_used',
  `SELECT t.name AS table
     FROM (VALUES ('events', EXISTS (SELECT 1 FROM events_default)),
                  ('deliveries', EXISTS (SELECT 1 FROM deliveries_default)),
                  ('delivery_attempts', EXISTS (SELECT 1 FROM delivery_attempts_default))) AS t (name, used)
    WHERE t.used`,
);
// A week of which rows lie in the default partition cannot get a partition of its own.
const MISSING = namedQuery(
  'partitions_missing',
  `SELECT t.parent AS table, w.from_id AS "fromId", w.to_id AS "toId"
     FROM unnest($1::text[]) AS t (parent)
    CROSS JOIN LATERAL (
      SELECT week_of_id(id) AS from_id, week_after_id(id) AS to_id
        FROM generate_series(0, $2::int) AS n, id_at(now() + n * interval '7 days') AS id) w
    WHERE NOT EXISTS (SELECT 1 FROM event_partitions p
                       WHERE p.parent = t.parent AND p.from_id < w.to_id AND p.to_id > w.from_id)
      AND NOT CASE t.parent
            WHEN 'events' THEN
              EXISTS (SELECT 1 FROM events_default d WHERE d.id >= w.from_id AND d.id < w.to_id)
            WHEN 'deliveries' THEN
              EXISTS (SELECT 1 FROM deliveries_default d WHERE d.id >= w.from_id AND d.id < w.to_id)
            ELSE
              EXISTS (SELECT 1 FROM delivery_attempts_default d WHERE d.delivery_id >= w.from_id AND d.delivery_id < w.to_id)
          END
    ORDER BY w.from_id`,
);
const MAKE = namedQuery('partitions_make', 'SELECT make_partition($1, $2, $3)');

// A day more than the longest retention: a request that has begun, or a clock that differs a little, still finds what may
// be shown.
const PAST = namedQuery(
  'partitions_past',
  `SELECT p.parent AS table, p.name, p.from_id AS "fromId", p.to_id AS "toId",
          extract(epoch FROM now())::float8 * 1000 AS now
     FROM event_partitions p,
          (SELECT greatest($1::int, max(retention_days)) AS days FROM security_configs) longest
    WHERE p.to_id <= id_at(now() - make_interval(days => longest.days + 1))
    ORDER BY p.from_id`,
);
const DROP = namedQuery('partitions_drop', 'SELECT drop_partition($1, $2) AS dropped');

interface Partition extends IdRange {
  readonly table: PartitionedTable;
  readonly name: string;
  /** The database's clock. */
  readonly now: number;
}

export interface PartitionKeeperDependencies {
  readonly database: Database;
  readonly logger: Logger;
  readonly uses: Iterable<PartitionUse>;
  readonly retentionDays: number;
}

/**
 * Keeps the partitions of events, deliveries and attempts: makes those of the coming weeks, and drops those that no
 * account is shown any more and no work needs. What others hold at that moment is left for the next time. Rows in a
 * default partition are reported; moving them is up to the operator.
 */
export class PartitionKeeper {
  private readonly told = new Set<string>();

  constructor(private readonly deps: PartitionKeeperDependencies) {}

  async keep(): Promise<void> {
    await this.reportDefaults();
    await this.makeAhead();
    await this.dropPast();
  }

  private async reportDefaults(): Promise<void> {
    for (const { table } of await this.deps.database.forSystem().run<{ table: PartitionedTable }>(DEFAULT_USED, [])) {
      const name = `${table}_default`;
      this.tell(
        'error',
        'default_partition_used',
        { name },
        'its rows are never dropped, and no partition of their weeks is made; move them (docs/operations.md, SvcPartitionsMissing)',
      );
    }
  }

  private async makeAhead(): Promise<void> {
    const missing = await this.deps.database
      .forSystem()
      .run<IdRange & { table: PartitionedTable }>(MISSING, [PARTITIONED_TABLES, WEEKS_AHEAD]);
    for (const { table, fromId, toId } of missing)
      await withShortLockTimeout(this.deps.database, MAKE, [table, fromId, toId]);
  }

  private async dropPast(): Promise<void> {
    const past = await this.deps.database.forSystem().run<Partition>(PAST, [this.deps.retentionDays]);
    const busy = new Set<PartitionedTable>();
    for (const partition of past) {
      if (Math.abs(partition.now - Date.now()) > MAX_SKEW_MS) {
        this.tell(
          'warn',
          'clocks_apart',
          partition,
          'nothing is dropped while the clocks of database and worker differ',
        );
        return;
      }
      // A table that others hold now is held as a whole: its other partitions are not tried either.
      if (!busy.has(partition.table) && !(await this.drop(partition))) busy.add(partition.table);
    }
  }

  /** Drops it unless it is needed. False when others hold the table. */
  private async drop(partition: Partition): Promise<boolean> {
    const { table, name } = partition;
    for (const use of this.deps.uses) await use.letGo?.(partition);
    const neededBy = await this.usersOf(partition);
    if (neededBy.length > 0) {
      this.tell('warn', 'partition_kept', { name, neededBy }, 'it is past every retention, but still needed');
      return true;
    }
    const answer = await withShortLockTimeout<{ dropped: boolean }>(this.deps.database, DROP, [table, name]);
    if (answer?.[0]?.dropped === true)
      this.deps.logger.info({ event: 'partition_dropped', partition: name }, 'past retention');
    return answer !== undefined;
  }

  private async usersOf(partition: Partition): Promise<string[]> {
    const uses = [...this.deps.uses];
    const needed = await Promise.all(uses.map((use) => use.needs(partition.table, partition)));
    return uses.flatMap(({ name }, index) => (needed[index] === true ? [name] : []));
  }

  /** Logs it once: it is found anew each minute. */
  private tell(
    level: 'warn' | 'error',
    event: string,
    { name, neededBy }: Pick<Partition, 'name'> & { neededBy?: string[] },
    text: string,
  ): void {
    const line = JSON.stringify([event, name, neededBy]);
    if (this.told.has(line)) return;
    this.told.add(line);
    this.deps.logger[level]({ event, partition: name, neededBy }, text);
  }
}

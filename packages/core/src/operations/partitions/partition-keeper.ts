import type { Database } from '../../platform/database/database.js';
import { type NamedQuery, namedQuery } from '../../platform/database/named-query.js';
import type { Logger } from '../../platform/logger.js';
import type { IdRange } from '../../platform/reports/report-source.js';
import {
  PARTITIONED_TABLES,
  PARTITIONS_LOCK,
  type PartitionUse,
  type PartitionedTable,
} from '../../platform/partitions/partition-use.js';
import { isDatabaseBusy } from '../../platform/database/database-away.js';

// Later statements queue behind one that waits for a lock on the whole table. 40 ms is shorter than a batch of payments
// waits.
const SHORT_TIMEOUT = namedQuery('partitions_short_timeout', `SELECT set_config('lock_timeout', '40ms', true)`);

const TAKE_TURN = namedQuery('partitions_take_turn', `SELECT pg_try_advisory_xact_lock(${PARTITIONS_LOCK}) AS taken`);

/** Runs a statement that locks whole tables, and commits at once. Returns undefined if they are in use. */
async function withShortLockTimeout<Row>(
  database: Database,
  query: NamedQuery,
  values: readonly unknown[],
): Promise<Row[] | undefined> {
  try {
    const turn = await database.transaction(async (transaction) => {
      transaction.queue(SHORT_TIMEOUT, []);
      const [row] = await transaction.run<{ taken: boolean }>(TAKE_TURN, []);
      // Not awaited here: the commit is sent before the response arrives.
      return row?.taken === true ? { answer: transaction.run<Row>(query, values) } : undefined;
    });
    return await turn?.answer;
  } catch (error) {
    if (isDatabaseBusy(error)) return undefined;
    throw error;
  }
}

const WEEKS_AHEAD = 4;
const REQUEST_LOG = 'request_log';
/** The request log has a partition for each day, and is kept for as many days. */
const REQUEST_LOG_DAYS = 7;
/** The allowed difference between this machine's clock and the database's, which decides what is old. */
const MAX_SKEW_MS = 3_600_000;

const DEFAULT_USED = namedQuery(
  'partitions_default_used',
  `SELECT t.name AS table
     FROM (VALUES ('events', EXISTS (SELECT 1 FROM events_default)),
                  ('deliveries', EXISTS (SELECT 1 FROM deliveries_default)),
                  ('delivery_attempts', EXISTS (SELECT 1 FROM delivery_attempts_default))) AS t (name, used)
    WHERE t.used`,
);
// A week with rows in the default partition cannot get its own partition.
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
const MISSING_DAYS = namedQuery(
  'partitions_missing_days',
  `SELECT '${REQUEST_LOG}' AS table, d.from_id AS "fromId", d.to_id AS "toId"
     FROM (SELECT day_of_id(id) AS from_id, day_after_id(id) AS to_id
             FROM generate_series(0, $1::int) AS n, id_at(now() + n * interval '1 day') AS id) d
    WHERE NOT EXISTS (SELECT 1 FROM range_partitions p
                       WHERE p.parent = '${REQUEST_LOG}' AND p.from_id < d.to_id AND p.to_id > d.from_id)
    ORDER BY d.from_id`,
);
const MAKE = namedQuery('partitions_make', 'SELECT make_partition($1, $2, $3)');

// A day more than the longest retention: requests in progress and slightly different clocks must not miss visible rows.
const PAST = namedQuery(
  'partitions_past',
  `SELECT p.parent AS table, p.name, p.from_id AS "fromId", p.to_id AS "toId",
          extract(epoch FROM now())::float8 * 1000 AS now
     FROM event_partitions p,
          (SELECT greatest($1::int, max(retention_days)) AS days FROM security_configs) longest
    WHERE p.to_id <= id_at(now() - make_interval(days => longest.days + 1))
    ORDER BY p.from_id`,
);
const PAST_DAYS = namedQuery(
  'partitions_past_days',
  `SELECT parent AS table, name, from_id AS "fromId", to_id AS "toId", extract(epoch FROM now())::float8 * 1000 AS now
     FROM range_partitions
    WHERE parent = '${REQUEST_LOG}' AND to_id <= id_at(now() - make_interval(days => $1))
    ORDER BY from_id`,
);
const DROP = namedQuery('partitions_drop', 'SELECT drop_partition($1, $2) AS dropped');

type KeptTable = PartitionedTable | typeof REQUEST_LOG;

interface Partition extends IdRange {
  readonly table: KeptTable;
  readonly name: string;
  readonly now: number;
}

export interface PartitionKeeperDependencies {
  readonly database: Database;
  readonly logger: Logger;
  readonly uses: Iterable<PartitionUse>;
  readonly retentionDays: number;
}

/**
 * Creates the partitions of the coming weeks, and drops those past every retention that no work needs. Those of the
 * request log are days. Tables in use are left for the next run. Rows in a default partition are only reported.
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
        'the default partition contains rows; they are never dropped and block the partitions of their weeks; move them (docs/operations/alerts.md, SvcPartitionsMissing)',
      );
    }
  }

  private async makeAhead(): Promise<void> {
    const statements = this.deps.database.forSystem();
    type Missing = IdRange & { table: KeptTable };
    const weeks = await statements.run<Missing>(MISSING, [PARTITIONED_TABLES, WEEKS_AHEAD]);
    const days = await statements.run<Missing>(MISSING_DAYS, [REQUEST_LOG_DAYS]);
    for (const { table, fromId, toId } of [...days, ...weeks])
      await withShortLockTimeout(this.deps.database, MAKE, [table, fromId, toId]);
  }

  /** A failure in one table does not keep the partitions of the others. It is thrown at the end. */
  private async dropPast(): Promise<void> {
    const statements = this.deps.database.forSystem();
    const weeks = await statements.run<Partition>(PAST, [this.deps.retentionDays]);
    const days = await statements.run<Partition>(PAST_DAYS, [REQUEST_LOG_DAYS]);
    const skipped = new Set<KeptTable>();
    const failures: unknown[] = [];
    for (const partition of [...days, ...weeks]) {
      if (Math.abs(partition.now - Date.now()) > MAX_SKEW_MS) {
        this.tell(
          'warn',
          'clocks_apart',
          partition,
          'no partition is dropped while the clocks of database and worker differ',
        );
        return;
      }
      // The lock is on the whole table: its other partitions are not tried either. Nor are they after a failure.
      if (skipped.has(partition.table)) continue;
      const done = await this.drop(partition).catch((error: unknown) => void failures.push(error));
      if (done !== true) skipped.add(partition.table);
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Drops a partition unless it is needed. Returns false if the table is in use. */
  private async drop(partition: Partition): Promise<boolean> {
    const { table, name } = partition;
    const neededBy = table === REQUEST_LOG ? [] : await this.usersOf(table, partition);
    if (neededBy.length > 0) {
      this.tell(
        'warn',
        'partition_kept',
        { name, neededBy },
        'the partition is past every retention, but still needed',
      );
      return true;
    }
    const answer = await withShortLockTimeout<{ dropped: boolean }>(this.deps.database, DROP, [table, name]);
    if (answer?.[0]?.dropped === true)
      this.deps.logger.info(
        { event: 'partition_dropped', partition: name },
        'dropped a partition past every retention',
      );
    return answer !== undefined;
  }

  private async usersOf(table: PartitionedTable, partition: Partition): Promise<string[]> {
    const uses = [...this.deps.uses];
    for (const use of uses) await use.abandon?.(partition);
    const needed = await Promise.all(uses.map((use) => use.needs(table, partition)));
    return uses.flatMap(({ name }, index) => (needed[index] === true ? [name] : []));
  }

  /** Logs a problem once, although every run finds it again. */
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

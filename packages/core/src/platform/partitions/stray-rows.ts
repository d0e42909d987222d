import type { Database } from '../database/database.js';
import { ANSWER_GRACE_MS } from '../database/data-source.js';
import { namedQuery } from '../database/named-query.js';
import type { Logger } from '../logger.js';
import { briefly } from './brief-lock.js';
import type { PartitionedTable } from './partition-use.js';
import { nextStrayStep, type StrayStep, type StrayWeek, type Stretch } from './stray-plan.js';

/** So many rows are moved at once: others wait for the whole table meanwhile. */
const MOST_MOVED = 2_000;
/** A default partition that was in use for long is read whole, which takes its time. */
const READING_MS = 600_000;

const FOUND = namedQuery(
  'strays_found',
  `SELECT CASE $1 WHEN 'events' THEN EXISTS (SELECT 1 FROM events_default)
                  WHEN 'deliveries' THEN EXISTS (SELECT 1 FROM deliveries_default)
                  ELSE EXISTS (SELECT 1 FROM delivery_attempts_default) END AS strays,
          EXISTS (SELECT 1 FROM pg_constraint
                   WHERE conrelid = ($1 || '_default')::regclass AND conname = 'stray_ids') AS bounded`,
);
const WEEKS = namedQuery(
  'strays_weeks',
  `SELECT from_id AS "fromId", to_id AS "toId", first_id AS "firstId", last_id AS "lastId", strays FROM stray_weeks($1)`,
);
const AROUND = namedQuery(
  'strays_partitions',
  `SELECT from_id AS "fromId", to_id AS "toId", false AS filling FROM event_partitions WHERE parent = $1
   UNION ALL
   SELECT week_of_id(id_at(w)), week_after_id(id_at(w)), true FROM unnest(ARRAY[now(), now() + interval '7 days']) AS w`,
);
const TAKE_TIME = namedQuery('strays_take_time', `SELECT set_config('statement_timeout', $1, true)`);
const BOUND = namedQuery('strays_bound', 'SELECT bound_default_partition($1, $2, $3)');
const UNBOUND = namedQuery('strays_unbound', 'SELECT unbound_default_partition($1)');
const VALIDATE = namedQuery('strays_validate', 'SELECT validate_default_partition($1)');
const REPLACE = namedQuery('strays_replace', 'SELECT replace_default_partition($1, $2, $3)');
const MOVE = namedQuery('strays_move', 'SELECT move_strays($1, $2, $3, $4)');

type Texts<Row> = { readonly [Column in keyof Row]: string };

/** Takes rows out of default partitions, while they are read and written. */
export class StrayRows {
  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /**
   * Gives all rows of the table's default partition a partition of their own. False when some are left: others use the
   * table, and it has to be tried again.
   */
  async settle(table: PartitionedTable): Promise<boolean> {
    const [found] = await this.database.forSystem().run<{ strays: boolean; bounded: boolean }>(FOUND, [table]);
    if (found?.strays !== true) {
      return found?.bounded !== true || (await briefly(this.database, UNBOUND, [table])) !== undefined;
    }
    this.logger.error({ event: 'default_partition_used', table }, 'its rows are given partitions of their own');
    for (;;) {
      const step = await this.nextStep(table);
      if (step === undefined) return true;
      if (!(await this.take(table, step))) return false;
    }
  }

  private async nextStep(table: PartitionedTable): Promise<StrayStep | undefined> {
    const weeks = await this.inItsTime<Texts<StrayWeek>>(WEEKS, [table]);
    const around = await this.database.forSystem().run<Texts<Stretch> & { filling: boolean }>(AROUND, [table]);
    return nextStrayStep(
      weeks.map((week) => ({
        ...stretchOf(week),
        firstId: BigInt(week.firstId),
        lastId: BigInt(week.lastId),
        strays: BigInt(week.strays),
      })),
      around.filter(({ filling }) => !filling).map(stretchOf),
      around.filter(({ filling }) => filling).map(stretchOf),
    );
  }

  private async take(table: PartitionedTable, { how, fromId, toId }: StrayStep): Promise<boolean> {
    const values = [table, String(fromId), String(toId)];
    if (how === 'move') return (await briefly(this.database, MOVE, [...values, MOST_MOVED])) !== undefined;
    if ((await briefly(this.database, BOUND, values)) === undefined) return false;
    await this.inItsTime(VALIDATE, [table]);
    return (await briefly(this.database, REPLACE, values)) !== undefined;
  }

  private inItsTime<Row>(query: typeof WEEKS, values: readonly unknown[]): Promise<Row[]> {
    return this.database.transaction(async (transaction) => {
      transaction.queue(TAKE_TIME, [String(READING_MS)]);
      return transaction.run<Row>({ ...query, answerMs: READING_MS + ANSWER_GRACE_MS }, values);
    });
  }
}

function stretchOf({ fromId, toId }: Texts<Stretch>): Stretch {
  return { fromId: BigInt(fromId), toId: BigInt(toId) };
}

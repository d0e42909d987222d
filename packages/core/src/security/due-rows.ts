import type { Database } from '../platform/database/database.js';
import type { PageCondition } from '../platform/database/environment-tables.js';
import { type NamedQuery, namedQuery } from '../platform/database/named-query.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Schedule } from '../platform/schedules/schedule.js';

const AT_ONCE = 8;

/** The condition that a row is due. */
export const IS_DUE: PageCondition = {
  text: 'due_at <= now() + (SELECT e.clock_offset FROM environments e WHERE e.id = environment_id)',
  values: [],
};

/**
 * The rows of a table that are due at their `due_at`, by the clock of their environment. The table has the columns
 * `environment_id`, `id` and `due_at`, and an index of the last one.
 */
export abstract class DueRows implements Schedule {
  abstract readonly name: string;
  private readonly queries: DueQueries;

  constructor(
    private readonly database: Database,
    table: string,
  ) {
    this.queries = dueQueries(table);
  }

  /** Does what is due. Returns false if it was already done. */
  protected abstract settle(ref: WorkRef): Promise<boolean>;

  /** Reports an error. The row is due again in a minute. */
  protected abstract failed(ref: WorkRef, error: unknown): void;

  async nextDue(environmentId: number): Promise<Date | undefined> {
    const [next] = await this.database.forSystem().run<{ dueAt: Date }>(this.queries.next, [environmentId]);
    return next?.dueAt;
  }

  async settleDue(limit: number, environmentId?: number): Promise<number> {
    const system = this.database.forSystem();
    const due = await (environmentId === undefined
      ? system.run<WorkRef>(this.queries.due, [limit])
      : system.run<WorkRef>(this.queries.dueIn, [limit, environmentId]));
    let settled = 0;
    for (let start = 0; start < due.length; start += AT_ONCE) {
      const outcomes = await Promise.all(due.slice(start, start + AT_ONCE).map((ref) => this.settleOne(ref)));
      settled += outcomes.filter((done) => done).length;
    }
    return settled;
  }

  /** A failure does not hold up other rows. */
  private async settleOne(ref: WorkRef): Promise<boolean> {
    try {
      return await this.settle(ref);
    } catch (error) {
      this.failed(ref, error);
      await this.retryInAMinute(ref);
      return false;
    }
  }

  private async retryInAMinute(ref: WorkRef): Promise<void> {
    try {
      await this.database.forSystem().run(this.queries.retryInAMinute, [ref.environmentId, ref.id]);
    } catch {
      // Postgres is probably away: the row stays due, and is retried when Postgres is back.
    }
  }
}

interface DueQueries {
  readonly next: NamedQuery;
  readonly due: NamedQuery;
  readonly dueIn: NamedQuery;
  readonly retryInAMinute: NamedQuery;
}

function dueQueries(table: string): DueQueries {
  return {
    next: namedQuery(
      `${table}_next_due`,
      `SELECT due_at AS "dueAt" FROM ${table}
        WHERE environment_id = $1 AND due_at IS NOT NULL ORDER BY due_at LIMIT 1`,
    ),
    // What is due by real time is due everywhere. Beyond it only environments with a clock offset are searched.
    due: namedQuery(
      `${table}_due`,
      `SELECT "environmentId", id FROM (
         (SELECT environment_id AS "environmentId", id, due_at FROM ${table}
           WHERE due_at <= now() ORDER BY due_at LIMIT $1)
         UNION ALL
         (SELECT ahead.environment_id, ahead.id, ahead.due_at
            FROM environments e
           CROSS JOIN LATERAL (
             SELECT s.environment_id, s.id, s.due_at FROM ${table} s
              WHERE s.environment_id = e.id AND s.due_at > now() AND s.due_at <= now() + e.clock_offset
              ORDER BY s.due_at LIMIT $1
           ) ahead
           WHERE e.clock_offset > '0')
       ) due
       ORDER BY due_at LIMIT $1`,
    ),
    dueIn: namedQuery(
      `${table}_due_in`,
      `SELECT s.environment_id AS "environmentId", s.id FROM environments e
         JOIN ${table} s ON s.environment_id = e.id AND s.due_at <= now() + e.clock_offset
        WHERE e.id = $2 ORDER BY s.due_at LIMIT $1`,
    ),
    // A row that fails would be first in every round, and enough of them would leave no room for others.
    retryInAMinute: namedQuery(
      `${table}_postpone`,
      `UPDATE ${table} s SET due_at = now() + e.clock_offset + interval '1 minute'
         FROM environments e
        WHERE s.environment_id = $1 AND s.id = $2 AND e.id = s.environment_id AND s.due_at <= now() + e.clock_offset`,
    ),
  };
}

import type { StatementRunner } from '../database/database.js';
import type { NamedQuery } from '../database/named-query.js';
import type { DueQuery, DuePage } from './due-feed.js';
import type { WorkRef } from './work-ref.js';

interface DueTable {
  readonly table: string;
  /** Further columns of a found row `d`. */
  readonly columns?: string;
  /** SQL that a due row `d` must meet to be unclaimed; $1 is how long it must have been due, in milliseconds. */
  readonly condition: string;
}

/** A due row, with the time since when it has been due. */
export interface DueRef extends WorkRef {
  readonly dueAt: string;
}

/** A row of the statement; without an id it stands for an environment with nothing due. */
type DueRow = Omit<DueRef, 'id'> & { readonly id: string | null };

/**
 * SQL for the due rows of up to $3 environments after $2, up to $4 of each, due since $5 or later. It goes from one environment
 * to the next by the index on (environment_id, due_at), so an environment with many due rows does not hide the others.
 */
export function dueByEnvironment({ table, columns, condition }: DueTable): string {
  return `WITH RECURSIVE walk AS (
     (SELECT environment_id FROM ${table} WHERE due_at IS NOT NULL AND environment_id > $2 ORDER BY environment_id LIMIT 1)
      UNION ALL
     SELECT next.environment_id
       FROM walk w CROSS JOIN LATERAL (
         SELECT d.environment_id FROM ${table} d
          WHERE d.due_at IS NOT NULL AND d.environment_id > w.environment_id ORDER BY d.environment_id LIMIT 1
       ) next
   ), walked AS MATERIALIZED (SELECT environment_id FROM walk LIMIT $3)
   SELECT e.environment_id AS "environmentId", d.*
     FROM walked e LEFT JOIN LATERAL (
       SELECT d.id, d.due_at::text AS "dueAt"${columns === undefined ? '' : `, ${columns}`} FROM ${table} d
        WHERE d.environment_id = e.environment_id AND d.due_at >= $5::timestamptz
          AND d.due_at <= now() - $1::int * interval '1 millisecond' AND ${condition}
        ORDER BY d.due_at LIMIT $4
     ) d ON true`;
}

/**
 * SQL that makes rows due $3 milliseconds later, and returns the ids of those that were due. It has the form of a claim, for
 * the same plan. SKIP LOCKED: a locked row is being claimed or changed.
 */
export function deferDue({ table, condition }: Pick<DueTable, 'table' | 'condition'>): string {
  return `WITH waiting AS MATERIALIZED (
     SELECT d.environment_id, d.id, r.wait_ms
       FROM (SELECT * FROM unnest($1::int[], $2::bigint[], $3::int[]) LIMIT cardinality($2)) AS r (environment_id, id, wait_ms)
       JOIN ${table} d ON d.environment_id = r.environment_id AND d.id = r.id
      WHERE (d.due_at <= now()) IS TRUE AND ${condition}
        FOR UPDATE OF d SKIP LOCKED
   )
   UPDATE ${table} d SET due_at = now() + w.wait_ms * interval '1 millisecond'
     FROM (SELECT * FROM waiting LIMIT cardinality($2)) w
    WHERE d.environment_id = w.environment_id AND d.id = w.id
   RETURNING d.id`;
}

/** Reads a page of due rows with a statement of `dueByEnvironment`. */
export async function readDue(runner: StatementRunner, statement: NamedQuery, query: DueQuery): Promise<DuePage> {
  const { graceMs, after, environments, rows: limit, since = '-infinity' } = query;
  const rows = await runner.run<DueRow>(statement, [graceMs, after, environments, limit, since]);
  const walked = new Set(rows.map(({ environmentId }) => environmentId));
  const refs = rows.filter((row): row is DueRef => row.id !== null);
  return { refs, last: walked.size < environments ? undefined : Math.max(...walked) };
}

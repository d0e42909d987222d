import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { ErasedCustomer, PersonalTraces, TracePage } from '../platform/erasure/erasure-hooks.js';

// Waits for transactions that are writing these objects to a report.
const HOLD = namedQuery(
  'reports_hold_to_erase',
  `SELECT id FROM reports r
    WHERE environment_id = $1 AND personal AND status <> 'expired'
      AND EXISTS (SELECT 1 FROM unnest($2::bigint[]) AS o (id) WHERE o.id >= r.from_id AND o.id < r.to_id)
    ORDER BY id FOR UPDATE`,
);

const VOID = namedQuery(
  'report_chunks_void',
  `WITH voided AS (
     UPDATE report_chunks c SET body = NULL
      WHERE c.environment_id = $1 AND c.report_id = ANY ($3::bigint[]) AND c.body IS NOT NULL
        AND EXISTS (SELECT 1 FROM unnest($2::bigint[]) AS o (id) WHERE o.id >= c.from_id AND o.id < c.to_id)
      RETURNING c.report_id
   )
   UPDATE reports r SET status = 'running', bytes = NULL, updated_at = clock_timestamp()
    WHERE r.environment_id = $1 AND r.id IN (SELECT report_id FROM voided) AND r.status = 'ready'`,
);

/** Empties chunks with a customer's objects. These are already erased, so the rewritten chunks are clean. */
export class ReportErasure implements PersonalTraces {
  readonly order = 3;

  async erase(
    transaction: Transaction,
    { environmentId }: ErasedCustomer,
    { objectIds }: TracePage,
  ): Promise<undefined> {
    const held = await transaction.run<{ id: string }>(HOLD, [environmentId, objectIds]);
    if (held.length > 0) transaction.queue(VOID, [environmentId, objectIds, held.map(({ id }) => id)]);
    return undefined;
  }
}

import { FIRST_PGBENCH_ENVIRONMENT } from '../pgbench/create-payment.js';
import { queryOne } from './query.js';

/** Row counts of the service, without rows written by pgbench. */
export interface RowCounts {
  readonly payments: number;
  readonly customers: number;
  readonly pendingEvents: number;
  readonly customerEvents: number;
}

export function countRows(databaseUrl: string): Promise<RowCounts> {
  return queryOne<RowCounts>(
    databaseUrl,
    `SELECT (SELECT count(*) FROM payments WHERE environment_id < $1)::int AS payments,
            (SELECT count(*) FROM customers WHERE environment_id < $1)::int AS customers,
            count(*) FILTER (WHERE type = 'payment.pending')::int AS "pendingEvents",
            count(*) FILTER (WHERE type = 'customer.created')::int AS "customerEvents"
       FROM events WHERE environment_id < $1`,
    [FIRST_PGBENCH_ENVIRONMENT],
  );
}

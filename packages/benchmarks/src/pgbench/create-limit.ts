import { workDone } from '../database/open-work.js';
import { createPayments, ONE_STATEMENT } from './create-payment.js';
import { findPgbench, pgbenchMissing } from './find-pgbench.js';
import { runPgbench } from './pgbench.js';

export const PGBENCH_CLIENTS = 64;

/**
 * Payments per second that Postgres alone creates; null without pgbench. The speed of the machine drifts, so measure it
 * right before and right after the compared figure.
 */
export async function createLimit(databaseUrl: string, seconds: number): Promise<number | null> {
  const pgbench = await findPgbench();
  if (pgbench === undefined) {
    console.error(pgbenchMissing);
    return null;
  }
  await workDone(databaseUrl);
  console.error(`pgbench: create as one statement, ${PGBENCH_CLIENTS} clients`);
  return runPgbench(pgbench, databaseUrl, createPayments(ONE_STATEMENT, PGBENCH_CLIENTS, seconds));
}

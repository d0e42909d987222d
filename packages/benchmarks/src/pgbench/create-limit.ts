import { workDone } from '../database/open-work.js';
import { createPayments, ONE_STATEMENT } from './create-payment.js';
import { findPgbench, pgbenchMissing } from './find-pgbench.js';
import { ratio, type Outcome } from '../result.js';
import { runPgbench } from './pgbench.js';

const PGBENCH_CLIENTS = 64;

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

/** Compares a rate with the limit, measured before and after it. */
export function overLimit(
  measured: { readonly name: string; readonly what: string; readonly perSecond: number; readonly must: number },
  before: number | null,
  after: number | null,
): Pick<Outcome, 'ratios' | 'skipped'> & { readonly pgbenchOneStatementPerSecond: Record<string, number> | null } {
  if (before === null || after === null) {
    return { pgbenchOneStatementPerSecond: null, ratios: [], skipped: [pgbenchMissing] };
  }
  const { name, what, perSecond, must } = measured;
  const mean = Math.round((before + after) / 2);
  const limit = { what: `pgbench, ${PGBENCH_CLIENTS} clients`, perSecond: mean };
  return {
    pgbenchOneStatementPerSecond: { before, after, mean },
    ratios: [ratio(`${name} over pgbench's one statement`, { what, perSecond }, limit, must)],
    skipped: [],
  };
}

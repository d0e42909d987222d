import { isDatabaseBusy } from '../../platform/database/database-away.js';
import { MAX_ID } from '../../platform/ids.js';
import { failed, ok, warning, type Finding } from './finding.js';
import type { Ask } from './postgres.js';

const HOUR_MS = 3_600_000;
/** The doctor starts no further comparison after this time; a running one ends by its own timeout. */
const BUDGET_MS = 2_000;
const NAMED = 3;

/** Compares the ledger with payments and refunds, newest first, until all are compared or the time is up. */
export async function examineLedger(ask: Ask): Promise<Finding> {
  const start = performance.now();
  const { now, oldest } = await ask(
    `SELECT extract(epoch FROM now())::float8 * 1000 AS now, extract(epoch FROM id_time(0))::float8 * 1000 AS oldest`,
  );
  let compared = 0;
  let before = String(MAX_ID);
  for (let backMs = HOUR_MS; ; backMs *= 2) {
    const since = Math.max(Number(now) - backMs, Number(oldest));
    const comparison = await compare(ask, since, before);
    if (comparison === undefined)
      return warning('ledger', `the comparison takes too long; ${compared} entries were compared, and agree`);
    if (comparison.differing > 0) return failed('ledger', await nameSome(ask, comparison, before));
    compared += comparison.compared;
    before = comparison.from;
    if (since === Number(oldest)) return ok('ledger', `agrees on all ${compared} completed payments and refunds`);
    if (performance.now() - start > BUDGET_MS) {
      return ok('ledger', `agrees on ${compared} since ${new Date(since).toISOString()}; older ones were not compared`);
    }
  }
}

interface Comparison {
  readonly from: string;
  readonly compared: number;
  readonly differing: number;
}

async function compare(ask: Ask, sinceMs: number, before: string): Promise<Comparison | undefined> {
  const from = `id_at(to_timestamp(${sinceMs / 1000}))`;
  try {
    return (await ask(
      `SELECT ${from}::text AS from, count(*)::int AS compared,
              (count(*) FILTER (WHERE (recorded = posted) IS NOT TRUE))::int AS differing
         FROM environments e CROSS JOIN LATERAL ledger_compared(e.id, ${from}, ${before}) c`,
    )) as unknown as Comparison;
  } catch (error) {
    if (isDatabaseBusy(error)) return undefined;
    throw error;
  }
}

async function nameSome(ask: Ask, { from, differing }: Comparison, before: string): Promise<string> {
  const { named } = await ask(
    `SELECT string_agg(format('%s: %s recorded, %s posted', left(source, 3) || '_' || source_id,
              coalesce(recorded || ' ' || currency, 'nothing'), coalesce(posted || ' ' || currency, 'nothing')), '; ') AS named
       FROM (SELECT c.* FROM environments e CROSS JOIN LATERAL ledger_compared(e.id, ${from}, ${before}) c
              WHERE (recorded = posted) IS NOT TRUE ORDER BY source_id LIMIT ${NAMED}) few`,
  );
  const more = differing > NAMED ? `, and ${differing - NAMED} more` : '';
  return `${differing} differ: ${String(named)}${more}`;
}

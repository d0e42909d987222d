import { ok, type Finding } from './finding.js';
import type { Ask } from './postgres.js';

/** Counts accounts, and names those that are suspended. */
export async function examineAccounts(ask: Ask): Promise<Finding> {
  const { n, suspended, names } = await ask(
    `SELECT count(*)::int AS n, count(suspended_at)::int AS suspended,
            array_to_string((array_agg('acct_' || id ORDER BY id) FILTER (WHERE suspended_at IS NOT NULL))[:5], ', ') AS names
       FROM accounts`,
  );
  const text = `${String(n)} account(s)`;
  if (suspended === 0) return ok('accounts', `${text}, none is suspended`);
  const more = Number(suspended) > 5 ? ` and ${Number(suspended) - 5} more` : '';
  return ok(
    'accounts',
    `${text}, suspended: ${String(names)}${more}; npm run account:suspend -- --lift ends a suspension`,
  );
}

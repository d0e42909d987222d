import { failed, ok, warning, type Finding } from './finding.js';
import type { Ask } from './postgres.js';

/** How long a transaction that writes may stay open, in seconds; ours take milliseconds. */
export interface Patience {
  readonly odd: number;
  readonly wrong: number;
}

const PATIENCE: Patience = { odd: 60, wrong: 300 };

/** What each of them does, in whichever database of the server it is. */
const HARM = 'event streams, summaries, reports and replays wait for it, and VACUUM removes nothing newer';

/** Names the oldest transactions that hold back what follows events: prepared ones, which no session ends, and open ones. */
export async function examineTransactions(ask: Ask, patience = PATIENCE): Promise<Finding[]> {
  return [await examinePrepared(ask, patience), await examineOpen(ask, patience)];
}

async function examinePrepared(ask: Ask, patience: Patience): Promise<Finding> {
  const about = 'prepared transactions';
  const { n, gid, database, owner, seconds } = await ask(
    `SELECT count(*) OVER ()::int AS n, quote_literal(gid) AS gid, quote_ident(database) AS database,
            quote_ident(owner) AS owner, extract(epoch FROM clock_timestamp() - prepared)::float8 AS seconds
       FROM pg_prepared_xacts ORDER BY prepared LIMIT 1`,
  );
  if (typeof n !== 'number') return ok(about, 'none');
  const text = `${n}, the oldest of them ${String(gid)} in database ${String(database)} for ${age(seconds)}`;
  const end = `COMMIT PREPARED ${String(gid)} or ROLLBACK PREPARED ${String(gid)}`;
  const advice = `${HARM}; find out who prepared it, and end it in that database as ${String(owner)}: ${end}`;
  return judged(about, text, advice, Number(seconds), patience);
}

/** Only what has a transaction id counts: who merely reads holds no events back. Autovacuum makes way by itself. */
async function examineOpen(ask: Ask, patience: Patience): Promise<Finding> {
  const about = 'open transactions';
  const { pid, database, role, application, state, seconds } = await ask(
    `SELECT pid, quote_ident(datname) AS database, quote_ident(usename) AS role, application_name AS application, state,
            extract(epoch FROM clock_timestamp() - xact_start)::float8 AS seconds
       FROM pg_stat_activity
      WHERE backend_xid IS NOT NULL AND backend_type <> 'autovacuum worker' AND xact_start IS NOT NULL
      ORDER BY xact_start LIMIT 1`,
  );
  if (typeof pid !== 'number') return ok(about, 'none that writes');
  const who = `process ${pid} (${String(application) || 'unnamed'}, ${String(state)})`;
  const text = `the oldest that writes is of ${who} in database ${String(database)}, for ${age(seconds)}`;
  const advice = `${HARM}; let ${String(role)} end it, or SELECT pg_terminate_backend(${pid})`;
  return judged(about, text, advice, Number(seconds), patience);
}

function judged(about: string, text: string, advice: string, seconds: number, { odd, wrong }: Patience): Finding {
  if (seconds < odd) return ok(about, text);
  return (seconds < wrong ? warning : failed)(about, `${text}; ${advice}`);
}

function age(seconds: unknown): string {
  const n = Number(seconds);
  return n < 120 ? `${n.toFixed(0)} s` : `${(n / 60).toFixed(0)} min`;
}

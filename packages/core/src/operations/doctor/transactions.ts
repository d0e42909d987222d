import { failed, ok, warning, type Finding } from './finding.js';
import type { Ask } from './postgres.js';

/** How long a writing transaction may stay open, in seconds; ours take milliseconds. */
export interface Patience {
  readonly odd: number;
  readonly wrong: number;
}

const PATIENCE: Patience = { odd: 60, wrong: 300 };

/** The effect of a long transaction in any database of the server. */
const HARM = 'event streams, summaries, reports and replays wait for it, and VACUUM removes nothing newer';

/** How long a transaction may read, in seconds, and how many bytes of WAL an unused slot may keep. */
const READ_PATIENCE_SECONDS = 3_600;
const KEPT_BYTES = 1_000_000_000;

/** Reports the oldest prepared and open transactions: they hold back the readers of events. */
export async function examineTransactions(ask: Ask, patience = PATIENCE): Promise<Finding[]> {
  return [await examinePrepared(ask, patience), await examineOpen(ask, patience)];
}

/** Reports what holds back VACUUM, or keeps WAL until the disk is full. */
export async function examineOldSnapshots(
  ask: Ask,
  readSeconds = READ_PATIENCE_SECONDS,
  keptBytes = KEPT_BYTES,
): Promise<Finding[]> {
  return [await examineReads(ask, readSeconds), await examineSlots(ask, keptBytes)];
}

async function examineReads(ask: Ask, patience: number): Promise<Finding> {
  const about = 'long reads';
  const { pid, application, database, seconds } = await ask(
    `SELECT pid, application_name AS application, quote_ident(datname) AS database,
            extract(epoch FROM clock_timestamp() - xact_start)::float8 AS seconds
       FROM pg_stat_activity
      WHERE backend_xid IS NULL AND backend_xmin IS NOT NULL AND backend_type <> 'autovacuum worker'
        AND pid <> pg_backend_pid() AND xact_start <= clock_timestamp() - ${patience} * interval '1 second'
      ORDER BY xact_start LIMIT 1`,
  );
  if (typeof pid !== 'number') return ok(about, `none for more than ${age(patience)}`);
  const who = `process ${pid} (${String(application) || 'unnamed'}) in database ${String(database)}`;
  const end = `if it is no backup, run SELECT pg_terminate_backend(${pid})`;
  return warning(about, `${who} has read for ${age(seconds)}; VACUUM removes nothing newer; ${end}`);
}

async function examineSlots(ask: Ask, patience: number): Promise<Finding> {
  const about = 'replication slots';
  const { slot, kept } = await ask(
    `SELECT quote_literal(slot_name) AS slot, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 AS kept
       FROM pg_replication_slots
      WHERE NOT active AND pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) >= ${patience}
      ORDER BY restart_lsn LIMIT 1`,
  );
  if (typeof slot !== 'string') return ok(about, 'none is left unused');
  const gigabytes = (Number(kept) / 1_000_000_000).toFixed(1);
  const end = `start what uses it, or run SELECT pg_drop_replication_slot(${slot})`;
  return warning(about, `${slot} is unused and keeps ${gigabytes} GB of WAL, until the disk is full; ${end}`);
}

async function examinePrepared(ask: Ask, patience: Patience): Promise<Finding> {
  const about = 'prepared transactions';
  const { n, gid, database, owner, seconds } = await ask(
    `SELECT count(*) OVER ()::int AS n, quote_literal(gid) AS gid, quote_ident(database) AS database,
            quote_ident(owner) AS owner, extract(epoch FROM clock_timestamp() - prepared)::float8 AS seconds
       FROM pg_prepared_xacts ORDER BY prepared LIMIT 1`,
  );
  if (typeof n !== 'number') return ok(about, 'none');
  const text = `${n}, the oldest is ${String(gid)} in database ${String(database)}, for ${age(seconds)}`;
  const end = `COMMIT PREPARED ${String(gid)} or ROLLBACK PREPARED ${String(gid)}`;
  const advice = `${HARM}; find out who prepared it, and end it in that database as ${String(owner)} with ${end}`;
  return judged(about, text, advice, Number(seconds), patience);
}

/** Only transactions with an id count: readers do not delay event streams. Autovacuum yields by itself. */
async function examineOpen(ask: Ask, patience: Patience): Promise<Finding> {
  const about = 'open transactions';
  const { pid, database, role, application, state, seconds } = await ask(
    `SELECT pid, quote_ident(datname) AS database, quote_ident(usename) AS role, application_name AS application, state,
            extract(epoch FROM clock_timestamp() - xact_start)::float8 AS seconds
       FROM pg_stat_activity
      WHERE backend_xid IS NOT NULL AND backend_type <> 'autovacuum worker' AND xact_start IS NOT NULL
      ORDER BY xact_start LIMIT 1`,
  );
  if (typeof pid !== 'number') return ok(about, 'no writing transaction');
  const who = `process ${pid} (${String(application) || 'unnamed'}, ${String(state)})`;
  const text = `the oldest writing one belongs to ${who} in database ${String(database)}, for ${age(seconds)}`;
  const advice = `${HARM}; have ${String(role)} end it, or run SELECT pg_terminate_backend(${pid})`;
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

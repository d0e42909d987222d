import { DataSource, type EntitySchema } from 'typeorm';
import type { Config } from '../config/config.js';
import { sessionName } from '../crypto/key-sessions.js';
import { primaryOnly } from './primary-client.js';

export type EntityClass = new () => object;

// A statement prepared while its tables are still empty would keep a plan that reads them whole. Ours reach every row
// through an index, so the planner is told to do just that; where nothing is prepared, each run is planned anew.
const PREPARED_PLANS = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off';

// Over a year of partitions planning costs several times what carrying a statement out does. And what is planned for its
// values goes by statistics that may be behind: a page of what is due would sort a whole backlog that has just come up. What
// workers ask is the same whatever its values are; which index serves the filters of a list depends on them. And no bitmaps:
// planned while few were due, a page of what is due would gather all of it by one, and sort it.
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan -c enable_bitmapscan=off';

/** How long a statement waits for rows that somebody else holds, and how long it may take. */
export const LOCK_WAIT_MS = 2_000;
const PATIENCE = { statementMs: 30_000, lockMs: LOCK_WAIT_MS };

/** What a host that has vanished leaves without an answer is given up so long after Postgres would have ended it. */
export const ANSWER_GRACE_MS = 5_000;

/** How long a request waits for a connection to be free, or to be made. */
export const CONNECTION_WAIT_MS = 3_000;

/** Connections are named after the master keys that their process knows, where it knows any. */
export type DatabaseSettings = Pick<Config, 'DATABASE_URL' | 'DATABASE_POOL' | 'PG_PREPARED' | 'SQL_CHECK'> &
  Partial<Pick<Config, 'MASTER_KEY'>> & {
    /** Whether each prepared statement is planned once, and not for its values. */
    readonly plannedOnce?: boolean;
  };

/** A data source over the given entities. The schema comes from migrations alone, never from synchronization. */
export function createDataSource(
  settings: Pick<DatabaseSettings, 'DATABASE_URL' | 'DATABASE_POOL' | 'MASTER_KEY' | 'plannedOnce'> & {
    readonly PG_PREPARED?: boolean;
  },
  entities: (EntityClass | EntitySchema)[],
  patience = PATIENCE,
): DataSource {
  const planner =
    settings.PG_PREPARED === true ? [PREPARED_PLANS, settings.plannedOnce === true ? PLANNED_ONCE : ''] : [];
  return new DataSource({
    type: 'postgres',
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL,
    connectTimeoutMS: CONNECTION_WAIT_MS,
    applicationName: sessionName(settings.MASTER_KEY),
    entities,
    synchronize: false,
    installExtensions: false,
    logging: false,
    extra: {
      ...primaryOnly,
      pipeline: true,
      // One stays when nothing is asked: by its name a rotation of the master key sees the process (see key-sessions.ts).
      min: 1,
      keepAlive: true,
      keepAliveInitialDelayMillis: 60_000,
      options: ['-c timezone=UTC', ...planner].join(' ').trim(),
      statement_timeout: patience.statementMs,
      lock_timeout: patience.lockMs,
      query_timeout: patience.statementMs === 0 ? undefined : patience.statementMs + ANSWER_GRACE_MS,
      idle_in_transaction_session_timeout: 30_000,
    },
  });
}

import { DataSource, type EntitySchema } from 'typeorm';
import pg from 'pg';
import type { Logger } from '../logger.js';
import { Database } from './database.js';
import type { Config } from '../config/config.js';
import { sessionName } from '../crypto/key-sessions.js';
import { StandbyRefused, isOfStandby } from './database-away.js';

/** A connection that is kept as long as it leads to a server that takes writes. */
class PrimaryClient extends pg.Client {
  private isStandby = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool does not listen to clients that it lends or discards. A lost connection that nobody hears ends the process.
    this.on('error', () => {});
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on';
    });
    // A pooler may not say that it leads to a standby now. Another connection may lead elsewhere.
    this.connection.on('errorMessage', (error: pg.DatabaseError) => {
      if (isOfStandby(error)) this.connection.stream.destroy();
    });
  }

  /** Throws when Postgres has said that it is a standby. */
  requirePrimary(): void {
    if (this.isStandby) throw new StandbyRefused();
  }
}

type EntityClass = new () => object;

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
const ANSWER_GRACE_MS = 5_000;

/** How long a request waits for a connection to be free, or to be made. */
export const CONNECTION_WAIT_MS = 3_000;

/** Connections are named after the master keys that their process knows, where it knows any. */
type DatabaseSettings = Pick<Config, 'DATABASE_URL' | 'DATABASE_POOL' | 'PG_PREPARED' | 'SQL_CHECK'> &
  Partial<Pick<Config, 'MASTER_KEY'>> & {
    /** Whether each prepared statement is planned once, and not for its values. */
    readonly plannedOnce?: boolean;
  };

type PoolSettings = Pick<DatabaseSettings, 'DATABASE_URL' | 'DATABASE_POOL' | 'MASTER_KEY' | 'plannedOnce'> & {
  readonly PG_PREPARED?: boolean;
};

/** The pool through which everything reaches Postgres. */
export function createPool(settings: PoolSettings, patience = PATIENCE): pg.Pool {
  const planner =
    settings.PG_PREPARED === true ? [PREPARED_PLANS, settings.plannedOnce === true ? PLANNED_ONCE : ''] : [];
  return new pg.Pool({
    Client: PrimaryClient,
    onConnect: (client) => {
      if (client instanceof PrimaryClient) client.requirePrimary();
    },
    connectionString: settings.DATABASE_URL,
    max: settings.DATABASE_POOL,
    // One stays when nothing is asked: by its name a rotation of the master key sees the process (see key-sessions.ts).
    min: 1,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    application_name: sessionName(settings.MASTER_KEY),
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    options: ['-c timezone=UTC', ...planner].join(' ').trim(),
    statement_timeout: patience.statementMs,
    lock_timeout: patience.lockMs,
    query_timeout: patience.statementMs === 0 ? undefined : patience.statementMs + ANSWER_GRACE_MS,
    idle_in_transaction_session_timeout: 30_000,
  });
}

/**
 * A data source over the given entities that uses `pool`, and ends it when it is destroyed. The schema comes from
 * migrations alone, never from synchronization.
 */
export function createDataSource(pool: pg.Pool, entities: (EntityClass | EntitySchema)[]): DataSource {
  return new DataSource({
    type: 'postgres',
    // TypeORM calls `new driver.Pool()`. A constructor that returns an object makes that the result.
    driver: {
      Pool: class {
        constructor() {
          return pool;
        }
      },
    },
    entities,
    synchronize: false,
    installExtensions: false,
    logging: false,
  });
}

/** Connects to Postgres. */
export async function openDatabase(
  settings: DatabaseSettings,
  entities: EntityClass[],
  logger: Pick<Logger, 'error'>,
): Promise<Database> {
  const pool = createPool(settings);
  return new Database(pool, await createDataSource(pool, entities).initialize(), {
    prepared: settings.PG_PREPARED,
    statementCheck: settings.SQL_CHECK,
    onViolation: (message) => {
      logger.error({ event: 'statement_violation', reason: message }, 'statement_violation');
    },
  });
}

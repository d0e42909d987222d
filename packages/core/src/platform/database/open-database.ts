import { DataSource, type EntitySchema } from 'typeorm';
import pg from 'pg';
import type { Logger } from '../logger.js';
import { Database } from './database.js';
import type { Config } from '../config/config.js';
import { sessionName } from '../crypto/key-sessions.js';
import { StandbyRefused, isOfStandby } from './database-away.js';

/** A connection that is only kept while its server accepts writes. */
class PrimaryClient extends pg.Client {
  private isStandby = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool does not listen to lent or discarded clients: without a listener, a lost connection would end the process.
    this.on('error', () => {});
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on';
    });
    // A pooler may not report that it now leads to a standby. A new connection may reach the primary.
    this.connection.on('errorMessage', (error: pg.DatabaseError) => {
      if (isOfStandby(error)) this.connection.stream.destroy();
    });
  }

  requirePrimary(): void {
    if (this.isStandby) throw new StandbyRefused();
  }
}

type EntityClass = new () => object;

// A statement prepared while its tables are empty would keep a plan with sequential scans. Ours reach every row through
// an index, so the planner may use nothing else. With partitions, planning takes longer than execution, so a statement has
// one plan for all values, except lists, whose index depends on them (`plannedForValues`). Without prepared statements,
// each run is planned anew.
const PREPARED_PLANS =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off -c plan_cache_mode=force_generic_plan';

// A bitmap scan would collect all due rows.
const ROWS_IN_ORDER = '-c enable_bitmapscan=off';

/** How long a statement waits for a row lock, and how long it may run. */
export const LOCK_WAIT_MS = 2_000;
const PATIENCE = { statementMs: 30_000, lockMs: LOCK_WAIT_MS };

/** A host that has vanished sends no response: the client gives up this long after the statement timeout. */
const ANSWER_GRACE_MS = 5_000;

export const CONNECTION_WAIT_MS = 3_000;

/** Connections are named after the master keys of their process, if it has any. */
type DatabaseSettings = Pick<Config, 'DATABASE_URL' | 'DATABASE_POOL' | 'PG_PREPARED' | 'SQL_CHECK'> &
  Partial<Pick<Config, 'MASTER_KEY'>> & {
    /** Whether due rows are only read in the order of an index. */
    readonly dueInOrder?: boolean;
  };

type PoolSettings = Pick<DatabaseSettings, 'DATABASE_URL' | 'DATABASE_POOL' | 'MASTER_KEY' | 'dueInOrder'> & {
  readonly PG_PREPARED?: boolean;
};

/** Creates the pool of all connections to Postgres. */
export function createPool(settings: PoolSettings, patience = PATIENCE): pg.Pool {
  const planner =
    settings.PG_PREPARED === true ? [PREPARED_PLANS, settings.dueInOrder === true ? ROWS_IN_ORDER : ''] : [];
  return new pg.Pool({
    Client: PrimaryClient,
    onConnect: (client) => {
      if (client instanceof PrimaryClient) client.requirePrimary();
    },
    connectionString: settings.DATABASE_URL,
    max: settings.DATABASE_POOL,
    // One idle connection stays: its name shows the master keys of the process (see key-sessions.ts).
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

/** Creates a data source on `pool`, which it ends when destroyed. The schema comes from migrations only. */
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
      logger.error({ event: 'statement_violation', reason: message }, 'a statement was refused');
    },
  });
}

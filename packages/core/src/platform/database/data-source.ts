import { DataSource, type EntitySchema } from 'typeorm';
import type { Config } from '../config/config.js';
import { migrations } from './migrations/index.js';

export type EntityClass = new () => object;

// A statement prepared while its tables are still empty would keep a plan that reads them whole. Ours reach every row
// through an index, so the planner is told to do just that; where nothing is prepared, each run is planned anew.
const PREPARED_PLANS = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off';

export type DatabaseSettings = Pick<Config, 'DATABASE_URL' | 'DATABASE_POOL' | 'PG_PREPARED' | 'SQL_CHECK'>;

/** A data source over the given entities. The schema comes from migrations alone, never from synchronization. */
export function createDataSource(
  settings: Pick<DatabaseSettings, 'DATABASE_URL' | 'DATABASE_POOL'> & { readonly PG_PREPARED?: boolean },
  entities: (EntityClass | EntitySchema)[],
  statementTimeoutMs = 30_000,
): DataSource {
  return new DataSource({
    type: 'postgres',
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL,
    connectTimeoutMS: 5_000,
    applicationName: 'svc-payments',
    entities,
    migrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    logging: false,
    extra: {
      pipeline: true,
      options: `-c timezone=UTC ${settings.PG_PREPARED === true ? PREPARED_PLANS : ''}`.trim(),
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: 30_000,
    },
  });
}

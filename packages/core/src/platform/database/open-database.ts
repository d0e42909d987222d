import type { Logger } from '../logger.js';
import { IdSource } from '../ids/id-source.js';
import { createDataSource, type DatabaseSettings, type EntityClass } from './data-source.js';
import { Database } from './database.js';
import { namedQuery } from './named-query.js';

const NEXT_BLOCK = namedQuery(
  'ids_next_block',
  `SELECT nextval('id_blocks')::text AS number, extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`,
);

/** Connects to Postgres. */
export async function openDatabase(
  settings: DatabaseSettings,
  entities: EntityClass[],
  logger: Pick<Logger, 'error'>,
): Promise<Database> {
  const dataSource = await createDataSource(settings, entities).initialize();
  return new Database(dataSource, {
    prepared: settings.PG_PREPARED,
    statementCheck: settings.SQL_CHECK,
    onViolation: (message) => {
      logger.error({ event: 'statement_violation', reason: message }, 'statement_violation');
    },
  });
}

/** Ids whose time is the database's. */
export function openIdSource(database: Database): IdSource {
  const ids = new IdSource(async () => {
    const [row] = await database.reserveConnection().run<{ number: string; ms: number }>(NEXT_BLOCK, []);
    if (row === undefined) throw new Error('Postgres handed out no id block');
    return { number: BigInt(row.number), databaseTimeMs: row.ms };
  });
  // Another server may hand out the same numbers: a promoted standby only knows those that had reached it.
  database.onReserveLost(() => ids.forget());
  database.beforeTransactions(() => ids.ready());
  return ids;
}

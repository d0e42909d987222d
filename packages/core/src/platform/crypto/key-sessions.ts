import type { StatementRunner } from '../database/database.js';
import { namedQuery } from '../database/named-query.js';
import type { MasterKeys } from './master-keys.js';

const PROCESS = 'svc-payments';

const SESSIONS = namedQuery(
  'sessions_of_processes',
  `SELECT DISTINCT application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND application_name ~ '^${PROCESS} '`,
);

/** Returns the name of a process's connections, which shows in Postgres which master keys the process has. */
export function sessionName(keys: MasterKeys | undefined): string {
  return keys === undefined ? `${PROCESS}-command` : `${PROCESS} ${keys.names.join(',')}`;
}

/** The names of connections whose process does not wrap under the first key: it could not read what others wrap under it. */
export async function namesWithoutFirst(runner: StatementRunner, { first }: MasterKeys): Promise<string[]> {
  const sessions = await runner.run<{ name: string }>(SESSIONS, []);
  return sessions.map(({ name }) => name).filter((name) => name.split(' ')[1]?.split(',')[0] !== first.name);
}

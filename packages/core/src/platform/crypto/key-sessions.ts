import type { StatementRunner } from '../database/database.js';
import { namedQuery } from '../database/named-query.js';
import type { MasterKeys } from './master-keys.js';

const PROCESS = 'svc-payments';

// Before sessions were named after keys, those of all processes had the bare name.
const SESSIONS = namedQuery(
  'sessions_of_processes',
  `SELECT DISTINCT application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND application_name ~ '^${PROCESS}( |$)'`,
);

/** What a process calls its connections: Postgres then knows which master keys it can open secrets with. */
export function sessionName(keys: MasterKeys | undefined): string {
  return keys === undefined ? `${PROCESS}-command` : `${PROCESS} ${keys.names.join(',')}`;
}

/**
 * Whether every process that is connected wraps under the first of these keys. One that does not know it could not open
 * what is put under it.
 */
export async function allWrapUnderFirst(runner: StatementRunner, { first }: MasterKeys): Promise<boolean> {
  const sessions = await runner.run<{ name: string }>(SESSIONS, []);
  return sessions.every(({ name }) => name.split(' ')[1]?.split(',')[0] === first.name);
}

import type { Database } from './database.js';
import { namedQuery } from './named-query.js';

const READ = namedQuery('system_state_installation_id', 'SELECT installation_id AS id FROM system_state');

const read = new WeakMap<Database, Promise<string>>();

/** Marks objects of this database at processors that others use too. It never changes, and is read once. */
export function installationIdOf(database: Database): Promise<string> {
  const known = read.get(database) ?? readOnce(database);
  read.set(database, known);
  return known;
}

async function readOnce(database: Database): Promise<string> {
  try {
    const [row] = await database.transaction(({ run }) => run<{ id: string }>(READ, []));
    if (row === undefined) throw new Error('the database is not migrated');
    return row.id;
  } catch (error) {
    read.delete(database);
    throw error;
  }
}

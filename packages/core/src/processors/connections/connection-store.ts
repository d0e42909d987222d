import type { EnvironmentTables } from '../../platform/database/environment-tables.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { TransactionTables } from '../../platform/database/transaction-tables.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import { fromPublicId } from '../../platform/ids.js';
import { connectionIdOf } from './connection-name.js';
import { ProcessorConnection } from './processor-connection.entity.js';

/** Throws `not_found`. */
export async function findConnection(tables: EnvironmentTables, publicId: string): Promise<ProcessorConnection> {
  const id = fromPublicId('proc', publicId);
  const connection = id === undefined ? undefined : await tables.find(ProcessorConnection, { id, deletedAt: null });
  if (connection === undefined) throw unknownConnection(publicId);
  return connection;
}

/** Locks a connection. Throws `not_found`. */
export async function lockConnection(tables: TransactionTables, publicId: string): Promise<ProcessorConnection> {
  const id = fromPublicId('proc', publicId);
  const connection = id === undefined ? undefined : await tables.lock(ProcessorConnection, { id, deletedAt: null });
  if (connection === undefined) throw unknownConnection(publicId);
  return connection;
}

const FIRST = namedQuery(
  'connections_first',
  `SELECT id FROM processors WHERE environment_id = $1 AND enabled AND deleted_at IS NULL ORDER BY priority, id LIMIT 1`,
);

/** The id of the enabled connection with the lowest priority number; null if there is none. */
export async function firstConnection(tables: EnvironmentTables): Promise<string | null> {
  const [first] = await tables.run<{ id: string }>(FIRST, []);
  return first?.id ?? null;
}

const IDS = namedQuery('connections_ids', 'SELECT id FROM processors WHERE environment_id = $1 AND deleted_at IS NULL');

/** The ids of all connections. */
export async function connectionIds(tables: EnvironmentTables): Promise<string[]> {
  const rows = await tables.run<{ id: string }>(IDS, []);
  return rows.map(({ id }) => id);
}

const HOLD = namedQuery(
  'connections_hold',
  `SELECT 1 FROM processors WHERE environment_id = $1 AND id = $2 AND deleted_at IS NULL FOR SHARE`,
);

/** Keeps the connection of a processor, as payments store it, until the transaction ends. False if it was deleted. */
export async function holdConnection(tables: TransactionTables, processor: string): Promise<boolean> {
  const id = connectionIdOf(processor);
  return id === undefined || (await tables.run(HOLD, [id])).length > 0;
}

function unknownConnection(publicId: string): DomainError {
  return new DomainError('not_found', `There is no processor ${publicId}.`);
}

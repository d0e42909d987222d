import type { Schemas } from '@svc/contract';
import type { EnvironmentTables } from '../../platform/database/environment-tables.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { toPublicId } from '../../platform/ids.js';
import type { ProcessorConnection } from './processor-connection.entity.js';

const OF_ACCOUNTS = namedQuery(
  'connections_of_accounts',
  `SELECT id, kind, external_account_id AS "externalAccountId" FROM processors
    WHERE environment_id = $1 AND external_account_id = ANY ($2::text[]) AND deleted_at IS NULL ORDER BY id`,
);

type OfAccount = Pick<ProcessorConnection, 'id' | 'kind' | 'externalAccountId'>;

/** Likely configuration mistakes of the connections of an environment: a list for each, by its id. */
export async function warningsOf(
  tables: EnvironmentTables,
  connections: readonly OfAccount[],
): Promise<ReadonlyMap<string, Schemas['ProcessorWarning'][]>> {
  const accounts = connections.flatMap(({ externalAccountId }) => externalAccountId ?? []);
  const connected = accounts.length === 0 ? [] : await tables.run<OfAccount>(OF_ACCOUNTS, [accounts]);
  return new Map(connections.map((connection) => [connection.id, warningsAbout(connection, connected)]));
}

function warningsAbout(connection: OfAccount, connected: readonly OfAccount[]): Schemas['ProcessorWarning'][] {
  const others = connected.filter((other) => isSameAccount(connection, other));
  if (others.length === 0) return [];
  const names = others.map(({ id }) => toPublicId('proc', id)).join(', ');
  const detail = `${names} ${others.length === 1 ? 'is' : 'are'} connected to the same account.`;
  return [{ code: 'same_account', detail: detail.slice(0, 1_000) }];
}

function isSameAccount(one: OfAccount, other: OfAccount): boolean {
  return one.id !== other.id && one.kind === other.kind && one.externalAccountId === other.externalAccountId;
}

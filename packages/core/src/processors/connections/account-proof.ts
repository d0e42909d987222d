import type { EnvironmentTables } from '../../platform/database/environment-tables.js';
import { referenceOf } from '../own-reference.js';
import type { AccountProof } from './connection-kind.js';
import { connectionName } from './connection-name.js';
import type { ConnectionUse } from './connection-uses.js';
import type { ProcessorConnection } from './processor-connection.entity.js';

/**
 * A reference that only credentials of the account of a connection give access to; undefined if the connection has not been used
 * of late.
 */
export async function provingReference(
  uses: Iterable<ConnectionUse>,
  tables: EnvironmentTables,
  connection: Pick<ProcessorConnection, 'environmentId' | 'id' | 'kind'>,
  proof: AccountProof,
): Promise<string | undefined> {
  const name = connectionName(connection);
  if (proof === 'processor_reference') return firstOf(uses, (use) => use.knownReference?.(tables, name));
  // An answered attempt is certainly there. One in doubt must be there too, or the next inquiry would send it again.
  const id =
    (await firstOf(uses, (use) => use.answeredAttempt?.(tables, name))) ??
    (await firstOf(uses, (use) => use.openAttempt?.(tables, name)));
  return id && referenceOf({ environmentId: connection.environmentId, id });
}

async function firstOf(
  uses: Iterable<ConnectionUse>,
  find: (use: ConnectionUse) => Promise<string | undefined> | undefined,
): Promise<string | undefined> {
  for (const use of uses) {
    const found = await find(use);
    if (found !== undefined) return found;
  }
  return undefined;
}

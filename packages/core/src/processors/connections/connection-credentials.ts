import { seal, unseal, type SealedSecret } from '../../platform/crypto/envelope.js';
import type { MasterKeys } from '../../platform/crypto/master-keys.js';
import { sealedColumn } from '../../platform/crypto/sealed-column.js';
import type { StoredCredentials } from './connection-kind.js';
import type { ProcessorConnection } from './processor-connection.entity.js';

type Row = Pick<ProcessorConnection, 'environmentId' | 'id'>;

/** Encrypts the credentials of connections; each is bound to its row. */
export class ConnectionCredentials {
  constructor(private readonly masterKeys: MasterKeys) {}

  seal(credentials: StoredCredentials, row: Row): SealedSecret {
    return seal(JSON.stringify(credentials), this.masterKeys, binding(row));
  }

  /** The credentials; undefined if the connection was deleted. Throws if they were sealed for another row. */
  open(
    connection: Row & Pick<ProcessorConnection, 'credentialsCiphertext' | 'credentialsDataKey'>,
  ): StoredCredentials | undefined {
    const { credentialsCiphertext: ciphertext, credentialsDataKey: dataKey } = connection;
    if (ciphertext === null || dataKey === null) return undefined;
    return JSON.parse(unseal({ ciphertext, dataKey }, this.masterKeys, binding(connection))) as StoredCredentials;
  }
}

function binding({ environmentId, id }: Row): string {
  return `svc:processor-credentials:env_${environmentId}:proc_${id}`;
}

/** The column of the credentials' data keys. */
export const PROCESSOR_CREDENTIALS_COLUMN = sealedColumn<object>({
  secrets: 'processor credentials',
  table: 'processors',
  column: 'credentials_data_key',
  columns: 't.id AS "connectionId"',
  boundTo: binding,
});

import { MasterKeyMissing, seal, unseal, type SealedSecret } from '../../platform/crypto/envelope.js';
import type { MasterKeys } from '../../platform/crypto/master-keys.js';
import { sealedColumn } from '../../platform/crypto/sealed-column.js';
import type { StoredCredentials } from './connection-kind.js';
import type { ProcessorConnection } from './processor-connection.entity.js';

type Row = Pick<ProcessorConnection, 'environmentId' | 'id'>;

type SealedCredentials = Row & Pick<ProcessorConnection, 'credentialsCiphertext' | 'credentialsDataKey'>;

/** Encrypts the credentials of connections; each is bound to its row. */
export class ConnectionCredentials {
  constructor(private readonly masterKeys: MasterKeys) {}

  seal(credentials: StoredCredentials, row: Row): SealedSecret {
    return seal(JSON.stringify(credentials), this.masterKeys, binding(row));
  }

  /** The credentials; undefined if the connection was deleted. Throws if they were sealed for another row. */
  open(connection: SealedCredentials): StoredCredentials | undefined {
    const { credentialsCiphertext: ciphertext, credentialsDataKey: dataKey } = connection;
    if (ciphertext === null || dataKey === null) return undefined;
    return JSON.parse(unseal({ ciphertext, dataKey }, this.masterKeys, binding(connection))) as StoredCredentials;
  }

  /** As `open`, but also undefined if the master key is lost: the connection can still be renewed and deleted. */
  openIfReadable(connection: SealedCredentials): StoredCredentials | undefined {
    try {
      return this.open(connection);
    } catch (error) {
      if (error instanceof MasterKeyMissing) return undefined;
      throw error;
    }
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

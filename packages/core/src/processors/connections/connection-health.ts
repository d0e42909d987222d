import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { nextVersion } from '../../platform/database/next-version.js';
import { reasonOf } from '../../platform/errors/domain-error.js';
import { toPublicId } from '../../platform/ids.js';
import type { Logger } from '../../platform/logger.js';
import type { ProcessorConnection } from './processor-connection.entity.js';

// A late answer about credentials that were replaced says nothing about the new ones.
const STORE_STATUS = namedQuery(
  'connections_note_status',
  `UPDATE processors
      SET status = $3, last_error = $4, ${nextVersion()}
    WHERE environment_id = $1 AND id = $2 AND deleted_at IS NULL AND status <> $3 AND credentials_ciphertext = $5`,
);

type Status = ProcessorConnection['status'];
type Connection = Pick<ProcessorConnection, 'environmentId' | 'id' | 'credentialsCiphertext'>;

/** What an adapter reports about the credentials of its connection. */
export interface CredentialsReport {
  accepted(): void;
  /** `message` is shown to the account. */
  refused(message: string): void;
}

/** Stores whether processors accept the credentials of connections, when that changes. */
export class ConnectionHealth {
  private readonly known = new Map<string, Status>();

  constructor(
    private readonly database: Database,
    private readonly logger: Pick<Logger, 'warn' | 'error'>,
  ) {}

  /** Takes over the status as it was read just now. */
  read({ id, status }: Connection & { readonly status: Status }): void {
    this.known.set(id, status);
  }

  of(connection: Connection): CredentialsReport {
    return {
      accepted: () => this.storeStatus(connection, 'ok', null),
      refused: (message) => this.storeStatus(connection, 'failing', message),
    };
  }

  private storeStatus(connection: Connection, status: Status, lastError: string | null): void {
    const { environmentId, id, credentialsCiphertext } = connection;
    if (this.known.get(id) === status) return;
    this.known.set(id, status);
    const processor = toPublicId('proc', id);
    if (lastError !== null) this.logger.warn({ event: 'processor_refuses', processor }, lastError);
    this.database
      .forEnvironment({ environmentId })
      .run(STORE_STATUS, [id, status, lastError, credentialsCiphertext])
      .catch((error: unknown) => {
        this.known.delete(id);
        this.logger.error(
          { event: 'processor_status_lost', processor, reason: reasonOf(error) },
          'could not store the status of the connection',
        );
      });
  }
}

import type { OnApplicationShutdown } from '@nestjs/common';
import type { Schemas } from '@svc/contract';
import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { ConnectionCredentials } from './connection-credentials.js';
import type { ConnectionHealth } from './connection-health.js';
import type { ConnectionKind, ConnectionRef, OpenProcessor } from './connection-kind.js';
import { connectionName } from './connection-name.js';
import { type RoutedAmount, takesPayment } from './connection-routing.js';
import type { Mode } from '../../security/environment.entity.js';
import type { ProcessorConnection } from './processor-connection.entity.js';

/** For so long calls may use credentials that were replaced, or a connection that was disabled. */
const FRESH_MS = 2_000;
/** Open adapters of a process. Beyond that, the one that was used the longest ago is closed. */
const MAX_OPEN = 500;

const STORED = `
  SELECT c.environment_id AS "environmentId", c.id, c.kind, c.enabled, c.status, c.currencies, c.amount_min AS "amountMin", c.amount_max AS "amountMax", e.account_id AS "accountId", e.mode,
         c.credentials_ciphertext AS "credentialsCiphertext", c.credentials_data_key AS "credentialsDataKey"
    FROM processors c JOIN environments e ON e.id = c.environment_id`;

const READ = namedQuery(
  'connections_read',
  `${STORED} WHERE c.environment_id = $1 AND c.id = $2 AND c.deleted_at IS NULL`,
);
// A callback names the connection alone.
const READ_BY_ID = namedQuery('connections_read_by_id', `${STORED} WHERE c.id = $1 AND c.deleted_at IS NULL`);

type StoredConnection = Pick<
  ProcessorConnection,
  | ('environmentId' | 'id' | 'kind' | 'enabled' | 'status' | 'credentialsCiphertext' | 'credentialsDataKey')
  | ('currencies' | 'amountMin' | 'amountMax')
> &
  ConnectionRef;

/** Every kind of connection. */
export type ConnectionKinds = Readonly<Record<Schemas['ProcessorKind'], ConnectionKind>>;

/** A connection that calls can be made through. */
export interface OpenConnection {
  readonly environmentId: number;
  /** As payments and attempts store it. */
  readonly name: string;
  /** Whether new payments may go to it. */
  readonly enabled: boolean;
  /** Whether new payments of this currency and amount may go to it. */
  readonly takes: (money: RoutedAmount) => boolean;
  readonly mode: Mode;
  readonly processor: OpenProcessor;
}

interface Opened extends OpenConnection {
  readonly ciphertext: Buffer;
  readonly readAt: number;
}

export interface ConnectionAdaptersDependencies {
  readonly database: Database;
  readonly credentials: ConnectionCredentials;
  readonly health: ConnectionHealth;
  readonly kinds: ConnectionKinds;
}

/** Keeps a client for each connection that is in use, and replaces it when its credentials change. */
export class ConnectionAdapters implements OnApplicationShutdown {
  /** In the order of their last use. */
  private readonly opened = new Map<string, Opened>();
  /** One at a time for each connection, so that no client is closed that another caller has just received. */
  private readonly reading = new Map<string, Promise<OpenConnection | undefined>>();

  constructor(private readonly deps: ConnectionAdaptersDependencies) {}

  /** Undefined if the connection was deleted. */
  async find(environmentId: number, id: string): Promise<OpenConnection | undefined> {
    const known = this.opened.get(id);
    if (known !== undefined && performance.now() - known.readAt < FRESH_MS) return known;
    const tables = this.deps.database.forEnvironment({ environmentId });
    return this.readOnce(id, () => tables.run<StoredConnection>(READ, [id]));
  }

  /** Undefined if no connection has the id. */
  async findById(id: string): Promise<OpenConnection | undefined> {
    const tables = this.deps.database.forAuthentication();
    return this.readOnce(id, () => tables.run<StoredConnection>(READ_BY_ID, [id]));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.opened.values()].map(({ processor }) => processor.close()));
  }

  private readOnce(id: string, read: () => Promise<StoredConnection[]>): Promise<OpenConnection | undefined> {
    const known = this.reading.get(id);
    if (known !== undefined) return known;
    const kept = read()
      .then(([stored]) => this.keep(id, stored))
      .finally(() => this.reading.delete(id));
    this.reading.set(id, kept);
    return kept;
  }

  private async keep(id: string, stored: StoredConnection | undefined): Promise<OpenConnection | undefined> {
    const known = this.opened.get(id);
    this.opened.delete(id);
    const ciphertext = stored?.credentialsCiphertext ?? null;
    if (stored === undefined || ciphertext === null) {
      void known?.processor.close();
      return undefined;
    }
    const { environmentId, enabled, mode } = stored;
    const isSame = known !== undefined && known.ciphertext.equals(ciphertext);
    if (known !== undefined && !isSame) void known.processor.close();
    const processor = isSame ? known.processor : await this.open(stored);
    this.deps.health.read(stored);
    const takes = (money: RoutedAmount): boolean => takesPayment(stored, money);
    const connection = { environmentId, name: connectionName(stored), enabled, takes, mode, processor, ciphertext };
    this.opened.set(id, { ...connection, readAt: performance.now() });
    this.closeOldest();
    return connection;
  }

  private open(stored: StoredConnection): Promise<OpenProcessor> {
    const credentials = this.deps.credentials.open(stored);
    if (credentials === undefined) throw new Error('the connection has no credentials');
    return this.deps.kinds[stored.kind].open(stored, credentials, this.deps.health.of(stored));
  }

  private closeOldest(): void {
    if (this.opened.size <= MAX_OPEN) return;
    for (const [id, { processor }] of this.opened) {
      this.opened.delete(id);
      return void processor.close();
    }
  }
}

import { isDeepStrictEqual } from 'node:util';
import type { Schemas } from '@svc/contract';
import type { Database, Transaction } from '../../platform/database/database.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import type { Idempotency } from '../../platform/idempotency/idempotency.js';
import { type IdSource, idTime, toPublicId } from '../../platform/ids.js';
import { listPage, type Page, type PageRange } from '../../platform/lists/cursor.js';
import { requireMatch } from '../../platform/preconditions.js';
import { changedFields, type AuditLog } from '../../security/audit-log.js';
import type { Caller } from '../../security/caller.js';
import { beginSweeps, forgetSweeps, noteRefusedLists } from '../sweeps/sweeps.js';
import type { ConnectionKinds } from './connection-adapters.js';
import {
  type ConnectionRef,
  type ConnectionSetUp,
  type CredentialsCheck,
  invalidConnection,
} from './connection-kind.js';
import { connectionName } from './connection-name.js';
import { keepSetUp } from './keep-set-up.js';
import { findConnection, lockConnection } from './connection-store.js';
import type { ConnectionUse } from './connection-uses.js';
import { warningsOf } from './connection-warnings.js';
import { numberOf, presentConnection } from './connection.presenter.js';
import { changedMeanwhile, type ConnectionsAtProcessor, refOf, statusAfter } from './connections-at-processor.js';
import { ProcessorConnection } from './processor-connection.entity.js';

const DEFAULT_PRIORITY = 100;
/** Longer than the requests of a check and a set-up may take, at 5 seconds each. */
const CHECK_LEASE_MS = 60_000;

export interface ConnectionsServiceDependencies {
  readonly database: Database;
  readonly ids: IdSource;
  readonly kinds: ConnectionKinds;
  readonly atProcessor: ConnectionsAtProcessor;
  readonly idempotency: Idempotency;
  readonly audit: AuditLog;
  readonly uses: Iterable<ConnectionUse>;
}

/** Connects, reads, changes, verifies and deletes accounts at payment processors. */
export class ConnectionsService {
  constructor(private readonly deps: ConnectionsServiceDependencies) {}

  /** Checks the credentials and stores them. Throws `processor_refused` if the processor does not accept them. */
  create(caller: Caller, request: Schemas['CreateProcessor']): Promise<Schemas['Processor']> {
    return this.deps.idempotency.aroundCall(caller, CHECK_LEASE_MS, async () => {
      requireRange(request);
      const ref = refOf(caller, await this.deps.ids.one());
      const { check, setUp, fields } = await this.deps.atProcessor.connect(caller, ref, request);
      const connection = { ...newConnection(ref, request), ...fields };
      // Before the commit: a failure behind it would let the client create the connection again.
      const shown = await this.shown(connection, caller);
      await this.stored(setUp, async (transaction) => {
        void transaction.forEnvironment(caller).insert(ProcessorConnection, connection);
        if (this.deps.kinds[request.kind].listsEvents) beginSweeps(transaction, caller, ref.id);
        noteRefusedLists(transaction, caller, ref.id, check.permissions);
        await this.recordAction(transaction, caller, 'processor.created', connection);
      });
      return shown;
    });
  }

  async get(caller: Caller, publicId: string): Promise<Schemas['Processor']> {
    return this.shown(await findConnection(this.deps.database.forEnvironment(caller), publicId), caller);
  }

  /** Connections, newest first. */
  async list(caller: Caller, query: { limit?: number; cursor?: string }): Promise<Page<Schemas['Processor']>> {
    const tables = this.deps.database.forEnvironment(caller);
    const read = (range: PageRange): Promise<ProcessorConnection[]> =>
      tables.page(ProcessorConnection, range, [{ text: 'deleted_at IS NULL', values: [] }]);
    const { data, ...rest } = await listPage('processors', caller, query, read, (connection) => connection);
    const warnings = await warningsOf(tables, data);
    return { ...rest, data: data.map((connection) => presentWith(warnings, connection, caller)) };
  }

  /** Applies a patch; one without changes keeps the version. New credentials are checked first, before any lock. */
  async update(caller: Caller, publicId: string, patch: Schemas['UpdateProcessor']): Promise<Schemas['Processor']> {
    const { credentials: given, ...fields } = patch;
    const before = await findConnection(this.deps.database.forEnvironment(caller), publicId);
    requireMatch(caller, before.version);
    const rotation = given && (await this.deps.atProcessor.rotate(caller, before, given));
    const { setUp = {}, fields: rotated, stillUnused } = rotation ?? {};
    const updated = await this.stored(setUp, async (transaction) => {
      const tables = transaction.forEnvironment(caller);
      const connection = await lockConnection(tables, publicId);
      requireMatch(caller, connection.version);
      if (rotated !== undefined) requireSameCredentials(before, connection);
      await stillUnused?.(tables);
      const changed = { ...connection, ...withTextAmounts(fields), ...rotated };
      requireRange({ amountMin: numberOf(changed.amountMin), amountMax: numberOf(changed.amountMax) });
      if (isDeepStrictEqual(changed, { ...connection })) return connection;
      if (rotation?.check.kind === 'accepted') this.wake(transaction, connection, rotation.check);
      const changes = [
        ...changedFields(connection, changed, fields),
        ...(rotated === undefined ? [] : ['credentials']),
      ];
      await this.recordAction(transaction, caller, 'processor.updated', connection, changes);
      return tables.save(ProcessorConnection, changed);
    });
    return this.shown(updated, caller);
  }

  /**
   * Deletes a connection, and what it has set up at the processor. Throws `processor_in_use` while its payments or refunds
   * are pending.
   */
  async delete(caller: Caller, publicId: string): Promise<void> {
    const deleted = await this.deps.database.transaction(async (transaction) => {
      const tables = transaction.forEnvironment(caller);
      const connection = await lockConnection(tables, publicId);
      requireMatch(caller, connection.version);
      for (const use of this.deps.uses) {
        if (!(await use.isPending(transaction, caller, connectionName(connection)))) continue;
        throw new DomainError('processor_in_use', 'Payments or refunds of this connection are still pending.');
      }
      await tables.save(ProcessorConnection, {
        ...connection,
        enabled: false,
        credentialsCiphertext: null,
        credentialsDataKey: null,
        deletedAt: new Date(),
      });
      forgetSweeps(transaction, caller, connection.id);
      await this.recordAction(transaction, caller, 'processor.deleted', connection);
      return connection;
    }, caller);
    await this.deps.atProcessor.disconnect(caller, deleted);
  }

  /** Asks the processor whether it accepts the stored credentials, sets up what is missing there, and stores the result. */
  verify(caller: Caller, publicId: string): Promise<Schemas['ProcessorVerification']> {
    return this.deps.idempotency.aroundCall(caller, CHECK_LEASE_MS, async () => {
      const connection = await findConnection(this.deps.database.forEnvironment(caller), publicId);
      requireMatch(caller, connection.version);
      const { check, setUp, fields } = await this.deps.atProcessor.verify(caller, connection);
      const verified = await this.stored(setUp, (transaction) =>
        this.storeCheck(transaction, caller, connection, check, fields),
      );
      const { status, lastError, externalAccountId, warnings } = await this.shown(verified, caller);
      return {
        ...{ processorId: publicId, status, lastError, externalAccountId, permissions: check.permissions, warnings },
        verifiedAt: new Date().toISOString(),
      };
    });
  }

  /** Goes on with what waits for accepted credentials, except for lists that they may not read. */
  private wake(transaction: Transaction, connection: ProcessorConnection, { permissions }: CredentialsCheck): void {
    for (const use of this.deps.uses) use.wake(transaction, connection, connectionName(connection));
    noteRefusedLists(transaction, connection, connection.id, permissions);
  }

  /** Stores a connection with what was set up for it. Only then is deleted at the processor what that replaces. */
  private stored<Stored>(
    setUp: Pick<ConnectionSetUp, 'keep' | 'undo'>,
    store: (transaction: Transaction) => Promise<Stored>,
  ): Promise<Stored> {
    return keepSetUp(setUp, () => this.deps.database.transaction(store));
  }

  /** A check that got no answer leaves the status as it is. */
  private async storeCheck(
    transaction: Transaction,
    caller: Caller,
    before: ProcessorConnection,
    check: CredentialsCheck,
    checked: Partial<ProcessorConnection>,
  ): Promise<ProcessorConnection> {
    const tables = transaction.forEnvironment(caller);
    const connection = await lockConnection(tables, toPublicId('proc', before.id));
    requireSameCredentials(before, connection);
    const status = check.kind === 'unreachable' ? connection.status : statusAfter(check);
    if (check.kind === 'accepted') this.wake(transaction, connection, check);
    const externalAccountId = connection.externalAccountId ?? check.externalAccountId;
    const changed = { ...connection, ...checked, status, externalAccountId };
    if (isDeepStrictEqual(changed, { ...connection })) return connection;
    if (checked.credentialsCiphertext !== undefined) {
      await this.recordAction(transaction, caller, 'processor.updated', connection, ['credentials']);
    }
    return tables.save(ProcessorConnection, changed);
  }

  private recordAction(
    transaction: Transaction,
    caller: Caller,
    action: Extract<Schemas['AuditAction'], `processor.${string}`>,
    connection: ProcessorConnection,
    changes: readonly string[] = [],
  ): Promise<void> {
    const objectId = toPublicId('proc', connection.id);
    return this.deps.audit.record(transaction, caller, { action, objectId, changes });
  }

  private async shown(connection: ProcessorConnection, caller: Caller): Promise<Schemas['Processor']> {
    const warnings = await warningsOf(this.deps.database.forEnvironment(caller), [connection]);
    return presentWith(warnings, connection, caller);
  }
}

function presentWith(
  warnings: Awaited<ReturnType<typeof warningsOf>>,
  connection: ProcessorConnection,
  { mode, publicUrl = '' }: Caller,
): Schemas['Processor'] {
  return presentConnection(connection, mode, publicUrl, warnings.get(connection.id) ?? []);
}

type NewConnection = Omit<
  ProcessorConnection,
  'status' | 'lastError' | 'externalAccountId' | 'credentialsCiphertext' | 'credentialsDataKey'
>;

function newConnection(
  { environmentId, id }: ConnectionRef,
  { kind, name, enabled = true, priority = DEFAULT_PRIORITY, ...request }: Schemas['CreateProcessor'],
): NewConnection {
  return {
    environmentId,
    id,
    version: 1,
    kind,
    name,
    enabled,
    priority,
    currencies: request.currencies ?? null,
    amountMin: textOf(request.amountMin),
    amountMax: textOf(request.amountMax),
    deletedAt: null,
    updatedAt: idTime(id),
  };
}

function requireRange({ amountMin, amountMax }: { amountMin?: number | null; amountMax?: number | null }): void {
  if (amountMin == null || amountMax == null || amountMin <= amountMax) return;
  throw invalidConnection({ pointer: '/amountMax', code: 'out_of_range', detail: 'must be >= amountMin' });
}

/** What was checked before the lock are these credentials. */
function requireSameCredentials(before: ProcessorConnection, locked: ProcessorConnection): void {
  if (isDeepStrictEqual(before.credentialsCiphertext, locked.credentialsCiphertext)) return;
  throw changedMeanwhile('The credentials were changed');
}

function withTextAmounts({ amountMin, amountMax, ...fields }: Omit<Schemas['UpdateProcessor'], 'credentials'>) {
  return {
    ...fields,
    ...(amountMin === undefined ? {} : { amountMin: textOf(amountMin) }),
    ...(amountMax === undefined ? {} : { amountMax: textOf(amountMax) }),
  };
}

function textOf(value: number | null | undefined): string | null {
  return value == null ? null : String(value);
}

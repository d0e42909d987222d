import { isDeepStrictEqual } from 'node:util';
import type { FieldError, Schemas } from '@svc/contract';
import type { Database, Transaction } from '../../platform/database/database.js';
import type { Names } from '../../platform/dns/host-names.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import type { AddressPolicy } from '../../platform/http-client/address-policy.js';
import { checkOutgoingUrl } from '../../platform/http-client/outgoing-url.js';
import type { Idempotency } from '../../platform/idempotency/idempotency.js';
import { type IdSource, idTime } from '../../platform/ids.js';
import { Cursors, DEFAULT_PAGE_SIZE, type Page } from '../../platform/lists/cursor.js';
import { requireMatch } from '../../platform/preconditions.js';
import { certificatesIn } from '../../platform/tls/certificates.js';
import { changedFields, type AuditLog } from '../../security/audit-log.js';
import type { Caller } from '../../security/caller.js';
import type { ConnectionAdapters } from './connection-adapters.js';
import { checkGateway, type CredentialsCheck } from './connection-check.js';
import type { ConnectionCredentials, HttpCredentials } from './connection-credentials.js';
import { connectionName } from './connection-name.js';
import { findConnection, lockConnection, pageOfConnections } from './connection-store.js';
import type { ConnectionUse } from './connection-uses.js';
import { presentConnection } from './connection.presenter.js';
import { ProcessorConnection } from './processor-connection.entity.js';

const DEFAULT_PRIORITY = 100;
const CHECK_TIMEOUT_MS = 5_000;
/** Two requests of a check, and what surrounds them. */
const CHECK_LEASE_MS = 2 * CHECK_TIMEOUT_MS + 10_000;

export interface ConnectionsServiceDependencies {
  readonly database: Database;
  readonly ids: IdSource;
  readonly credentials: ConnectionCredentials;
  readonly adapters: ConnectionAdapters;
  readonly addresses: AddressPolicy;
  readonly names: Names;
  readonly idempotency: Idempotency;
  readonly audit: AuditLog;
  readonly uses: Iterable<ConnectionUse>;
}

type Given = Schemas['ProcessorCredentials'];

/** Connects, reads, changes, verifies and deletes accounts at payment processors. */
export class ConnectionsService {
  private readonly cursors = new Cursors('processors');

  constructor(private readonly deps: ConnectionsServiceDependencies) {}

  /** Checks the credentials and stores them. Throws `processor_refused` if the processor does not accept them. */
  create(caller: Caller, request: Schemas['CreateProcessor']): Promise<Schemas['Processor']> {
    return this.deps.idempotency.aroundCall(caller, CHECK_LEASE_MS, async () => {
      requireRange(request);
      const credentials = complete(request.credentials);
      const place = { environmentId: caller.environmentId, id: await this.deps.ids.one() };
      const check = requireAccepted(await this.check(caller, place, credentials));
      const connection = this.newConnection(place, request, credentials, check);
      await this.deps.database.transaction(async (transaction) => {
        void transaction.forEnvironment(caller).insert(ProcessorConnection, connection);
        await this.note(transaction, caller, 'processor.created', connection);
      });
      return this.present(connection, caller);
    });
  }

  async get(caller: Caller, publicId: string): Promise<Schemas['Processor']> {
    return this.present(await findConnection(this.deps.database.forEnvironment(caller), publicId), caller);
  }

  /** Connections, newest first. */
  async list(caller: Caller, query: { limit?: number; cursor?: string }): Promise<Page<Schemas['Processor']>> {
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const beforeId = this.cursors.read(query.cursor);
    const rows = await pageOfConnections(this.deps.database.forEnvironment(caller), { limit: limit + 1, beforeId });
    return this.cursors.page(rows, limit, (connection) => this.present(connection, caller));
  }

  /** Applies a patch; one without changes keeps the version. New credentials are checked first, before any lock. */
  async update(caller: Caller, publicId: string, patch: Schemas['UpdateProcessor']): Promise<Schemas['Processor']> {
    const { credentials: given, ...fields } = patch;
    const before = await findConnection(this.deps.database.forEnvironment(caller), publicId);
    requireMatch(caller, before.version);
    const rotated = given && (await this.rotated(caller, before, given));
    return this.deps.database.transaction(async (transaction) => {
      const tables = transaction.forEnvironment(caller);
      const connection = await lockConnection(tables, publicId);
      requireMatch(caller, connection.version);
      if (rotated !== undefined) requireSameCredentials(before, connection);
      const changed = { ...connection, ...withTextAmounts(fields), ...rotated };
      requireRange({ amountMin: numberOf(changed.amountMin), amountMax: numberOf(changed.amountMax) });
      if (isDeepStrictEqual(changed, { ...connection })) return this.present(connection, caller);
      if (rotated?.status === 'ok') this.wake(transaction, connection);
      const changes = [
        ...changedFields(connection, changed, fields),
        ...(rotated === undefined ? [] : ['credentials']),
      ];
      await this.note(transaction, caller, 'processor.updated', connection, changes);
      return this.present(await tables.save(ProcessorConnection, changed), caller);
    });
  }

  /** Throws `processor_in_use` while payments or refunds of the connection are pending. */
  async delete(caller: Caller, publicId: string): Promise<void> {
    await this.deps.database.transaction(async (transaction) => {
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
      await this.note(transaction, caller, 'processor.deleted', connection);
    });
  }

  /** Asks the processor whether it accepts the stored credentials, and stores the result. */
  verify(caller: Caller, publicId: string): Promise<Schemas['ProcessorVerification']> {
    return this.deps.idempotency.aroundCall(caller, CHECK_LEASE_MS, async () => {
      const connection = await findConnection(this.deps.database.forEnvironment(caller), publicId);
      requireMatch(caller, connection.version);
      const credentials = this.deps.credentials.open(connection);
      if (credentials === undefined) throw new Error('the connection has no credentials');
      const check = await this.check(caller, connection, credentials);
      const { status, lastError } = await this.noteChecked(caller, publicId, check);
      return {
        processorId: publicId,
        status,
        lastError,
        externalAccountId: connection.externalAccountId,
        permissions: check.permissions,
        verifiedAt: new Date().toISOString(),
      };
    });
  }

  private wake(transaction: Transaction, connection: ProcessorConnection): void {
    for (const use of this.deps.uses) use.wake(transaction, connection, connectionName(connection));
  }

  /** A check that got no answer leaves the status as it is. */
  private noteChecked(caller: Caller, publicId: string, check: CredentialsCheck): Promise<ProcessorConnection> {
    return this.deps.database.transaction(async (transaction) => {
      const tables = transaction.forEnvironment(caller);
      const connection = await lockConnection(tables, publicId);
      const status = check.kind === 'unreachable' ? connection.status : statusAfter(check);
      const { lastError } = check;
      if (check.kind === 'accepted') this.wake(transaction, connection);
      if (status === connection.status && lastError === connection.lastError) return connection;
      return tables.save(ProcessorConnection, { ...connection, status, lastError });
    });
  }

  private async rotated(
    caller: Caller,
    before: ProcessorConnection,
    given: Given,
  ): Promise<Partial<ProcessorConnection>> {
    const credentials = complete({ ...this.deps.credentials.open(before), ...given });
    const check = requireAccepted(await this.check(caller, before, credentials));
    return { ...this.sealed(credentials, before), status: statusAfter(check), lastError: check.lastError };
  }

  private async check(
    caller: Caller,
    place: Pick<ProcessorConnection, 'environmentId' | 'id'>,
    credentials: HttpCredentials,
  ): Promise<CredentialsCheck> {
    const { addresses, names } = this.deps;
    const url = await checkOutgoingUrl(credentials.url, addresses, names, caller.accountId);
    if (!url.ok) throw invalid({ pointer: '/credentials/url', code: url.code, detail: url.detail });
    const client = this.deps.adapters.client(credentials, caller.accountId, CHECK_TIMEOUT_MS);
    try {
      return await checkGateway(client, place);
    } finally {
      void client.close();
    }
  }

  private newConnection(
    place: Pick<ProcessorConnection, 'environmentId' | 'id'>,
    { kind, name, enabled = true, priority = DEFAULT_PRIORITY, ...request }: Schemas['CreateProcessor'],
    credentials: HttpCredentials,
    check: CredentialsCheck,
  ): ProcessorConnection {
    return {
      ...place,
      version: 1,
      kind,
      name,
      enabled,
      priority,
      currencies: request.currencies ?? null,
      amountMin: textOf(request.amountMin),
      amountMax: textOf(request.amountMax),
      status: statusAfter(check),
      lastError: check.lastError,
      externalAccountId: null,
      ...this.sealed(credentials, place),
      deletedAt: null,
      updatedAt: idTime(place.id),
    };
  }

  private sealed(
    credentials: HttpCredentials,
    place: Pick<ProcessorConnection, 'environmentId' | 'id'>,
  ): Pick<ProcessorConnection, 'credentialsCiphertext' | 'credentialsDataKey'> {
    const { ciphertext, dataKey } = this.deps.credentials.seal(credentials, place);
    return { credentialsCiphertext: ciphertext, credentialsDataKey: dataKey };
  }

  private note(
    transaction: Transaction,
    caller: Caller,
    action: Extract<Schemas['AuditAction'], `processor.${string}`>,
    connection: ProcessorConnection,
    changes: readonly string[] = [],
  ): Promise<void> {
    const objectId = this.present(connection, caller).id;
    return this.deps.audit.note(transaction, caller, { action, objectId, changes });
  }

  private present(connection: ProcessorConnection, { mode, publicUrl = '' }: Caller): Schemas['Processor'] {
    return presentConnection(connection, mode, publicUrl);
  }
}

/** Throws `validation_failed` for each credential that the kind needs and that is missing. */
function complete(given: Given): HttpCredentials {
  const { url, apiKey, callbackSecret, caCertificate = null } = given;
  const missing = Object.entries({ url, apiKey, callbackSecret }).filter(([, value]) => value === undefined);
  if (url === undefined || apiKey === undefined || callbackSecret === undefined) {
    throw invalid(
      ...missing.map(([name]): FieldError => ({
        pointer: `/credentials/${name}`,
        code: 'required',
        detail: 'is required for the kind http',
      })),
    );
  }
  if (/[?#]/.test(url)) {
    throw invalid({ pointer: '/credentials/url', code: 'forbidden_url', detail: 'must not hold a query or fragment' });
  }
  return { url, apiKey, callbackSecret, caCertificate: readableCertificate(caCertificate) };
}

function readableCertificate(text: string | null): string | null {
  try {
    return text && certificatesIn(text);
  } catch {
    const detail = 'must hold certificates as PEM';
    throw invalid({ pointer: '/credentials/caCertificate', code: 'invalid_format', detail });
  }
}

function requireRange({ amountMin, amountMax }: { amountMin?: number | null; amountMax?: number | null }): void {
  if (amountMin == null || amountMax == null || amountMin <= amountMax) return;
  throw invalid({ pointer: '/amountMax', code: 'out_of_range', detail: 'must be >= amountMin' });
}

function requireAccepted(check: CredentialsCheck): CredentialsCheck {
  if (check.kind !== 'refused') return check;
  throw new DomainError('processor_refused', check.lastError ?? 'The processor refuses the credentials.', {
    errors: [{ pointer: '/credentials/apiKey', code: 'not_accepted', detail: 'is not accepted by the processor' }],
  });
}

/** The merge of old and new credentials was checked before the lock. */
function requireSameCredentials(before: ProcessorConnection, locked: ProcessorConnection): void {
  if (isDeepStrictEqual(before.credentialsCiphertext, locked.credentialsCiphertext)) return;
  throw new DomainError('precondition_failed', 'The credentials were changed at the same time. Send the change again.');
}

function statusAfter({ kind }: CredentialsCheck): ProcessorConnection['status'] {
  return kind === 'accepted' ? 'ok' : kind === 'refused' ? 'failing' : 'unverified';
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

function numberOf(value: string | null): number | null {
  return value === null ? null : Number(value);
}

function invalid(...errors: FieldError[]): DomainError {
  return new DomainError('validation_failed', 'The connection is invalid.', { errors });
}

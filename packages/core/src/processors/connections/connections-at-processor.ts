import { createHash } from 'node:crypto';
import type { FieldError, Schemas } from '@svc/contract';
import type { Database } from '../../platform/database/database.js';
import type { EnvironmentTables } from '../../platform/database/environment-tables.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import type { Caller } from '../../security/caller.js';
import { provingReference } from './account-proof.js';
import type { ConnectionKinds } from './connection-adapters.js';
import type { ConnectionCredentials } from './connection-credentials.js';
import type {
  ConnectionKind,
  ConnectionRef,
  ConnectionSetUp,
  CredentialsCheck,
  GivenCredentials,
  StoredCredentials,
} from './connection-kind.js';
import { connectionIds } from './connection-store.js';
import type { ConnectionUse } from './connection-uses.js';
import { callbackUrl } from './connection.presenter.js';
import type { ProcessorConnection } from './processor-connection.entity.js';

export interface ConnectionsAtProcessorDependencies {
  readonly database: Database;
  readonly credentials: ConnectionCredentials;
  readonly kinds: ConnectionKinds;
  readonly uses: Iterable<ConnectionUse>;
}

type Sealed = Pick<ProcessorConnection, 'credentialsCiphertext' | 'credentialsDataKey'>;
type CheckedFields = Sealed & Pick<ProcessorConnection, 'status' | 'lastError' | 'externalAccountId'>;

/** What the processor says of credentials, what was set up there for them, and the fields to store. */
export interface Checked<Fields> {
  readonly check: CredentialsCheck;
  readonly setUp: ConnectionSetUp;
  readonly fields: Fields;
}

export interface Rotation extends Checked<CheckedFields> {
  /** Throws `precondition_failed` if the connection has been used since; undefined if its account was compared. */
  readonly stillUnused?: (tables: EnvironmentTables) => Promise<void>;
}

interface CheckedCredentials {
  readonly kind: ConnectionKind;
  readonly credentials: StoredCredentials;
  readonly check: CredentialsCheck;
  /** Undefined if the stored credentials were only verified. */
  readonly given?: GivenCredentials;
  /** Undefined for a new connection, and if the stored credentials were only verified. */
  readonly former?: StoredCredentials;
}

const UNREADABLE: CredentialsCheck = {
  kind: 'refused',
  lastError: 'The stored credentials cannot be decrypted. Send all of them again.',
  externalAccountId: null,
  permissions: [],
};

/** Checks credentials at their processor, and sets up and removes there what connections need. Stores nothing. */
export class ConnectionsAtProcessor {
  constructor(private readonly deps: ConnectionsAtProcessorDependencies) {}

  /** Throws `processor_refused` if the processor does not accept the credentials of a new connection. */
  async connect(
    caller: Caller,
    ref: ConnectionRef,
    request: Pick<Schemas['CreateProcessor'], 'kind' | 'credentials'>,
  ): Promise<Checked<CheckedFields>> {
    const kind = this.deps.kinds[request.kind];
    const credentials = kind.complete(request.credentials, {});
    const check = requireAccepted(await kind.check(ref, credentials));
    const setUp = await this.setUp(caller, ref, { kind, credentials, check, given: request.credentials });
    return { check, setUp, fields: this.fieldsOf(ref, check, setUp) };
  }

  /** Throws `processor_refused` if the processor does not accept the new credentials, `another_account` if they are of another account. */
  async rotate(caller: Caller, before: ProcessorConnection, given: GivenCredentials): Promise<Rotation> {
    const kind = this.deps.kinds[before.kind];
    const stored = this.deps.credentials.openIfReadable(before) ?? {};
    const merged = kind.complete(given, stored);
    const ref = refOf(caller, before.id);
    const proof = kind.proofOf(stored, merged);
    const knownIn = async (tables: EnvironmentTables): Promise<string | undefined> =>
      proof === null ? undefined : provingReference(this.deps.uses, tables, before, proof);
    const known = await knownIn(this.deps.database.forEnvironment(before));
    const check = requireAccepted(await kind.check(ref, merged, known));
    requireSameAccount(before, check);
    const setUp = await this.setUp(caller, ref, { kind, credentials: merged, check, given, former: stored });
    const fields = this.fieldsOf(ref, check, setUp, before.externalAccountId);
    if (known !== undefined) return { check, setUp, fields };
    const stillUnused = async (tables: EnvironmentTables): Promise<void> => {
      if ((await knownIn(tables)) !== undefined) throw changedMeanwhile('The connection was used');
    };
    return { check, setUp, fields, stillUnused };
  }

  /** Asks the processor whether it accepts the stored credentials, and sets up what is missing there. */
  async verify(
    caller: Caller,
    connection: ProcessorConnection,
  ): Promise<Checked<Partial<Sealed> & Pick<ProcessorConnection, 'lastError'>>> {
    const readable = this.deps.credentials.openIfReadable(connection);
    const credentials = readable ?? {};
    const kind = this.deps.kinds[connection.kind];
    const ref = refOf(caller, connection.id);
    const check = readable === undefined ? UNREADABLE : await kind.check(ref, readable);
    const setUp = await this.setUp(caller, ref, { kind, credentials, check });
    const sealed = setUp.credentials === credentials ? {} : this.sealed(setUp.credentials, ref);
    return { check, setUp, fields: { ...sealed, lastError: check.lastError ?? setUp.problem } };
  }

  /** Removes what was set up for a deleted connection. Without its credentials, what is left at the processor is logged. */
  async disconnect(caller: Caller, deleted: ProcessorConnection): Promise<void> {
    const credentials = this.deps.credentials.openIfReadable(deleted) ?? {};
    const ref = refOf(caller, deleted.id);
    await this.deps.kinds[deleted.kind].tearDown(ref, credentials, callbackUrl(ref, caller.publicUrl ?? ''));
  }

  /** What cannot be reached is not set up either. */
  private async setUp(
    caller: Caller,
    ref: ConnectionRef,
    { kind, credentials, check, given, former }: CheckedCredentials,
  ): Promise<ConnectionSetUp> {
    if (check.kind !== 'accepted') return { credentials, problem: null };
    const urlOf = (connection: Pick<ProcessorConnection, 'id' | 'environmentId'>): string =>
      callbackUrl(connection, caller.publicUrl ?? '');
    const connected = await connectionIds(this.deps.database.forEnvironment(caller));
    const inUse = new Set(connected.map((id) => urlOf({ ...ref, id })));
    return kind.setUp(ref, credentials, urlOf(ref), { given, former, request: requestOf(caller), inUse });
  }

  private fieldsOf(
    ref: ConnectionRef,
    check: CredentialsCheck,
    { credentials, problem }: ConnectionSetUp,
    formerAccount: string | null = null,
  ): CheckedFields {
    return {
      ...this.sealed(credentials, ref),
      status: statusAfter(check),
      lastError: check.lastError ?? problem,
      externalAccountId: check.externalAccountId ?? formerAccount,
    };
  }

  private sealed(credentials: StoredCredentials, ref: ConnectionRef): Sealed {
    const { ciphertext, dataKey } = this.deps.credentials.seal(credentials, ref);
    return { credentialsCiphertext: ciphertext, credentialsDataKey: dataKey };
  }
}

export function refOf({ environmentId, accountId, mode }: Caller, id: string): ConnectionRef {
  return { environmentId, accountId, mode, id };
}

export function statusAfter({ kind }: CredentialsCheck): ProcessorConnection['status'] {
  if (kind === 'accepted') return 'ok';
  return kind === 'unreachable' ? 'unverified' : 'failing';
}

export function changedMeanwhile(what: string): DomainError {
  return new DomainError('precondition_failed', `${what} at the same time. Send the request again.`);
}

/** Names a request to processors, the same when it is repeated; undefined if it has no idempotency key. */
function requestOf({ environmentId, idempotency }: Caller): string | undefined {
  if (idempotency === undefined) return undefined;
  return createHash('sha256').update(`${environmentId} ${idempotency.key}`).digest('hex').slice(0, 40);
}

function requireAccepted(check: CredentialsCheck): CredentialsCheck {
  const detail = check.lastError ?? 'The processor refuses the credentials.';
  const errors: FieldError[] = [
    { pointer: '/credentials', code: 'not_accepted', detail: 'are not accepted by the processor' },
  ];
  if (check.kind === 'refused') throw new DomainError('processor_refused', detail, { errors });
  if (check.kind === 'wrong_mode' || check.kind === 'another_account') {
    throw new DomainError(check.kind, detail, { errors });
  }
  return check;
}

function requireSameAccount(
  { externalAccountId: before }: ProcessorConnection,
  { externalAccountId: now }: CredentialsCheck,
): void {
  if (before === null || now === null || before === now) return;
  const errors: FieldError[] = [{ pointer: '/credentials', code: 'not_accepted', detail: `must belong to ${before}` }];
  const detail = `The connection belongs to ${before}, and these credentials to ${now}.`;
  throw new DomainError('another_account', detail, { errors });
}

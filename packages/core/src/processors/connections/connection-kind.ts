import type { FieldError, Schemas } from '@svc/contract';
import { type DomainError, validationFailed } from '../../platform/errors/domain-error.js';
import type { Mode } from '../../security/environment.entity.js';
import type { CallingProcessor } from '../payment-processor.js';
import type { CredentialsReport } from './connection-health.js';
import type { ProcessorConnection } from './processor-connection.entity.js';

/** What a request gives of the credentials. */
export type GivenCredentials = Schemas['ProcessorCredentials'];

/** The credentials of a connection as they are stored, sealed: those that its kind has. */
export type StoredCredentials = Readonly<Record<string, string | null>>;

/** A connection that exists, or is about to. */
export interface ConnectionRef extends Pick<ProcessorConnection, 'environmentId' | 'id'> {
  readonly accountId: string;
  readonly mode: Mode;
}

/** What a processor says of credentials. */
export interface CredentialsCheck {
  readonly kind: 'accepted' | 'refused' | 'wrong_mode' | 'another_account' | 'unreachable';
  /** Null if they are accepted. */
  readonly lastError: string | null;
  /** The account that they belong to; null if the processor does not say. */
  readonly externalAccountId: string | null;
  readonly permissions: Schemas['ProcessorVerification']['permissions'];
}

/** What shows that credentials are of the same account: an operation under our own reference, or under the processor's. */
export type AccountProof = 'own_reference' | 'processor_reference';

/** Why something is set up. */
export interface SetUpRequest {
  /** The credentials of the request; undefined if the stored ones are verified. */
  readonly given: GivenCredentials | undefined;
  /** The stored credentials that those of the request replace; undefined if they replace none. */
  readonly former: StoredCredentials | undefined;
  /** Names the request, the same when it is repeated: that replaces what an earlier try has set up. */
  readonly request: string | undefined;
  /** The callback URLs of all connections of the environment: what is set up for them stays. */
  readonly inUse: ReadonlySet<string>;
}

/** What was set up at a processor. */
export interface ConnectionSetUp {
  /** As they are to be stored. */
  readonly credentials: StoredCredentials;
  /** What did not work, although payments do. */
  readonly problem: string | null;
  /** Removes what the set-up has replaced, once the credentials are stored. Never throws. */
  readonly keep?: () => Promise<void>;
  /** Removes what the set-up has made, if the credentials were not stored. Never throws. */
  readonly undo?: () => Promise<void>;
}

/** How accounts at one kind of processor are connected. */
export interface ConnectionKind {
  /** Whether its processors list their events, so that lost callbacks are recovered. */
  readonly listsEvents: boolean;
  /** Takes over what is given of this kind. Throws `validation_failed` if something is missing or invalid. */
  complete(given: GivenCredentials, stored: StoredCredentials): StoredCredentials;
  /** What has to show that new credentials are of the same account; null if they lead where the stored ones do. */
  proofOf(stored: StoredCredentials, renewed: StoredCredentials): AccountProof | null;
  /**
   * Asks the processor about credentials; `known`: a reference that they must give access to. Throws `validation_failed` if
   * they lead to an address that is not allowed.
   */
  check(ref: ConnectionRef, credentials: StoredCredentials, known?: string): Promise<CredentialsCheck>;
  /** Sets up at the processor what accepted credentials need. */
  setUp(
    ref: ConnectionRef,
    credentials: StoredCredentials,
    callbackUrl: string,
    request: SetUpRequest,
  ): Promise<ConnectionSetUp>;
  /** Removes what `setUp` made, as far as the processor lets it. Never throws. */
  tearDown(ref: ConnectionRef, credentials: StoredCredentials, callbackUrl: string): Promise<void>;
  open(ref: ConnectionRef, credentials: StoredCredentials, report: CredentialsReport): Promise<OpenProcessor>;
}

export type OpenProcessor = CallingProcessor & { close(): Promise<void> };

/** 422 for invalid credentials or another invalid field of a connection. */
export function invalidConnection(...errors: FieldError[]): DomainError {
  return validationFailed('The connection is invalid.', ...errors);
}

/** The credentials of a kind. Throws `validation_failed` for those that are missing, or belong to another kind. */
export function credentialsOf(
  kind: Schemas['ProcessorKind'],
  { required, optional }: { readonly required: readonly string[]; readonly optional: readonly string[] },
  given: GivenCredentials,
  stored: StoredCredentials,
): StoredCredentials {
  const all: Readonly<Record<string, string | null | undefined>> = { ...stored, ...given };
  const pointer = (name: string): string => `/credentials/${name}`;
  const errors = [
    ...required
      .filter((name) => typeof all[name] !== 'string')
      .map((name): FieldError => ({ pointer: pointer(name), code: 'required', detail: `is required for ${kind}` })),
    ...Object.keys(given)
      .filter((name) => !required.includes(name) && !optional.includes(name))
      .map((name): FieldError => ({
        pointer: pointer(name),
        code: 'unknown_field',
        detail: `does not exist for ${kind}`,
      })),
  ];
  if (errors.length > 0) throw invalidConnection(...errors);
  return Object.fromEntries([...required, ...optional].map((name) => [name, all[name] ?? null]));
}

/** A credential that `complete` has required. */
export function credential(credentials: StoredCredentials, name: string): string {
  const value = credentials[name];
  if (typeof value !== 'string') throw new Error(`the connection has no ${name}`);
  return value;
}

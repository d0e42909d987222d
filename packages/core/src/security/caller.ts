import type { Transaction } from '../platform/database/database.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { IdempotentRequest } from '../platform/idempotency/idempotent-request.js';
import { idAt } from '../platform/ids.js';
import type { Preconditions } from '../platform/preconditions.js';
import type { Trace } from '../platform/tracing/trace.js';
import type { Tier } from './account.entity.js';
import type { Mode } from './environment.entity.js';

const REQUESTS_PER_MINUTE: Readonly<Record<Tier, number>> = { free: 100, pro: 1_000, enterprise: 10_000 };

/** Requests per minute of the caller's account: its own limit, or that of its tier. */
export function requestsPerMinute(caller: Pick<Caller, 'tier' | 'rateLimit'>): number {
  return caller.rateLimit ?? REQUESTS_PER_MINUTE[caller.tier];
}

/** New payments of at least this amount, in the currency's smallest unit, need approval. */
export interface ApprovalThreshold {
  readonly value: number;
  readonly currency: string;
}

/** Who acts: an API key, or a person who is signed in to the console. Ids are those of the database. */
export type Actor =
  | { readonly kind: 'api_key'; readonly keyId: string }
  | { readonly kind: 'member'; readonly userId: string };

/** What a key or a session stands for: its account and mode, its scopes, and the configuration. */
export interface Identity {
  readonly accountId: string;
  readonly environmentId: number;
  readonly mode: Mode;
  readonly tier: Tier;
  /** The account's own requests per minute; null for those of its tier. */
  readonly rateLimit: number | null;
  readonly actor: Actor;
  readonly scopes: ReadonlySet<string>;
  readonly approvalThresholds: readonly ApprovalThreshold[];
  readonly requireIdempotencyKey: boolean;
  /** How many days events and deliveries are shown. */
  readonly retentionDays: number;
  /** Reads the scopes of a person again: those of a session may be seconds old. */
  readonly readScopes?: (transaction: Transaction) => Promise<ReadonlySet<string>>;
}

/** Where a request comes from. */
export interface RequestOrigin {
  readonly address: string;
  readonly requestId: string;
}

/** The caller of a request. */
export interface Caller extends Identity, RequestOrigin {
  /** The base URL by which the request reached the service, without a trailing slash. */
  readonly publicUrl?: string;
  readonly idempotency?: IdempotentRequest;
  /** Conditions on the version of the object; see `requireMatch`. */
  readonly preconditions?: Preconditions;
  readonly trace?: Trace;
}

/** The scope of an account's first keys: everything. */
export const ALL_SCOPES = '*';

/** The columns in which an actor is stored. */
export function actorColumns(actor: Actor): { keyId: string | null; userId: string | null } {
  return actor.kind === 'api_key' ? { keyId: actor.keyId, userId: null } : { keyId: null, userId: actor.userId };
}

/** Who created an object, as it is stored with it. */
export interface StoredMaker {
  readonly makerKeyId: string | null;
  readonly makerUserId: string | null;
}

export function makerColumns(actor: Actor): StoredMaker {
  const { keyId, userId } = actorColumns(actor);
  return { makerKeyId: keyId, makerUserId: userId };
}

export function makerOf({ makerKeyId, makerUserId }: StoredMaker): Actor | undefined {
  if (makerKeyId !== null) return { kind: 'api_key', keyId: makerKeyId };
  return makerUserId === null ? undefined : { kind: 'member', userId: makerUserId };
}

/** The id of the caller's key, or undefined for a person. */
export function keyIdOf({ actor }: Pick<Identity, 'actor'>): string | undefined {
  return actor.kind === 'api_key' ? actor.keyId : undefined;
}

export function hasScope(caller: Pick<Identity, 'scopes'>, scope: string): boolean {
  return caller.scopes.has(ALL_SCOPES) || caller.scopes.has(scope);
}

/**
 * The scopes that the caller has by now, for changes that outlast a session. Those of a person are read again. Throws
 * `unauthorized` if a person lacks the one that is needed: their session has ended with their role.
 */
export async function scopesNow(
  transaction: Transaction,
  caller: Pick<Identity, 'scopes' | 'readScopes'>,
  needed: string,
): Promise<ReadonlySet<string>> {
  if (caller.readScopes === undefined) return caller.scopes;
  const scopes = await caller.readScopes(transaction);
  if (!hasScope({ scopes }, needed)) throw new DomainError('unauthorized', 'Sign in to the console.');
  return scopes;
}

const DAY_MS = 86_400_000;

/** The lowest id of events and deliveries that the caller is shown: earlier ones are past the account's retention. */
export function oldestShown({ retentionDays }: Pick<Identity, 'retentionDays'>, now = Date.now()): string {
  return idAt(new Date(now - retentionDays * DAY_MS));
}

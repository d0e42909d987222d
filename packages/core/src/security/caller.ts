import type { IdempotentRequest } from '../platform/idempotency/idempotent-request.js';
import { idAt } from '../platform/ids.js';
import type { Preconditions } from '../platform/preconditions.js';
import type { Trace } from '../platform/tracing/trace.js';
import type { Tier } from './account.entity.js';
import type { Mode } from './environment.entity.js';

const REQUESTS_PER_MINUTE: Readonly<Record<Tier, number>> = { free: 100, pro: 1_000, enterprise: 10_000 };

/** How many requests the caller's account may make in any minute: its own limit, else its tier's. */
export function requestsPerMinute(caller: Pick<Caller, 'tier' | 'rateLimit'>): number {
  return caller.rateLimit ?? REQUESTS_PER_MINUTE[caller.tier];
}

/** New payments of at least this much, in the currency's smallest unit, wait for a person. */
export interface ApprovalThreshold {
  readonly value: number;
  readonly currency: string;
}

/** Who a key stands for: the account and mode that it belongs to, what it may do, and what is configured for them. */
export interface Identity {
  readonly accountId: string;
  readonly environmentId: number;
  readonly mode: Mode;
  readonly tier: Tier;
  /** The account's own requests a minute; null when those of its tier apply. */
  readonly rateLimit: number | null;
  readonly keyId: string;
  readonly scopes: ReadonlySet<string>;
  readonly approvalThresholds: readonly ApprovalThreshold[];
  readonly requireIdempotencyKey: boolean;
  /** For how many days events and deliveries are shown. */
  readonly retentionDays: number;
}

/** Who makes a request. */
export interface Caller extends Identity {
  readonly requestId: string;
  /** The address that the request comes from. */
  readonly address: string;
  /** Where this request has reached the service, without a slash at the end. */
  readonly publicUrl?: string;
  /** The idempotency key of this request, when it carries one. */
  readonly idempotency?: IdempotentRequest;
  /** What this request demands of the version that it meets; see `requireMatch`. */
  readonly preconditions?: Preconditions;
  /** The trace that this request belongs to. */
  readonly trace?: Trace;
}

/** Scopes of the first keys of an account: everything. */
export const ALL_SCOPES = '*';

/** Whether the caller's key carries the scope. */
export function hasScope(caller: Pick<Identity, 'scopes'>, scope: string): boolean {
  return caller.scopes.has(ALL_SCOPES) || caller.scopes.has(scope);
}

const DAY_MS = 86_400_000;

/** The least id of an event or delivery that the caller is shown: earlier ones are past the account's retention. */
export function oldestShown({ retentionDays }: Pick<Identity, 'retentionDays'>, now = Date.now()): string {
  return idAt(new Date(now - retentionDays * DAY_MS));
}

import type { IdempotentRequest } from '../platform/idempotency/idempotent-request.js';
import type { Trace } from '../platform/trace.js';
import type { Tier } from './account.entity.js';
import type { Mode } from './environment.entity.js';

/** Who makes a request: the account and mode that its key belongs to, and what the key may do. */
export interface Caller {
  readonly accountId: string;
  readonly environmentId: number;
  readonly mode: Mode;
  readonly tier: Tier;
  /** The account's own requests a minute; null when those of its tier apply. */
  readonly rateLimit: number | null;
  readonly keyId: string;
  readonly scopes: ReadonlySet<string>;
  /** Payments of at least one of these amounts need approval. */
  readonly approvalThresholds: readonly { readonly value: number; readonly currency: string }[];
  /** Where this request has reached the service, without a slash at the end. */
  readonly publicUrl?: string;
  /** The idempotency key of this request, when it carries one. */
  readonly idempotency?: IdempotentRequest;
  /** The trace that this request belongs to. */
  readonly trace?: Trace;
}

/** Scopes of the first keys of an account: everything. */
export const ALL_SCOPES = '*';

/** Whether the caller's key carries the scope. */
export function hasScope(caller: Caller, scope: string): boolean {
  return caller.scopes.has(ALL_SCOPES) || caller.scopes.has(scope);
}

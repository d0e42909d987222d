import type { Database, EnvironmentScope, Transaction } from '../database/database.js';
import { DomainError } from '../errors/domain-error.js';
import {
  type ClaimOptions,
  type IdempotencyStore,
  type KeyClaim,
  type Lease,
  newLease,
  type StoredAnswer,
  type StoredIdempotencyKey,
} from './idempotency-store.js';
import { type IdempotentRequest, isFingerprintOf } from './idempotent-request.js';
import { fromPublicId } from '../ids.js';
import { withTimeout } from '../with-timeout.js';

/** How long a request waits for another one with the same key. */
export const KEY_WAIT_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';
const POLL_MS = 100;

/** The environment of a request, and its idempotency key if it has one. */
export interface IdempotentScope extends EnvironmentScope {
  readonly idempotency?: IdempotentRequest | undefined;
}

export interface OnceOptions<Result> {
  /** What of the response is stored; by default all of it. Leave out secrets that are shown only once. */
  readonly storedAs?: (result: Result) => unknown;
}

interface Running {
  readonly fingerprint: Buffer;
  readonly answer: Promise<unknown>;
}

/** Runs the work of a request once per idempotency key, and replays the response for later requests. */
export class Idempotency {
  private readonly running = new Map<string, Running>();

  constructor(
    private readonly database: Database,
    private readonly store: IdempotencyStore,
  ) {}

  /** Runs `work` in one transaction with the claim of the key and the stored response. */
  async inTransaction<Result>(
    scope: IdempotentScope,
    work: (transaction: Transaction) => Promise<Result>,
    options: OnceOptions<Result> = {},
  ): Promise<Result> {
    const { idempotency } = scope;
    if (idempotency === undefined) return this.database.transaction(work, scope);
    const claim = keyClaim(scope.environmentId, idempotency);
    const once = async (transaction: Transaction): Promise<Result> => {
      const claimed = await this.claim(transaction, [claim]);
      if (!claimed.has(claim)) {
        return this.replay(idempotency, await this.store.read(transaction.forEnvironment(scope), claim.key));
      }
      const result = await work(transaction);
      this.store.finish(transaction, [storedAnswer(claim, result, options)]);
      return result;
    };
    return this.coalesce(scope, () => this.database.transaction(once, scope), options);
  }

  /** Runs `work` that calls a service, outside a transaction: claims the key for `leaseMs` before, stores after. */
  async aroundCall<Result>(
    scope: IdempotentScope,
    leaseMs: number,
    work: () => Promise<Result>,
    options: OnceOptions<Result> = {},
  ): Promise<Result> {
    const { idempotency } = scope;
    if (idempotency === undefined) return work();
    const claim = keyClaim(scope.environmentId, idempotency);
    const once = async (): Promise<Result> => {
      const lease = newLease(leaseMs);
      const stored = await this.claimForCall(claim, idempotency, lease);
      if (stored !== undefined) return this.replay(idempotency, stored);
      const tables = this.database.forEnvironment(scope);
      let result: Result;
      try {
        result = await work();
      } catch (error) {
        await this.store.forget(tables, claim, lease);
        throw error;
      }
      // If this fails, the work is done: the key is kept until its lease ends, so that no repetition does it again meanwhile.
      await this.store.finishLeased(tables, storedAnswer(claim, result, options), lease);
      return result;
    };
    return this.coalesce(scope, once, options);
  }

  /** Claims keys in a transaction. Throws `idempotency_in_progress` if one stays locked for too long. */
  async claim(
    transaction: Transaction,
    claims: readonly KeyClaim[],
    options: Partial<ClaimOptions> = {},
  ): Promise<Set<KeyClaim>> {
    try {
      return await this.store.claim(transaction, claims, { waitMs: KEY_WAIT_MS, ...options });
    } catch (error) {
      if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) throw inProgress(error);
      throw error;
    }
  }

  /** Returns the stored response, marked as a replay. Throws if the key was used for a different request. */
  replay<Result>(request: IdempotentRequest, stored: StoredIdempotencyKey | undefined): Result {
    if (stored === undefined) throw inProgress();
    if (!isFingerprintOf(request, stored.fingerprint)) throw reused();
    if (stored.state === 'running' || stored.body === null) throw inProgress();
    request.replayed = true;
    return JSON.parse(stored.body) as Result;
  }

  /** Returns the response stored under the request's key, if any, whatever has changed since. */
  async storedAnswer<Result>(scope: IdempotentScope): Promise<Result | undefined> {
    const { idempotency } = scope;
    if (idempotency === undefined) return undefined;
    const stored = await this.store.read(this.database.forEnvironment(scope), idempotency.key);
    return stored?.state === 'done' ? this.replay(idempotency, stored) : undefined;
  }

  /** Coalesces concurrent requests of this process with the same key. If the first one fails, the others run. */
  async coalesce<Result>(
    scope: IdempotentScope,
    work: () => Promise<Result>,
    options: OnceOptions<Result> = {},
  ): Promise<Result> {
    const { idempotency } = scope;
    if (idempotency === undefined) return work();
    const index = `${scope.environmentId} ${idempotency.key}`;
    const deadline = performance.now() + KEY_WAIT_MS;
    for (;;) {
      const first = this.running.get(index);
      if (first === undefined) break;
      if (!isFingerprintOf(idempotency, first.fingerprint)) throw reused();
      const settled = await settledBefore(first.answer, deadline);
      if (settled.status === 'rejected') continue;
      idempotency.replayed = true;
      return settled.value as Result;
    }
    const done = work();
    const answer = done.then((result) => options.storedAs?.(result) ?? result);
    // Waiting requests receive the error. Without any, it must not be an unhandled rejection.
    answer.catch(() => {});
    this.running.set(index, { fingerprint: idempotency.fingerprint, answer });
    try {
      return await done;
    } finally {
      this.running.delete(index);
    }
  }

  /** Claims a key, or returns the stored one if it is done or belongs to a different request. */
  private async claimForCall(
    claim: KeyClaim,
    request: IdempotentRequest,
    lease: Lease,
  ): Promise<StoredIdempotencyKey | undefined> {
    const deadline = performance.now() + KEY_WAIT_MS;
    const tables = this.database.forEnvironment(claim);
    for (;;) {
      const claimed = await this.database.transaction(
        (transaction) => this.claim(transaction, [claim], { lease }),
        claim,
      );
      if (claimed.size > 0) return undefined;
      const stored = await this.store.read(tables, claim.key);
      if (stored === undefined) continue;
      if (stored.state === 'done' || !isFingerprintOf(request, stored.fingerprint)) return stored;
      const held = { ...claim, fingerprint: stored.fingerprint };
      if (stored.abandoned && (await this.store.takeOver(tables, held, lease))) return undefined;
      if (performance.now() >= deadline) throw inProgress();
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

export function keyClaim(environmentId: number, request: IdempotentRequest): KeyClaim {
  return { environmentId, key: request.key, fingerprint: request.fingerprint };
}

function storedAnswer<Result>(claim: KeyClaim, result: Result, options: OnceOptions<Result>): StoredAnswer {
  const stored = options.storedAs?.(result) ?? result;
  return { claim, body: JSON.stringify(stored), customerId: answeredCustomer(stored) };
}

/** Awaits the work of another request; throws `idempotency_in_progress` at the deadline. */
async function settledBefore(work: Promise<unknown>, deadline: number): Promise<PromiseSettledResult<unknown>> {
  const settled = await withTimeout(Math.max(0, deadline - performance.now()), Promise.allSettled([work]));
  if (settled === undefined) throw inProgress();
  return settled[0];
}

function reused(): DomainError {
  return new DomainError('idempotency_key_reused', 'The idempotency key was used for a different request.');
}

function inProgress(cause?: unknown): DomainError {
  const detail = 'A request with this idempotency key is still in progress. Try again with the same key.';
  return new DomainError('idempotency_in_progress', detail, { cause, retryAfterSeconds: 1 });
}

/** Returns the customer whose data a response contains, found by the contract's field names; null if there is none. */
function answeredCustomer(answer: unknown): string | null {
  const { id, customerId, customer } = members(answer);
  const candidates = [members(customer)['id'], customerId, id];
  for (const candidate of candidates) {
    const found = typeof candidate === 'string' ? fromPublicId('cust', candidate) : undefined;
    if (found !== undefined) return found;
  }
  return null;
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

import type { Database, EnvironmentScope, Transaction } from '../database/database.js';
import { DomainError } from '../errors/domain-error.js';
import {
  type ClaimOptions,
  FIRST_LEASE,
  type IdempotencyStore,
  type KeyClaim,
  type StoredAnswer,
  type StoredKey,
} from './idempotency-store.js';
import type { IdempotentRequest } from './idempotent-request.js';
import { fromPublicId } from '../ids.js';

/** How long a request waits for one with the same key that is still being worked on. */
export const KEY_WAIT_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';
const POLL_MS = 100;

/** Whose request it is, and its idempotency key when it carries one. */
export interface IdempotentScope extends EnvironmentScope {
  readonly idempotency?: IdempotentRequest | undefined;
}

export interface OnceOptions<Result> {
  /** What of the answer is stored; by default all of it. Secrets that are shown once are left out here. */
  readonly storedAs?: (result: Result) => unknown;
}

/** A request that is being worked on. */
interface Running {
  readonly fingerprint: Buffer;
  readonly answer: Promise<unknown>;
}

/** Does what a request asks once for each idempotency key, and repeats the answer to whoever asks again. */
export class Idempotency {
  private readonly running = new Map<string, Running>();

  constructor(
    private readonly database: Database,
    private readonly store: IdempotencyStore,
  ) {}

  /**
   * Runs `work` in a transaction, with the claim of the key and the stored answer in it: they are committed with the
   * work or not at all.
   */
  async inTransaction<Result>(
    scope: IdempotentScope,
    work: (transaction: Transaction) => Promise<Result>,
    options: OnceOptions<Result> = {},
  ): Promise<Result> {
    const { idempotency } = scope;
    if (idempotency === undefined) return this.database.transaction(work);
    const claim = keyClaim(scope.environmentId, idempotency);
    const once = async (transaction: Transaction): Promise<Result> => {
      const claimed = await this.claim(transaction, [claim]);
      if (!claimed.has(claim)) {
        return this.replay(idempotency, await this.store.read(transaction, claim.environmentId, claim.key));
      }
      const result = await work(transaction);
      this.store.finish(transaction, [storedAnswer(claim, result, options)]);
      return result;
    };
    return this.coalesce(scope, () => this.database.transaction(once), options);
  }

  /**
   * Runs `work` that calls out, with no transaction open meanwhile: the key is claimed first, for `leaseMs`, and the
   * answer stored afterwards.
   */
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
      const held = await this.claimForCall(claim, leaseMs);
      if (typeof held !== 'number') return this.replay(idempotency, held);
      const system = this.database.forSystem();
      try {
        const result = await work();
        await this.store.finishLeased(system, storedAnswer(claim, result, options), held);
        return result;
      } catch (error) {
        await this.store.forget(system, claim, held);
        throw error;
      }
    };
    return this.coalesce(scope, once, options);
  }

  /** Claims keys in a transaction; `idempotency_in_progress` when one stays held for too long. */
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

  /** The stored answer, marked as repeated; an error when the key was used for something else. */
  replay<Result>(request: IdempotentRequest, stored: StoredKey | undefined): Result {
    if (stored === undefined) throw inProgress();
    if (!stored.fingerprint.equals(request.fingerprint)) throw reused();
    if (stored.state === 'running' || stored.body === null) throw inProgress();
    request.replayed = true;
    return JSON.parse(stored.body) as Result;
  }

  /** The answer stored under the request's key, if there is one: a repetition gets it, whatever has changed since. */
  async storedAnswer<Result>(scope: IdempotentScope): Promise<Result | undefined> {
    const { idempotency } = scope;
    if (idempotency === undefined) return undefined;
    const stored = await this.store.read(this.database.forSystem(), scope.environmentId, idempotency.key);
    return stored?.state === 'done' ? this.replay(idempotency, stored) : undefined;
  }

  /**
   * Lets requests of this process that carry one key meet before they reach the database: the first works, the others
   * wait for it and take its answer over, or, when it has failed, try themselves.
   */
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
      if (!first.fingerprint.equals(idempotency.fingerprint)) throw reused();
      const settled = await settledBefore(first.answer, deadline);
      if (settled.status === 'rejected') continue;
      idempotency.replayed = true;
      return settled.value as Result;
    }
    const done = work();
    const answer = done.then((result) => options.storedAs?.(result) ?? result);
    // Requests that wait hear of a failure. If none waits, it must not be an unhandled one.
    answer.catch(() => {});
    this.running.set(index, { fingerprint: idempotency.fingerprint, answer });
    try {
      return await done;
    } finally {
      this.running.delete(index);
    }
  }

  /** Deletes up to `limit` keys that have had their day. Answers how many there were. */
  prune(limit: number): Promise<number> {
    return this.store.prune(this.database.forSystem(), limit);
  }

  /** The lease under which the key is now held, or what is stored under it. */
  private async claimForCall(claim: KeyClaim, leaseMs: number): Promise<number | StoredKey> {
    const deadline = performance.now() + KEY_WAIT_MS;
    const system = this.database.forSystem();
    for (;;) {
      const claimed = await this.database.transaction((transaction) => this.claim(transaction, [claim], { leaseMs }));
      if (claimed.size > 0) return FIRST_LEASE;
      const stored = await this.store.read(system, claim.environmentId, claim.key);
      if (stored === undefined) continue;
      if (stored.state === 'done' || !stored.fingerprint.equals(claim.fingerprint)) return stored;
      const taken = stored.abandoned ? await this.store.takeOver(system, claim, leaseMs) : undefined;
      if (taken !== undefined) return taken;
      if (performance.now() >= deadline) throw inProgress();
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

/** The claim that a request makes on its key. */
export function keyClaim(environmentId: number, request: IdempotentRequest): KeyClaim {
  return { environmentId, key: request.key, fingerprint: request.fingerprint };
}

function storedAnswer<Result>(claim: KeyClaim, result: Result, options: OnceOptions<Result>): StoredAnswer {
  const stored = options.storedAs?.(result) ?? result;
  return { claim, body: JSON.stringify(stored), customerId: answeredCustomer(stored) };
}

/** How the work of another request ended; `idempotency_in_progress` when it has not by the deadline. */
async function settledBefore(work: Promise<unknown>, deadline: number): Promise<PromiseSettledResult<unknown>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, deadline - performance.now()), 'late' as const);
  });
  const first = await Promise.race([Promise.allSettled([work]), late]);
  clearTimeout(timer);
  if (first === 'late') throw inProgress();
  return first[0];
}

function reused(): DomainError {
  return new DomainError('idempotency_key_reused', 'The idempotency key was used for a different request.');
}

function inProgress(cause?: unknown): DomainError {
  const detail = 'A request with this idempotency key is still in progress. Try again with the same key.';
  return new DomainError('idempotency_in_progress', detail, { cause, retryAfterSeconds: 1 });
}

/** The customer whose data an answer shows, by the names that the contract has for it everywhere; null when none. */
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

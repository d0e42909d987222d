import { randomInt } from 'node:crypto';
import { LOCK_WAIT_MS } from '../database/open-database.js';
import type { Transaction } from '../database/database.js';
import type { EnvironmentTables } from '../database/environment-tables.js';
import { namedQuery } from '../database/named-query.js';
import { eraseFromJson } from '../erasure/erased-json.js';
import type { ErasedCustomer } from '../erasure/erasure-hooks.js';

// The wait for a key that another transaction is claiming is shorter than for other rows.
const WAIT_AT_MOST = namedQuery('idempotency_wait_at_most', `SELECT set_config('lock_timeout', $1, true)`);

// Keys are always claimed in the same order, or two batches could deadlock.
const CLAIM = namedQuery(
  'idempotency_claim',
  `INSERT INTO idempotency_keys (environment_id, key, fingerprint, state, lease, lease_until, created_at)
   SELECT k.environment_id, k.key, k.fingerprint, 'running', $4::int, now() + $5::int * interval '1 millisecond', now()
     FROM unnest($1::int[], $2::text[], $3::bytea[]) AS k (environment_id, key, fingerprint)
    ORDER BY k.environment_id, k.key
   ON CONFLICT (environment_id, key) DO NOTHING
   RETURNING environment_id, key`,
);

const READ = namedQuery(
  'idempotency_read',
  `SELECT fingerprint, state, body, lease_until < now() AS abandoned FROM idempotency_keys
    WHERE environment_id = $1 AND key = $2`,
);

const FINISH = namedQuery(
  'idempotency_finish',
  `UPDATE idempotency_keys i SET state = 'done', body = k.body, customer_id = k.customer_id, lease_until = NULL
     FROM unnest($1::int[], $2::text[], $3::text[], $4::bigint[]) AS k (environment_id, key, body, customer_id)
    WHERE i.environment_id = k.environment_id AND i.key = k.key`,
);

// The lease fences these two: a holder that was replaced changes nothing.
const FINISH_LEASED = namedQuery(
  'idempotency_finish_leased',
  `UPDATE idempotency_keys SET state = 'done', body = $4, customer_id = $5, lease_until = NULL
    WHERE environment_id = $1 AND key = $2 AND lease = $3 AND state = 'running'`,
);

const FORGET = namedQuery(
  'idempotency_forget',
  `DELETE FROM idempotency_keys WHERE environment_id = $1 AND key = $2 AND lease = $3 AND state = 'running'`,
);

const TAKE_OVER = namedQuery(
  'idempotency_take_over',
  `UPDATE idempotency_keys SET lease = $4, lease_until = now() + $5::int * interval '1 millisecond'
    WHERE environment_id = $1 AND key = $2 AND fingerprint = $3 AND state = 'running' AND lease_until < now()
    RETURNING key`,
);

const OF_CUSTOMER = namedQuery(
  'idempotency_of_customer',
  `SELECT key, body FROM idempotency_keys WHERE environment_id = $1 AND customer_id = $2 LIMIT $3 FOR UPDATE`,
);

const REWRITE = namedQuery(
  'idempotency_rewrite',
  `UPDATE idempotency_keys i SET body = k.body, customer_id = NULL
     FROM unnest($2::text[], $3::text[]) AS k (key, body)
    WHERE i.environment_id = $1 AND i.key = k.key`,
);

export interface KeyClaim {
  readonly environmentId: number;
  readonly key: string;
  readonly fingerprint: Buffer;
}

export interface StoredAnswer {
  readonly claim: KeyClaim;
  /** The response as JSON. */
  readonly body: string;
  /** The customer whose personal data it contains, for erasure. */
  readonly customerId: string | null;
}

export interface StoredIdempotencyKey {
  readonly fingerprint: Buffer;
  readonly state: 'running' | 'done';
  /** The response as JSON. */
  readonly body: string | null;
  readonly abandoned: boolean;
}

/** Keeps a key claimed for work outside a transaction. */
export interface Lease {
  readonly id: number;
  readonly ms: number;
}

/** Its id is random, because a key that was released and claimed again must not have the lease of an earlier holder. */
export function newLease(ms: number): Lease {
  return { id: randomInt(1, 2 ** 31), ms };
}

const NO_LEASE: Lease = { id: 0, ms: 0 };

export interface ClaimOptions {
  /** How long to wait for a key that another transaction is claiming. */
  readonly waitMs: number;
  /** The lock timeout of the rest of the transaction. */
  readonly afterwardsMs?: number | undefined;
  /** Keeps the keys claimed after the transaction. */
  readonly lease?: Lease | undefined;
}

export class IdempotencyStore {
  /** Claims keys, waiting for transactions that hold one. Returns the claimed ones. Throws lock_not_available. */
  async claim(
    transaction: Transaction,
    claims: readonly KeyClaim[],
    { waitMs, afterwardsMs = LOCK_WAIT_MS, lease = NO_LEASE }: ClaimOptions,
  ): Promise<Set<KeyClaim>> {
    transaction.queue(WAIT_AT_MOST, [`${waitMs}ms`]);
    const rows = await transaction.run<{ environment_id: number; key: string }>(CLAIM, [
      claims.map((claim) => claim.environmentId),
      claims.map((claim) => claim.key),
      claims.map((claim) => claim.fingerprint),
      lease.id,
      lease.ms,
    ]);
    transaction.queue(WAIT_AT_MOST, [`${afterwardsMs}ms`]);
    const claimed = new Set(rows.map((row) => `${row.environment_id} ${row.key}`));
    return new Set(claims.filter((claim) => claimed.has(`${claim.environmentId} ${claim.key}`)));
  }

  async read(tables: EnvironmentTables, key: string): Promise<StoredIdempotencyKey | undefined> {
    const [row] = await tables.run<StoredIdempotencyKey>(READ, [key]);
    return row;
  }

  /** Stores responses in the transaction of their work. */
  finish(transaction: Transaction, answers: readonly StoredAnswer[]): void {
    transaction.queue(FINISH, [
      answers.map(({ claim }) => claim.environmentId),
      answers.map(({ claim }) => claim.key),
      answers.map(({ body }) => body),
      answers.map(({ customerId }) => customerId),
    ]);
  }

  /** Stores the response of work outside a transaction, if the key is still held under that lease. */
  async finishLeased(
    tables: EnvironmentTables,
    { claim, body, customerId }: StoredAnswer,
    lease: Lease,
  ): Promise<void> {
    await tables.run(FINISH_LEASED, [claim.key, lease.id, body, customerId]);
  }

  /** Erases a customer from up to `limit` responses that contain their data. Returns how many. */
  async erase(transaction: Transaction, customer: ErasedCustomer, limit: number): Promise<number> {
    const { environmentId, customerId } = customer;
    const values = [environmentId, customerId, limit];
    const kept = await transaction.run<{ key: string; body: string | null }>(OF_CUSTOMER, values);
    transaction.queue(REWRITE, [
      environmentId,
      kept.map(({ key }) => key),
      kept.map(({ body }) => (body === null ? null : eraseFromJson(body, customerId))),
    ]);
    return kept.length;
  }

  /** Releases a key whose work failed, if it is still held under that lease, so that a retry can run. */
  async forget(tables: EnvironmentTables, { key }: KeyClaim, lease: Lease): Promise<void> {
    await tables.run(FORGET, [key, lease.id]);
  }

  /** Takes over a key with an expired lease. Returns false if another request was faster. */
  async takeOver(tables: EnvironmentTables, { key, fingerprint }: KeyClaim, lease: Lease): Promise<boolean> {
    const taken = await tables.run(TAKE_OVER, [key, fingerprint, lease.id, lease.ms]);
    return taken.length > 0;
  }
}

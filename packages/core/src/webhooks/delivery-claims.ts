import type { EventKind } from '@svc/contract';
import type { Database, Transaction } from '../platform/database/database.js';
import { namedQuery, type NamedQuery } from '../platform/database/named-query.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Trace } from '../platform/trace.js';
import type { Mode } from '../security/environment.entity.js';
import { SIGNING_COLUMNS } from './signing-columns.js';
import type { StoredSecrets } from './webhook-secrets.js';

/** So many leases may be lost without an outcome before a delivery is given up as `worker_crash`. */
export const MOST_LOST_LEASES = 10;

// A row found under `delivering` has lost its lease: that is counted, and uses up no attempt. What waits for a disabled
// endpoint is parked until `infinity`, where no sweep meets it again. The endpoint is held meanwhile: whoever enables it
// comes either before, and then it is no longer disabled, or after, and then finds what was parked. Where it cannot be
// held at once its deliveries are left for the next round.
const CLAIMED = `
  asleep AS (
    SELECT DISTINCT w.environment_id, w.id
      FROM taken t JOIN webhooks w ON w.environment_id = t.environment_id AND w.id = t.webhook_id
     WHERE NOT w.enabled AND w.deleted_at IS NULL
  ), held AS (
    SELECT w.environment_id, w.id
      FROM asleep a JOIN webhooks w ON w.environment_id = a.environment_id AND w.id = a.id
     WHERE NOT w.enabled AND w.deleted_at IS NULL
       FOR SHARE OF w SKIP LOCKED
  ), parked AS (
    UPDATE deliveries d
       SET status = 'pending', due_at = 'infinity', lease = d.lease + 1, updated_at = now(),
           lost_leases = d.lost_leases + CASE WHEN d.status = 'delivering' THEN 1 ELSE 0 END
      FROM taken t JOIN held w ON w.environment_id = t.environment_id AND w.id = t.webhook_id
     WHERE d.environment_id = t.environment_id AND d.id = t.id
  ), claimed AS (
    UPDATE deliveries d
       SET lease = d.lease + 1,
           lost_leases = d.lost_leases + CASE WHEN d.status = 'delivering' THEN 1 ELSE 0 END,
           status = CASE WHEN d.status = 'delivering' AND d.lost_leases + 1 >= ${MOST_LOST_LEASES}
                         THEN 'failed' ELSE 'delivering' END,
           reason = CASE WHEN d.status = 'delivering' AND d.lost_leases + 1 >= ${MOST_LOST_LEASES}
                         THEN 'worker_crash' END,
           due_at = CASE WHEN d.status = 'delivering' AND d.lost_leases + 1 >= ${MOST_LOST_LEASES}
                         THEN NULL ELSE now() + $1::int * interval '1 millisecond' END,
           updated_at = now()
      FROM taken t
     WHERE d.environment_id = t.environment_id AND d.id = t.id
       AND NOT EXISTS (SELECT 1 FROM asleep w WHERE w.environment_id = t.environment_id AND w.id = t.webhook_id)
     RETURNING d.environment_id, d.id, d.event_id, d.webhook_id, d.type, d.status, d.attempts, d.lease
  )
  SELECT c.environment_id AS "environmentId", c.id, c.event_id AS "eventId", c.webhook_id AS "webhookId", c.type,
         c.attempts, c.lease, n.mode, n.account_id AS "accountId", e.body, e.trace, w.url,
         w.acknowledge_on AS "acknowledgeOn", ${SIGNING_COLUMNS}
    FROM taken t
    LEFT JOIN claimed c ON c.environment_id = t.environment_id AND c.id = t.id AND c.status = 'delivering'
    LEFT JOIN environments n ON n.id = c.environment_id
    LEFT JOIN events e ON e.environment_id = c.environment_id AND e.id = c.event_id
    LEFT JOIN webhooks w ON w.environment_id = c.environment_id AND w.id = c.webhook_id AND w.deleted_at IS NULL`;

const CLAIM = namedQuery(
  'deliveries_claim',
  `WITH taken AS (
     SELECT d.environment_id, d.id, d.webhook_id
       FROM unnest($2::int[], $3::bigint[]) AS r (environment_id, id)
       JOIN deliveries d ON d.environment_id = r.environment_id AND d.id = r.id
      WHERE d.status = 'pending' AND d.due_at <= now()
        FOR UPDATE OF d SKIP LOCKED
   ), ${CLAIMED}`,
);

const CLAIM_DUE = namedQuery(
  'deliveries_claim_due',
  `WITH taken AS (
     SELECT environment_id, id, webhook_id FROM deliveries
      WHERE due_at <= now() - $2::int * interval '1 millisecond'
      ORDER BY due_at LIMIT $3
        FOR UPDATE SKIP LOCKED
   ), ${CLAIMED}`,
);

const WAKE = namedQuery(
  'deliveries_wake',
  `UPDATE deliveries SET due_at = now(), updated_at = now()
    WHERE environment_id = $1 AND webhook_id = $2 AND status = 'pending' AND due_at = 'infinity'`,
);

/** Lets the deliveries go that were parked while their endpoint was disabled. The endpoint must be held. */
export function wakeDeliveries(transaction: Transaction, endpoint: { environmentId: number; id: string }): void {
  transaction.queue(WAKE, [endpoint.environmentId, endpoint.id]);
}

/** A delivery that this worker holds the lease of, with all that sending it needs. */
export interface ClaimedDelivery extends StoredSecrets {
  readonly environmentId: number;
  readonly id: string;
  readonly eventId: string;
  readonly webhookId: string;
  readonly type: EventKind;
  /** Attempts made so far that had an outcome. */
  readonly attempts: number;
  readonly lease: number;
  readonly mode: Mode;
  readonly accountId: string;
  /** Null when the event is past its retention. */
  readonly body: Buffer | null;
  /** The trace of the request that led to the event; null when none is known. */
  readonly trace: Trace | null;
  /** Null, as all of the endpoint, when it has been deleted. */
  readonly url: string | null;
  readonly acknowledgeOn: '200' | '2xx' | null;
}

/** What one round has found. */
export interface Claim {
  /** How many deliveries it has met, of which some may wait for a disabled endpoint or have been given up. */
  readonly met: number;
  readonly claimed: ClaimedDelivery[];
}

/** Takes deliveries whose moment has come, each for one worker at a time. */
export class DeliveryClaims {
  constructor(
    private readonly database: Database,
    private readonly leaseMs: number,
  ) {}

  /** Those of the named deliveries that wait, are due and nobody else holds. */
  claim(refs: readonly WorkRef[]): Promise<Claim> {
    return this.run(CLAIM, [this.leaseMs, refs.map((ref) => ref.environmentId), refs.map((ref) => ref.id)]);
  }

  /** Up to `limit` deliveries that have been due, or without a live lease, for `graceMs`. */
  claimDue(graceMs: number, limit: number): Promise<Claim> {
    return this.run(CLAIM_DUE, [this.leaseMs, graceMs, limit]);
  }

  private async run(query: NamedQuery, values: readonly unknown[]): Promise<Claim> {
    const rows = await this.database.forSystem().run<ClaimedDelivery | { readonly id: null }>(query, values);
    return { met: rows.length, claimed: rows.filter((row): row is ClaimedDelivery => row.id !== null) };
  }
}

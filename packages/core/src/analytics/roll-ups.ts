import type { Database, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { idAt } from '../platform/ids.js';
import type { PartitionUse, PartitionedTable } from '../platform/partitions/partition-use.js';
import type { IdRange } from '../platform/reports/report-source.js';

export interface RollupState {
  readonly epoch: number;
  /** The first transaction that is not counted yet. */
  readonly xid: bigint;
  readonly asOf: Date;
  readonly mark: Mark | null;
}

/** Everything committed until `at` belongs to transactions below `xid`. */
interface Mark {
  readonly xid: bigint;
  readonly at: Date;
}

export interface Surroundings {
  readonly epoch: number;
  /** The first one after the counted epoch that has events; else the present one. */
  readonly nextEpoch: number;
  /** All transactions of the counted epoch below this one have ended. */
  readonly horizon: bigint;
  readonly now: Mark;
}

interface RollupStep {
  /** Transactions from the state's `xid` up to this one, exclusive, are counted now. */
  readonly until: bigint;
  readonly next: RollupState;
  readonly more: boolean;
}

/** Returns what to count next. An open transaction holds back all later ones, and `asOf` stays before it. */
export function nextStep(
  state: RollupState,
  { epoch, nextEpoch, horizon, now }: Surroundings,
  width: bigint,
): RollupStep {
  const until = smaller(state.xid + width, larger(horizon, state.xid));
  if (state.epoch < epoch) {
    const ended = until >= horizon;
    const next = ended ? { epoch: nextEpoch, xid: 0n } : { epoch: state.epoch, xid: until };
    return { until, next: { ...next, asOf: state.asOf, mark: null }, more: true };
  }
  const reached = [now, state.mark].find((mark) => mark !== null && until >= mark.xid) ?? undefined;
  const next = { epoch, xid: until, asOf: reached?.at ?? state.asOf };
  const mark = reached === now ? null : reached === undefined ? (state.mark ?? now) : now;
  return { until, next: { ...next, mark }, more: until < horizon };
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

// The snapshot is older than the lock's transaction id, so this transaction does not hold itself back.
const CLAIM = namedQuery(
  'rollups_claim',
  `SELECT p.epoch, p.xid, p.as_of AS "asOf", p.mark_xid AS "markXid", p.mark_at AS "markAt",
          s.event_epoch AS "currentEpoch", now() AS now, pg_snapshot_xmax(pg_current_snapshot())::text AS begun,
          CASE WHEN p.epoch = s.event_epoch THEN pg_snapshot_xmin(pg_current_snapshot())::text
               ELSE (SELECT coalesce(max(l.xid) + 1, p.xid)::text
                       FROM environments e
                      CROSS JOIN LATERAL (SELECT max(xid) AS xid FROM events
                                           WHERE environment_id = e.id AND epoch = p.epoch) l)
          END AS horizon,
          CASE WHEN p.epoch = s.event_epoch THEN s.event_epoch
               ELSE (SELECT coalesce(min(l.epoch), s.event_epoch)
                       FROM environments e
                      CROSS JOIN LATERAL (SELECT min(epoch) AS epoch FROM events
                                           WHERE environment_id = e.id AND epoch > p.epoch) l)
          END AS "nextEpoch"
     FROM rollup_progress p, system_state s
      FOR UPDATE OF p SKIP LOCKED`,
);

// Each event is counted once, with the progress. A refund that fails after it was completed is subtracted again. The lower bound of ids prunes old partitions.
const ADD = namedQuery(
  'rollups_add',
  `WITH seen AS (
     SELECT e.id AS environment_id, v.id, v.type, v.object_id
       FROM environments e
      CROSS JOIN LATERAL (
        SELECT id, type, object_id FROM events
         WHERE environment_id = e.id AND epoch = $1 AND xid >= $2 AND xid < $3 AND id >= $4
           AND type IN ('payment.pending', 'payment.completed', 'payment.failed', 'refund.completed',
                        'refund.failed', 'dispute.opened', 'dispute.updated', 'dispute.closed')) v
   ), changes AS (
     SELECT p.environment_id, p.id, p.currency, (s.type = 'payment.pending')::int AS count,
            (s.type = 'payment.completed')::int AS completed, (s.type = 'payment.failed')::int AS failed,
            CASE s.type WHEN 'payment.completed' THEN coalesce(p.capture_value, p.amount_value) ELSE 0 END AS gross, 0 AS refunded,
            0 AS disputed
       FROM seen s JOIN payments p ON p.environment_id = s.environment_id AND p.id = s.object_id
      WHERE s.type LIKE 'payment.%'
     UNION ALL
     SELECT r.environment_id, r.id, r.currency, 0, 0, 0, 0,
            CASE s.type WHEN 'refund.completed' THEN r.amount_value ELSE -r.amount_value END, 0
       FROM seen s JOIN refunds r ON r.environment_id = s.environment_id AND r.id = s.object_id
      WHERE s.type = 'refund.completed' OR s.type = 'refund.failed' AND EXISTS (
              SELECT FROM ledger_transactions l
               WHERE l.environment_id = s.environment_id AND l.id = s.id AND l.kind = 'reversed')
     UNION ALL
     SELECT d.environment_id, d.id, d.currency, 0, 0, 0, 0, 0,
            CASE l.kind WHEN 'withdrawn' THEN d.amount_value ELSE -d.reinstated_value END
       FROM seen s
       JOIN ledger_transactions l ON l.environment_id = s.environment_id AND l.id = s.id AND l.source = 'dispute'
       JOIN disputes d ON d.environment_id = s.environment_id AND d.id = s.object_id
   ), added AS (
     INSERT INTO payment_rollups AS u (environment_id, bucket, currency, count, completed, failed, gross, refunded,
                                      disputed)
     SELECT environment_id, date_bin('15 minutes', id_time(id), '2025-01-01T00:00:00Z'), currency, sum(count),
            sum(completed), sum(failed), sum(gross), sum(refunded), sum(disputed)
       FROM changes GROUP BY 1, 2, 3
     ON CONFLICT (environment_id, bucket, currency) DO UPDATE
       SET count = u.count + excluded.count, completed = u.completed + excluded.completed,
           failed = u.failed + excluded.failed, gross = u.gross + excluded.gross, refunded = u.refunded + excluded.refunded,
           disputed = u.disputed + excluded.disputed
   )
   SELECT count(*)::int AS events FROM seen`,
);

const MOVE = namedQuery(
  'rollups_move',
  'UPDATE rollup_progress SET epoch = $1, xid = $2, as_of = greatest(as_of, $3), mark_xid = $4, mark_at = $5',
);

interface ClaimedRow {
  readonly epoch: number;
  readonly xid: string;
  readonly asOf: Date;
  readonly markXid: string | null;
  readonly markAt: Date | null;
  readonly currentEpoch: number;
  readonly nextEpoch: number;
  readonly now: Date;
  readonly begun: string;
  readonly horizon: string;
}

/** Transactions to count at once: about a second of a busy service. */
const WIDTH = 10_000n;
/** Other databases of the server also use transaction ids: over empty ranges, the width grows up to this. */
const WIDEST = 5_000_000n;
/** An event's id is never older than this at its commit. */
export const OLDEST_UNCOUNTED_MS = 86_400_000;

/** Counts payments, refunds and disputes by quarter of an hour, following events in the order of their transactions. */
export class RollUps {
  private width = WIDTH;

  constructor(private readonly database: Database) {}

  /** Counts a batch. Returns false if that was all, or if another worker is counting. */
  async advance(): Promise<boolean> {
    try {
      return await this.database.transaction((transaction) => this.step(transaction));
    } catch (error) {
      this.width = WIDTH;
      throw error;
    }
  }

  private async step(transaction: Transaction): Promise<boolean> {
    const [row] = await transaction.run<ClaimedRow>(CLAIM, []);
    if (row === undefined) return false;
    const state = stateOf(row);
    const { until, next, more } = nextStep(state, surroundingsOf(row), this.width);
    if (until > state.xid) {
      const oldest = idAt(new Date(state.asOf.getTime() - OLDEST_UNCOUNTED_MS));
      const values = [state.epoch, state.xid.toString(), until.toString(), oldest];
      const [counted] = await transaction.run<{ events: number }>(ADD, values);
      this.width = counted?.events === 0 ? widened(this.width) : WIDTH;
    }
    const mark = [next.mark?.xid.toString() ?? null, next.mark?.at ?? null];
    transaction.queue(MOVE, [next.epoch, next.xid.toString(), next.asOf, ...mark]);
    return more;
  }
}

function widened(width: bigint): bigint {
  return width * 4n < WIDEST ? width * 4n : WIDEST;
}

function stateOf({ epoch, xid, asOf, markXid, markAt }: ClaimedRow): RollupState {
  const mark = markXid === null || markAt === null ? null : { xid: BigInt(markXid), at: markAt };
  return { epoch, xid: BigInt(xid), asOf, mark };
}

function surroundingsOf({ currentEpoch, nextEpoch, horizon, begun, now }: ClaimedRow): Surroundings {
  return { epoch: currentEpoch, nextEpoch, horizon: BigInt(horizon), now: { xid: BigInt(begun), at: now } };
}

const NEEDED = namedQuery(
  'rollups_needing',
  `SELECT as_of < id_time($1) + $2::int * interval '1 millisecond' AS needed FROM rollup_progress`,
);

/** Events that the roll-ups have not counted yet. */
export class UncountedEvents implements PartitionUse {
  readonly name = 'roll-ups';

  constructor(private readonly database: Database) {}

  async needs(table: PartitionedTable, { toId }: IdRange): Promise<boolean> {
    if (table !== 'events') return false;
    const [row] = await this.database.forSystem().run<{ needed: boolean }>(NEEDED, [toId, OLDEST_UNCOUNTED_MS]);
    return row?.needed !== false;
  }
}

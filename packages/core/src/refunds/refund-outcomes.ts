import { type NewEvent, type Outbox, newEvent } from '../events/outbox.js';
import type { Ledger, Posting } from '../ledger/ledger.js';
import type { Failure } from '../payments/processing/payment-failures.js';
import type { Database, Transaction } from '../platform/database/database.js';
import { type NamedQuery, namedQuery } from '../platform/database/named-query.js';
import { nextVersion } from '../platform/database/next-version.js';
import { lockingQueries, RowGroups } from '../platform/database/row-groups.js';
import { idTime, type IdSource } from '../platform/ids.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Acknowledgement } from '../processors/inquiry-schedule.js';
import { LeaseLost } from '../processors/lease-lost.js';
import { inquireAgain } from '../processors/pending-inquiry.js';
import type { ClaimedRefund } from './refund-claims.js';
import { presentRefund } from './refund.presenter.js';

// The lease fences off workers that lost it. The rows are locked in the order of their ids, so that two groups never wait for
// each other. A failed refund returns its reserved amount to the payment, after it was completed too.
const SETTLE = lockingQueries(
  'refunds_settle',
  (orSkip) => `
   WITH held AS MATERIALIZED (
     SELECT r.environment_id, r.id, s.status, s.code, s.message, s.event_id
       FROM (SELECT * FROM unnest($1::int[], $2::bigint[], $3::int[], $4::text[], $5::text[], $6::text[], $7::bigint[],
                                  $8::text[])
             LIMIT cardinality($2)) AS s (environment_id, id, lease, status, code, message, event_id, was)
       JOIN refunds r ON r.environment_id = s.environment_id AND r.id = s.id
      WHERE r.lease = s.lease AND r.status = s.was
      ORDER BY r.environment_id, r.id FOR UPDATE OF r ${orSkip}
   ), settled AS (
     UPDATE refunds r
        SET status = h.status, failure_code = h.code, failure_message = h.message, version = r.version + 1, due_at = NULL,
            pending_inquiry = NULL, updated_at = id_time(h.event_id)
       FROM (SELECT * FROM held LIMIT cardinality($2)) h
      WHERE r.environment_id = h.environment_id AND r.id = h.id
      RETURNING r.environment_id, r.id, r.payment_id, r.amount_value, r.origin, r.status, r.failure_code
   ), finished AS (
     UPDATE refund_attempts a
        SET state = CASE s.status WHEN 'completed' THEN 'approved' ELSE 'declined' END, code = s.failure_code,
            finished_at = now(), answered_at = coalesce(a.answered_at, now())
       FROM (SELECT * FROM settled LIMIT cardinality($2)) s
      WHERE a.environment_id = s.environment_id AND a.refund_id = s.id
   ), released AS (
     UPDATE payments p
        SET refunded_value = p.refunded_value - s.amount_value, ${nextVersion('p')},
            processor_refunded_value = p.processor_refunded_value - CASE s.origin WHEN 'processor' THEN s.amount_value ELSE 0 END
       FROM (SELECT * FROM settled LIMIT cardinality($2)) s
      WHERE p.environment_id = s.environment_id AND p.id = s.payment_id AND s.status = 'failed'
   )
   SELECT id FROM settled`,
);

const SCHEDULE_INQUIRY = lockingQueries(
  'refunds_postpone',
  (orSkip) => `
   WITH held AS MATERIALIZED (
     SELECT r.environment_id, r.id, w.delay_ms, w.acknowledgement
       FROM (SELECT * FROM unnest($1::int[], $2::bigint[], $3::int[], $4::int[], $5::text[]) LIMIT cardinality($2))
         AS w (environment_id, id, lease, delay_ms, acknowledgement)
       JOIN refunds r ON r.environment_id = w.environment_id AND r.id = w.id
      WHERE r.lease = w.lease AND r.status IN ('pending', 'completed')
      ORDER BY r.environment_id, r.id FOR UPDATE OF r ${orSkip}
   ), postponed AS (
     UPDATE refunds r SET ${inquireAgain('r', 'h.delay_ms')}
       FROM (SELECT * FROM held LIMIT cardinality($2)) h
      WHERE r.environment_id = h.environment_id AND r.id = h.id
      RETURNING r.environment_id, r.id, r.due_at <= now() AS is_due, h.acknowledgement
   ), noted AS (
     UPDATE refund_attempts a
        SET state = CASE w.acknowledgement WHEN 'received' THEN 'pending' ELSE a.state END,
            unclear_since = CASE w.acknowledgement WHEN 'unclear' THEN coalesce(a.unclear_since, now())
                                                   WHEN 'none' THEN a.unclear_since END,
            answered_at = CASE w.acknowledgement WHEN 'received' THEN coalesce(a.answered_at, now()) ELSE a.answered_at END
       FROM (SELECT * FROM postponed LIMIT cardinality($2)) w
      WHERE a.environment_id = w.environment_id AND a.refund_id = w.id
   )
   SELECT id, is_due AS "isDue" FROM postponed`,
);

const STORE_REFERENCE = namedQuery(
  'refund_attempts_store_reference',
  `WITH held AS MATERIALIZED (
     SELECT id FROM refunds WHERE environment_id = $1 AND id = $2 AND lease = $3 AND status <> 'failed' FOR UPDATE
   )
   UPDATE refund_attempts a SET external_reference = $5
     FROM held h
    WHERE a.environment_id = $1 AND a.id = $4 AND a.refund_id = h.id
      AND (a.external_reference IS NULL OR a.external_reference = $5)
    RETURNING a.id`,
);

const CONFIRM = namedQuery(
  'refunds_confirm',
  `WITH confirmed AS (
     UPDATE refunds SET pending_inquiry = NULL, due_at = CASE pending_inquiry WHEN 'overtaken' THEN now() END
      WHERE environment_id = $1 AND id = $2 AND lease = $3 AND status = 'completed'
      RETURNING id, due_at IS NOT NULL AS is_due
   ), cleared AS (
     UPDATE refund_attempts a SET unclear_since = NULL
       FROM confirmed c
      WHERE a.environment_id = $1 AND a.refund_id = c.id AND a.unclear_since IS NOT NULL
   )
   SELECT is_due AS "isDue" FROM confirmed`,
);

export type RefundEnd = { readonly status: 'completed' } | { readonly status: 'failed'; readonly failure: Failure };

/** A processor's response that ends a refund. */
interface Settlement {
  readonly refund: ClaimedRefund;
  readonly end: RefundEnd;
}

/** A processor's response after which it is asked again. */
interface ScheduledInquiry {
  readonly refund: ClaimedRefund;
  readonly acknowledgement: Acknowledgement;
  readonly delayMs: number;
}

export interface RefundOutcomesDependencies {
  readonly database: Database;
  readonly ids: IdSource;
  readonly outbox: Outbox;
  readonly ledger: Ledger;
}

/**
 * Writes the outcomes of refunds while the worker's leases are valid. Those that arrive together share statements; each keeps its
 * own result, undefined when the refund has changed since its claim.
 */
export class RefundOutcomes {
  private readonly settlements = new RowGroups<Settlement, readonly WorkRef[]>(idOf, (group, locking) =>
    this.deps.database.transaction((transaction) => this.writeSettled(transaction, SETTLE[locking], group)),
  );
  private readonly inquiries = new RowGroups<ScheduledInquiry, { readonly isDue: boolean }>(idOf, (group, locking) =>
    this.writeScheduled(SCHEDULE_INQUIRY[locking], group),
  );

  constructor(private readonly deps: RefundOutcomesDependencies) {}

  /** Ends a refund with its attempt, reserved amount, ledger entries and event. Returns the event's deliveries. */
  settle(refund: ClaimedRefund, end: RefundEnd): Promise<readonly WorkRef[] | undefined> {
    // A failed one also locks its payment: a group would lock several in any order.
    if (end.status === 'failed') return this.settlements.alone({ refund, end });
    return this.settlements.add({ refund, end });
  }

  /** Schedules the next query. `isDue`: at once, because a callback has arrived since the claim. */
  scheduleInquiry(inquiry: ScheduledInquiry): Promise<{ readonly isDue: boolean } | undefined> {
    return this.inquiries.add(inquiry);
  }

  /** Ends the inquiry about a completed refund, which the processor did not contradict. `isDue`: a callback came since. */
  async confirm({ environmentId, id, lease }: ClaimedRefund): Promise<{ readonly isDue: boolean } | undefined> {
    const tables = this.deps.database.forSystem();
    return (await tables.run<{ isDue: boolean }>(CONFIRM, [environmentId, id, lease]))[0];
  }

  /** Stores the processor's own reference of a claimed attempt. Throws LeaseLost if the lease has ended. */
  async storeReference({ environmentId, id, lease, attempt }: ClaimedRefund, reference: string): Promise<void> {
    const tables = this.deps.database.forSystem();
    const stored = await tables.run(STORE_REFERENCE, [environmentId, id, lease, attempt.id, reference]);
    if (stored.length === 0) throw new LeaseLost();
  }

  private async writeSettled(
    transaction: Transaction,
    settle: NamedQuery,
    group: readonly Settlement[],
  ): Promise<ReadonlyMap<string, readonly WorkRef[]>> {
    for (const { refund } of group) this.deps.ids.follow(refund.updatedAt);
    const eventIds = await this.deps.ids.take(group.length);
    const all = group.map(({ refund, end }, index) => settledRefund(refund, end, eventIds[index] ?? ''));
    const topics = all.map(({ event }) => event);
    const [audience, rows] = await Promise.all([
      this.deps.outbox.audience(transaction, topics),
      transaction.run<{ id: string }>(settle, [
        all.map(({ after }) => after.environmentId),
        all.map(({ after }) => after.id),
        all.map(({ after }) => after.lease),
        all.map(({ after }) => after.status),
        all.map(({ after }) => after.failureCode),
        all.map(({ after }) => after.failureMessage),
        eventIds,
        group.map(({ refund }) => refund.status),
      ]),
    ]);
    const written = new Set(rows.map(({ id }) => id));
    const settled = all.filter(({ after }) => written.has(after.id));
    if (settled.length === 0) return new Map();
    const postings = settled.flatMap(postingsOf);
    if (postings.length > 0) this.deps.ledger.post(transaction, postings);
    const events = settled.map(({ event }) => event);
    const deliveries = await this.deps.outbox.append(transaction, events, audience);
    return new Map(
      settled.map(({ after, event }) => [after.id, deliveries.filter(({ eventId }) => eventId === event.id)]),
    );
  }

  private async writeScheduled(
    schedule: NamedQuery,
    group: readonly ScheduledInquiry[],
  ): Promise<ReadonlyMap<string, { readonly isDue: boolean }>> {
    const rows = await this.deps.database
      .forSystem()
      .run<{ id: string; isDue: boolean }>(schedule, [
        group.map(({ refund }) => refund.environmentId),
        group.map(({ refund }) => refund.id),
        group.map(({ refund }) => refund.lease),
        group.map(({ delayMs }) => delayMs),
        group.map(({ acknowledgement }) => acknowledgement),
      ]);
    return new Map(rows.map((row) => [row.id, row]));
  }
}

interface SettledRefund {
  readonly before: ClaimedRefund;
  readonly after: ClaimedRefund;
  readonly event: NewEvent;
}

function settledRefund(refund: ClaimedRefund, end: RefundEnd, eventId: string): SettledRefund {
  const { environmentId, id, mode, trace } = refund;
  const failure = end.status === 'failed' ? end.failure : undefined;
  const after: ClaimedRefund = {
    ...refund,
    status: end.status,
    version: refund.version + 1,
    failureCode: failure?.code ?? null,
    failureMessage: failure?.message ?? null,
    updatedAt: idTime(eventId),
  };
  const type = end.status === 'failed' ? 'refund.failed' : 'refund.completed';
  const event = newEvent({ environmentId, id: eventId, type, objectId: id, data: presentRefund(after, mode), trace });
  return { before: refund, after, event };
}

/** A refund that fails before it is completed has moved nothing. */
function postingsOf({ before, after, event }: SettledRefund): Posting[] {
  if (after.status === 'failed' && before.status === 'pending') return [];
  const movement = after.status === 'failed' ? 'refund reversed' : 'refund completed';
  const { environmentId, id, origin, amountValue, currency } = after;
  return [{ environmentId, eventId: event.id, movement, sourceId: id, origin, amountValue, currency }];
}

function idOf({ refund }: Settlement | ScheduledInquiry): string {
  return refund.id;
}

import type { Database, Transaction } from '../../platform/database/database.js';
import { type NamedQuery, namedQuery } from '../../platform/database/named-query.js';
import { nextVersion, nextVersionIf } from '../../platform/database/next-version.js';
import { lockingQueries, RowGroups } from '../../platform/database/row-groups.js';
import { type Acknowledgement, acknowledgementIn } from '../../processors/inquiry-schedule.js';
import { LeaseLost } from '../../processors/lease-lost.js';
import type { ProcessorOutcome } from '../../processors/payment-processor.js';
import { canCharge, kindsThatTake, takes } from '../../processors/connections/connection-routing.js';
import { inquireAgain } from '../../processors/pending-inquiry.js';
import type { StateChange, WrittenChange, PaymentTransitions } from '../payment-transitions.js';
import { PAYMENT_COLUMNS, type Payment } from '../payment.entity.js';
import { storeAnswers } from './attempt-answers.js';
import type { ClaimedPayment } from './payment-claims.js';

// In the order of ids, so that two groups never wait for each other.
const HOLD = lockingQueries(
  'payments_hold',
  (orSkip) => `
    SELECT ${PAYMENT_COLUMNS}
      FROM (SELECT * FROM unnest($1::int[], $2::bigint[], $3::int[]) LIMIT cardinality($2)) AS r (environment_id, id, lease)
      JOIN payments p ON p.environment_id = r.environment_id AND p.id = r.id
     WHERE p.lease = r.lease AND (p.status = 'pending') IS TRUE
     ORDER BY p.environment_id, p.id FOR UPDATE OF p ${orSkip}`,
);

const SCHEDULE_INQUIRY = lockingQueries(
  'payments_postpone',
  (orSkip) => `
    WITH held AS MATERIALIZED (
      SELECT p.environment_id, p.id, r.delay_ms, r.attempt_id, r.acknowledgement,
             CASE WHEN p.stage = 'requires_action' THEN r.url END AS url
        FROM (SELECT * FROM unnest($1::int[], $2::bigint[], $3::int[], $4::int[], $5::bigint[], $6::text[], $7::text[])
              LIMIT cardinality($2)) AS r (environment_id, id, lease, delay_ms, attempt_id, acknowledgement, url)
        JOIN payments p ON p.environment_id = r.environment_id AND p.id = r.id
       WHERE p.lease = r.lease AND (p.status = 'pending') IS TRUE
       ORDER BY p.environment_id, p.id FOR UPDATE OF p ${orSkip}
    ), postponed AS (
      UPDATE payments p SET ${inquireAgain('p', 'h.delay_ms')}, unsent = h.acknowledgement = 'unsent' AND p.processor_reference IS NULL,
             next_action_url = coalesce(h.url, p.next_action_url), ${nextVersionIf('h.url <> p.next_action_url', 'p')}
        FROM (SELECT * FROM held LIMIT cardinality($2)) h
       WHERE p.environment_id = h.environment_id AND p.id = h.id
       RETURNING p.environment_id, p.id, p.due_at <= now() AS is_due, h.attempt_id, h.acknowledgement
    ), noted AS (
      UPDATE payment_attempts a
         SET state = CASE WHEN w.acknowledgement = 'received' AND a.state <> 'approved' THEN 'pending' ELSE a.state END,
             unclear_since = CASE w.acknowledgement WHEN 'unclear' THEN coalesce(a.unclear_since, now())
                                                    WHEN 'received' THEN NULL ELSE a.unclear_since END,
             answered_at = CASE w.acknowledgement WHEN 'received' THEN coalesce(a.answered_at, now()) ELSE a.answered_at END
        FROM (SELECT * FROM postponed LIMIT cardinality($2)) w
       WHERE a.environment_id = w.environment_id AND a.id = w.attempt_id
    )
    SELECT id, is_due AS "isDue" FROM postponed`,
);

// The processor confirmed the hold: no further query until its time is up, unless a callback has arrived since.
const CONFIRM_HOLD = namedQuery(
  'payments_confirm_hold',
  `WITH confirmed AS (
     UPDATE payments SET pending_inquiry = NULL, capture_before = $6::timestamptz,
            ${nextVersionIf('capture_before IS DISTINCT FROM $6::timestamptz')},
            due_at = CASE WHEN pending_inquiry = 'overtaken' THEN now() ELSE now() + $5::int * interval '1 millisecond' END
      WHERE environment_id = $1 AND id = $2 AND lease = $3 AND stage = 'authorized'
      RETURNING id
   )
   UPDATE payment_attempts a
      SET state = 'approved', finished_at = coalesce(a.finished_at, now()), answered_at = coalesce(a.answered_at, now()),
          unclear_since = NULL
     FROM confirmed
    WHERE a.environment_id = $1 AND a.id = $4 AND a.state <> 'declined'`,
);

// The first attempt of a payment certainly moved nothing. The next one goes to a connection that was not tried.
const FAIL_OVER = namedQuery(
  'payments_fail_over',
  `WITH held AS MATERIALIZED (
     SELECT p.id, p.currency, p.amount_value FROM payments p
      WHERE p.environment_id = $1 AND p.id = $2 AND p.lease = $3 AND p.can_fail_over
        AND p.stage = 'processing' AND p.operation = 'authorize'
        AND NOT EXISTS (SELECT FROM payment_attempts a
              WHERE a.environment_id = $1 AND a.id = $4 AND a.external_reference IS NOT NULL) FOR UPDATE
   ), next AS (
     SELECT h.id, c.kind || ':' || c.id AS name
       FROM held h JOIN processors c ON c.environment_id = $1 AND ${takes('c', 'h.currency', 'h.amount_value')}
        AND c.kind = ANY ($5::text[])
      WHERE NOT EXISTS (SELECT FROM payment_attempts a
              WHERE a.environment_id = $1 AND a.payment_id = h.id AND a.processor = c.kind || ':' || c.id)
      ORDER BY c.priority, c.id LIMIT 1
   ), closed AS (
     UPDATE payment_attempts a SET state = 'declined', code = 'not_sent', finished_at = now()
       FROM next WHERE a.environment_id = $1 AND a.id = $4
   )
   UPDATE payments p SET processor = next.name, processor_reference = NULL, lease = p.lease + 1, due_at = now(),
          pending_inquiry = NULL, ${nextVersion('p')}
     FROM next WHERE p.environment_id = $1 AND p.id = next.id
   RETURNING p.processor`,
);

const STORE_REFERENCE = namedQuery(
  'payment_attempts_store_reference',
  `WITH held AS MATERIALIZED (
     SELECT id FROM payments
      WHERE environment_id = $1 AND id = $2 AND lease = $3 AND (status = 'pending') IS TRUE FOR UPDATE
   ), stored AS (
     UPDATE payment_attempts a SET external_reference = $5
       FROM held h
      WHERE a.environment_id = $1 AND a.id = $4 AND a.payment_id = h.id
        AND (a.external_reference IS NULL OR a.external_reference IN ($5, $6))
      RETURNING a.payment_id
   )
   UPDATE payments p SET processor_reference = $5, ${nextVersion('p')}
     FROM stored s WHERE p.environment_id = $1 AND p.id = s.payment_id
   RETURNING p.id`,
);

/** A hold that the processor confirmed. */
export interface Hold {
  /** Until when it stands; null if the processor does not say. */
  readonly captureBefore: Date | null;
  /** Delay until the processor is asked again; undefined for never. */
  readonly dueInMs: number | undefined;
}

/** A processor's response that changes the state of a payment. */
export interface Settlement {
  readonly payment: ClaimedPayment;
  readonly outcome: ProcessorOutcome;
  readonly change: StateChange;
}

/**
 * Like `acknowledgementIn`, for a payment. Nothing of it is at the processor while that could not be reached, or did nothing, and
 * no reference of the processor is stored.
 */
export function acknowledgementOf({ operation, attempt }: ClaimedPayment, outcome: ProcessorOutcome): Acknowledgement {
  const isFirst = operation === 'authorize' && !attempt.isRepeat;
  const isUnsent = isFirst && outcome.kind === 'later' && outcome.reason !== 'prepared';
  return isUnsent ? 'unsent' : acknowledgementIn(outcome);
}

/** A processor's response after which it is asked again. */
export interface ScheduledInquiry {
  readonly payment: ClaimedPayment;
  readonly acknowledgement: Acknowledgement;
  readonly delayMs: number;
  /** The page that the customer has to open, if the processor says it: it may have changed. */
  readonly nextActionUrl: string | null;
}

/**
 * Writes the outcomes of payments while the worker's leases are valid. Those that arrive together share statements; each keeps its
 * own result, undefined when the payment has changed since its claim.
 */
export class PaymentOutcomes {
  private readonly settlements = new RowGroups<Settlement, WrittenChange>(idOf, (group, locking) =>
    this.database.transaction((transaction) => this.writeSettled(transaction, HOLD[locking], group)),
  );
  private readonly inquiries = new RowGroups<ScheduledInquiry, { readonly isDue: boolean }>(idOf, (group, locking) =>
    this.writeScheduled(SCHEDULE_INQUIRY[locking], group),
  );

  constructor(
    private readonly database: Database,
    private readonly transitions: PaymentTransitions,
  ) {}

  /** Changes the state of a payment, with its attempt, event and ledger entries. */
  settle(settlement: Settlement): Promise<WrittenChange | undefined> {
    const { subscriptionId, checkoutSessionId } = settlement.payment;
    // This also locks the subscription or checkout session: a group would lock several in any order.
    if (subscriptionId !== null || checkoutSessionId !== null) return this.settlements.alone(settlement);
    return this.settlements.add(settlement);
  }

  /** Schedules the next query. `isDue`: at once, because a callback has arrived since the claim. */
  scheduleInquiry(inquiry: ScheduledInquiry): Promise<{ readonly isDue: boolean } | undefined> {
    return this.inquiries.add(inquiry);
  }

  /** Gives a payment that certainly was not sent to the next connection; undefined if no other one takes it. */
  async failOver(payment: ClaimedPayment): Promise<string | undefined> {
    const { environmentId, id, lease, attempt, currency } = payment;
    // Stripe declines a payment without a payment method or a page. Here it could still wait for its connection.
    const able = kindsThatTake({ amountValue: Number(payment.amountValue), currency });
    const kinds = able.filter((kind) => canCharge(kind, payment));
    const values = [environmentId, id, lease, attempt.id, kinds];
    const [next] = await this.database.forSystem().run<{ processor: string }>(FAIL_OVER, values);
    return next?.processor;
  }

  /** Notes that the processor confirmed the hold of an authorized payment. */
  async confirmHold({ environmentId, id, lease, attempt }: ClaimedPayment, hold: Hold): Promise<void> {
    const { dueInMs = null, captureBefore } = hold;
    const values = [environmentId, id, lease, attempt.id, dueInMs, captureBefore];
    await this.database.forSystem().run(CONFIRM_HOLD, values);
  }

  /** Stores the processor's own reference of a claimed attempt, in place of none or of `former`. Throws LeaseLost if the lease has ended. */
  async storeReference(
    { environmentId, id, lease, attempt }: ClaimedPayment,
    reference: string,
    former: string | undefined,
  ): Promise<void> {
    const tables = this.database.forSystem();
    // A capture or void stores the reference of its authorization.
    const values = [environmentId, id, lease, attempt.authorization, reference, former ?? null];
    const stored = await tables.run(STORE_REFERENCE, values);
    if (stored.length === 0) throw new LeaseLost();
  }

  private async writeSettled(
    transaction: Transaction,
    hold: NamedQuery,
    group: readonly Settlement[],
  ): Promise<ReadonlyMap<string, WrittenChange>> {
    // Read again: the client may have edited a payment since the claim.
    const rows = await transaction.run<Payment>(hold, [
      group.map(({ payment }) => payment.environmentId),
      group.map(({ payment }) => payment.id),
      group.map(({ payment }) => payment.lease),
    ]);
    const held = new Map(rows.map((row) => [row.id, row]));
    if (held.size === 0) return new Map();
    const planned = group.flatMap(({ payment, change }) => {
      const row = held.get(payment.id);
      return row === undefined ? [] : [{ payment: row, mode: payment.mode, change }];
    });
    const changes = await this.transitions.applyAll(transaction, planned);
    storeAnswers(
      transaction,
      group.filter(({ payment }) => held.has(payment.id)),
    );
    return new Map(
      changes.map((written) => {
        if (written === undefined) throw new Error('a locked payment changed');
        return [written.payment.id, written];
      }),
    );
  }

  private async writeScheduled(
    schedule: NamedQuery,
    group: readonly ScheduledInquiry[],
  ): Promise<ReadonlyMap<string, { readonly isDue: boolean }>> {
    const rows = await this.database
      .forSystem()
      .run<{ id: string; isDue: boolean }>(schedule, [
        group.map(({ payment }) => payment.environmentId),
        group.map(({ payment }) => payment.id),
        group.map(({ payment }) => payment.lease),
        group.map(({ delayMs }) => delayMs),
        group.map(({ payment }) => payment.attempt.id),
        group.map(({ acknowledgement }) => acknowledgement),
        group.map(({ nextActionUrl }) => nextActionUrl),
      ]);
    return new Map(rows.map((row) => [row.id, row]));
  }
}

function idOf({ payment }: Settlement | ScheduledInquiry): string {
  return payment.id;
}

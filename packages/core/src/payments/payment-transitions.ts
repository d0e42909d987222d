import type { EventKind } from '@svc/contract';
import { type NewEvent, type Outbox, newEvent } from '../events/outbox.js';
import type { Posting, Ledger } from '../ledger/ledger.js';
import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { idTime, type IdSource } from '../platform/ids.js';
import type { PaymentOutcomeListener, SavedMethod } from '../platform/payment-outcomes.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Trace } from '../platform/tracing/trace.js';
import { inquireAgain } from '../processors/pending-inquiry.js';
import type { ProcessorCapture } from '../processors/payment-processor.js';
import type { Mode } from '../security/environment.entity.js';
import { failureOf, type Failure } from './processing/payment-failures.js';
import type { PaymentStage, PaymentState, PaymentStep } from './payment-state.js';
import { toCapture } from './payment-amounts.js';
import { presentPaymentEvent } from './payment.presenter.js';
import type { Payment } from './payment.entity.js';

// A hold without an end is not due, unless a callback has overtaken the response that confirmed it.
const DUE_IN_MS = `coalesce(m.due_in_ms, CASE WHEN m.stage = 'authorized' AND p.pending_inquiry = 'overtaken' THEN 0 END)`;

// Version: the payment has not changed since it was read. Lease: no other worker has claimed it. The new lease fences off
// responses to requests that were sent before this change. LIMIT makes the planner look up each id (docs/decisions/0004).
const MOVE = namedQuery(
  'payments_move',
  `WITH moved AS (
     UPDATE payments p
        SET status = m.status, stage = m.stage, failure_code = m.failure_code, failure_message = m.failure_message,
            version = p.version + 1, lease = p.lease + 1, operation = m.operation, void_reason = m.void_reason,
            next_action_url = m.next_action_url, event_version = m.event_version,
            expires_at = CASE WHEN m.ends_expiry THEN NULL ELSE p.expires_at END,
            ${inquireAgain('p', DUE_IN_MS)},
            trace = m.trace, updated_at = id_time(m.event_id)
       FROM (SELECT * FROM unnest($1::int[], $2::bigint[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[],
                                  $9::bigint[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::int[],
                                  $16::int[], $17::boolean[], $18::text[]) LIMIT cardinality($2))
         AS m (environment_id, id, version, lease, status, stage, failure_code, failure_message, event_id, from_stage,
               reason, operation, void_reason, next_action_url, event_version, due_in_ms, ends_expiry, trace)
      WHERE p.environment_id = m.environment_id AND p.id = m.id AND p.version = m.version AND p.lease = m.lease
        AND (p.status = 'pending') IS TRUE
      RETURNING p.environment_id, p.id, p.version, m.from_stage, p.status, p.stage, m.reason, p.updated_at
   )
   INSERT INTO payment_transitions (environment_id, payment_id, version, from_stage, status, stage, reason, at)
   SELECT environment_id, id, version, from_stage, status, stage, reason, updated_at FROM moved
   RETURNING payment_id AS id`,
);

const STORE_CAPTURE_DEADLINES = namedQuery(
  'payments_note_holds',
  `UPDATE payments p SET capture_before = h.capture_before
     FROM (SELECT * FROM unnest($1::int[], $2::bigint[], $3::timestamptz[]) LIMIT cardinality($2))
       AS h (environment_id, id, capture_before)
    WHERE p.environment_id = h.environment_id AND p.id = h.id`,
);

// The money can only be captured once, so that a capture of ours with an unknown outcome had none.
const CLOSE_CAPTURES = namedQuery(
  'payment_attempts_close_captures',
  `UPDATE payment_attempts a SET state = 'declined', code = 'already_captured', finished_at = now()
     FROM (SELECT * FROM unnest($1::int[], $2::bigint[]) LIMIT cardinality($2)) AS c (environment_id, payment_id)
    WHERE a.environment_id = c.environment_id AND a.payment_id = c.payment_id AND a.operation = 'capture'
      AND a.state IN ('open', 'pending')`,
);

// A capture at the processor has no request of ours. Its attempt has the id of the event that reports it.
const STORE_PROCESSOR_CAPTURES = namedQuery(
  'payments_store_processor_captures',
  `WITH captured AS (
     UPDATE payments p SET capture_value = c.capture_value, capture_origin = 'processor'
       FROM (SELECT * FROM unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[]) LIMIT cardinality($2))
         AS c (environment_id, id, capture_value, event_id, reference)
      WHERE p.environment_id = c.environment_id AND p.id = c.id
      RETURNING p.environment_id, p.id, p.processor, c.event_id, c.reference
   )
   INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, external_reference, started_at,
     answered_at, finished_at)
   SELECT environment_id, event_id, id, 'capture', processor, 'approved', reference, now(), now(), now() FROM captured`,
);

/** The next state of a payment, why, and what comes with it. */
export interface StateChange extends PaymentStep {
  /** The processor's reason for a decline. */
  readonly failure?: Failure | undefined;
  readonly nextActionUrl?: string | undefined;
  /** Until when the processor keeps the hold; unchanged when left out. */
  readonly captureBefore?: Date | undefined;
  /** The capture at the processor that completes the payment. */
  readonly captured?: ProcessorCapture | undefined;
  /** The payment method that the processor has saved with the payment. */
  readonly savedMethod?: SavedMethod | undefined;
  /** Delay until a worker asks the processor; by default 0 in stage `processing`, and never in others. */
  readonly dueInMs?: number | undefined;
  /** Given by the person who decided. */
  readonly reason?: string | undefined;
  /** The trace of the request that decided, which the payment's later events keep; unchanged when left out. */
  readonly trace?: Trace | null | undefined;
}

/** A payment as it was read in the transaction, and its next state. */
export interface PlannedChange {
  readonly payment: Payment;
  readonly mode: Mode;
  readonly change: StateChange;
}

/** A written change, and the deliveries to enqueue after the commit. */
export interface WrittenChange {
  readonly payment: Payment;
  readonly deliveries: readonly WorkRef[];
}

export interface PaymentTransitionsDependencies {
  readonly ids: IdSource;
  readonly outbox: Outbox;
  readonly ledger: Ledger;
  readonly outcomeListeners: Iterable<PaymentOutcomeListener>;
  /** Links to this instance in events begin with it; without it they are relative. */
  readonly publicUrl?: string | undefined;
}

/** Writes changes of state with their transitions, events and ledger entries in one transaction. */
export class PaymentTransitions {
  constructor(private readonly deps: PaymentTransitionsDependencies) {}

  /** Changes the state of a payment; returns undefined when its version or lease has changed since it was read. */
  async apply(
    transaction: Transaction,
    payment: Payment,
    mode: Mode,
    change: StateChange,
  ): Promise<WrittenChange | undefined> {
    const [written] = await this.applyAll(transaction, [{ payment, mode, change }]);
    return written;
  }

  /** Changes the states of payments, each once; undefined for those whose version or lease has changed since they were read. */
  async applyAll(transaction: Transaction, planned: readonly PlannedChange[]): Promise<(WrittenChange | undefined)[]> {
    // The events of a payment are in the order of their ids, whichever process writes them.
    for (const { payment } of planned) this.deps.ids.follow(payment.updatedAt);
    const eventIds = await this.deps.ids.take(planned.length);
    const changes = planned.map((each, index) => rowsOf(each, eventIds[index] ?? '', this.deps.publicUrl));
    const topics = changes.flatMap(({ event }) => event ?? []);
    const [audience, rows] = await Promise.all([
      this.deps.outbox.audience(transaction, topics),
      transaction.run<{ id: string }>(MOVE, columnsOf(changes)),
    ]);
    const written = new Set(rows.map(({ id }) => id));
    const applied = changes.filter(({ after }) => written.has(after.id));
    storeCaptureDeadlines(transaction, applied);
    storeProcessorCaptures(transaction, applied);
    const completed = applied.filter(({ after }) => after.status === 'completed');
    if (completed.length > 0) this.deps.ledger.post(transaction, completed.map(completionOf));
    const events = applied.flatMap(({ event }) => event ?? []);
    const deliveries = events.length === 0 ? [] : await this.deps.outbox.append(transaction, events, audience);
    return Promise.all(
      changes.map(async (change) => {
        const { after, event } = change;
        if (!written.has(after.id)) return undefined;
        const own = deliveries.filter(({ eventId }) => eventId === event?.id);
        return { payment: after, deliveries: [...own, ...(await this.tellOutcome(transaction, after, change))] };
      }),
    );
  }

  private async tellOutcome(
    transaction: Transaction,
    payment: Payment,
    { savedMethod, isDeclined }: ChangeRows,
  ): Promise<WorkRef[]> {
    const status = payment.stage === 'authorized' ? payment.stage : payment.status;
    if (status === 'pending') return [];
    const { environmentId, id, subscriptionId, checkoutSessionId, processor, failureCode, trace } = payment;
    const about = { environmentId, id, subscriptionId, checkoutSessionId, processor, failureCode, trace };
    const settled = { ...about, status, isDeclined, savedMethod };
    const heard = await Promise.all(
      [...this.deps.outcomeListeners].map((listener) => listener.settled(transaction, settled)),
    );
    return heard.flat();
  }
}

/** A change with all that it writes. */
interface ChangeRows {
  readonly before: Payment;
  readonly after: Payment;
  readonly eventId: string;
  readonly event: NewEvent | undefined;
  readonly reason: string | null;
  readonly dueInMs: number | null;
  readonly endsExpiry: boolean;
  /** Whether it fails because the processor declined it. */
  readonly isDeclined: boolean;
  readonly savedMethod: SavedMethod | undefined;
  readonly captured: ProcessorCapture | undefined;
}

function rowsOf({ payment, mode, change }: PlannedChange, eventId: string, publicUrl: string | undefined): ChangeRows {
  const { to, operation = payment.operation, voidReason = payment.voidReason, failureCode } = change;
  const type = eventOf(payment, to);
  const failure = failureCode === undefined ? change.failure : failureOf(failureCode);
  // A checkout session gives the customer some time to pay, not its merchant some time to capture.
  const isHeldForSession = to.stage === 'authorized' && payment.checkoutSessionId !== null;
  const endsExpiry = change.endsExpiry === true || isHeldForSession;
  const after: Payment = {
    ...payment,
    ...to,
    operation,
    voidReason,
    nextActionUrl: to.stage === 'requires_action' ? (change.nextActionUrl ?? null) : null,
    expiresAt: endsExpiry ? null : payment.expiresAt,
    captureBefore: change.captureBefore ?? payment.captureBefore,
    ...(change.captured === undefined
      ? {}
      : { captureOrigin: 'processor', captureValue: partOf(payment, change.captured) }),
    eventVersion: payment.eventVersion + (type === undefined ? 0 : 1),
    failureCode: failure?.code ?? null,
    failureMessage: failure?.message ?? null,
    version: payment.version + 1,
    lease: payment.lease + 1,
    updatedAt: idTime(eventId),
    trace: change.trace ?? payment.trace,
  };
  const { environmentId, id } = payment;
  const event =
    type &&
    newEvent({
      environmentId,
      id: eventId,
      type,
      objectId: id,
      data: presentPaymentEvent(after, mode, publicUrl),
      trace: after.trace,
    });
  const dueInMs = change.dueInMs ?? (to.stage === 'processing' ? 0 : null);
  const { reason = null, captured, savedMethod } = change;
  const isDeclined = to.status === 'failed' && failureCode === undefined;
  return { before: payment, after, eventId, event, reason, dueInMs, endsExpiry, isDeclined, captured, savedMethod };
}

type PaymentEvent = Extract<EventKind, `payment.${string}`>;

const STAGE_EVENTS: Readonly<Record<PaymentStage, PaymentEvent | undefined>> = {
  awaiting_approval: 'payment.awaiting_approval',
  processing: undefined,
  requires_action: 'payment.requires_action',
  authorized: 'payment.authorized',
  requires_attention: 'payment.requires_attention',
};

/** The event of a new state; none while the stage stays the same. */
function eventOf(before: PaymentState, to: PaymentState): PaymentEvent | undefined {
  if (to.status === 'completed') return 'payment.completed';
  if (to.status === 'failed') return 'payment.failed';
  return to.stage === null || to.stage === before.stage ? undefined : STAGE_EVENTS[to.stage];
}

function columnsOf(changes: readonly ChangeRows[]): unknown[] {
  return [
    changes.map(({ before }) => before.environmentId),
    changes.map(({ before }) => before.id),
    changes.map(({ before }) => before.version),
    changes.map(({ before }) => before.lease),
    changes.map(({ after }) => after.status),
    changes.map(({ after }) => after.stage),
    changes.map(({ after }) => after.failureCode),
    changes.map(({ after }) => after.failureMessage),
    changes.map(({ eventId }) => eventId),
    changes.map(({ before }) => before.stage),
    changes.map(({ reason }) => reason),
    changes.map(({ after }) => after.operation),
    changes.map(({ after }) => after.voidReason),
    changes.map(({ after }) => after.nextActionUrl),
    changes.map(({ after }) => after.eventVersion),
    changes.map(({ dueInMs }) => dueInMs),
    changes.map(({ endsExpiry }) => endsExpiry),
    changes.map(({ after }) => after.trace),
  ];
}

/** Few processors say until when a hold stands, so most changes are spared the column. */
function storeCaptureDeadlines(transaction: Transaction, changes: readonly ChangeRows[]): void {
  const held = changes.filter(({ before, after }) => before.captureBefore !== after.captureBefore);
  if (held.length === 0) return;
  transaction.queue(STORE_CAPTURE_DEADLINES, [
    held.map(({ after }) => after.environmentId),
    held.map(({ after }) => after.id),
    held.map(({ after }) => after.captureBefore),
  ]);
}

/** What of the amount was captured; null for everything. */
function partOf({ amountValue }: Payment, captured: ProcessorCapture): string | null {
  return captured.amountValue === Number(amountValue) ? null : String(captured.amountValue);
}

function storeProcessorCaptures(transaction: Transaction, changes: readonly ChangeRows[]): void {
  const captures = changes.flatMap(({ after, eventId, captured }) =>
    captured === undefined ? [] : [{ ...after, eventId, reference: captured.reference }],
  );
  if (captures.length === 0) return;
  const payments = [captures.map(({ environmentId }) => environmentId), captures.map(({ id }) => id)];
  transaction.queue(CLOSE_CAPTURES, payments);
  transaction.queue(STORE_PROCESSOR_CAPTURES, [
    ...payments,
    captures.map(({ captureValue }) => captureValue),
    captures.map(({ eventId }) => eventId),
    captures.map(({ reference }) => reference),
  ]);
}

function completionOf({ after, eventId }: ChangeRows): Posting {
  const { environmentId, id, currency, captureOrigin: origin } = after;
  const amountValue = String(toCapture(after));
  return { environmentId, eventId, movement: 'payment completed', sourceId: id, origin, amountValue, currency };
}

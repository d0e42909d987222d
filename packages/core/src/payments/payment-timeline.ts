import type { EventKind, Schemas } from '@svc/contract';
import { shownStatus } from '../events/delivery-rows.js';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { fromPublicId, idTime, toPublicId } from '../platform/ids.js';
import { publicProcessor } from '../processors/connections/connection-name.js';
import { type Caller, oldestShown } from '../security/caller.js';
import { unknownPayment } from './payment-actions.js';
import { toCapture } from './payment-amounts.js';
import type { PaymentAttempt } from './processing/payment-attempt.entity.js';
import type { PaymentTransition } from './payment-transition.entity.js';
import { presentPayment } from './payment.presenter.js';
import { Payment } from './payment.entity.js';
import { Registry } from '../platform/wiring/registry.js';

/** What another concept adds to a payment's timeline. */
export interface TimelinePart {
  readonly entries: readonly Schemas['TimelineEntry'][];
  /** Objects whose deliveries belong to the timeline too. */
  readonly objectIds: readonly string[];
}

export interface TimelineSource {
  /** The entries about a payment, oldest first, at most `limit`. */
  of(caller: Caller, paymentId: string, limit: number): Promise<TimelinePart>;
}

export class TimelineSources extends Registry<TimelineSource> {}

type Entry = Schemas['TimelineEntry'];
type Transition = Pick<PaymentTransition, 'version' | 'fromStage' | 'status' | 'stage' | 'reason' | 'at'>;
type Attempt = Pick<PaymentAttempt, 'operation' | 'processor' | 'state' | 'code' | 'startedAt' | 'finishedAt'>;

interface DeliveryRow {
  id: string;
  webhookId: string;
  eventId: string;
  type: EventKind;
  status: Schemas['DeliveryStatus'];
  attempts: number;
}

const MAX_ENTRIES = 1_000;

const TRANSITIONS = namedQuery(
  'payment_transitions_of',
  `SELECT version, from_stage AS "fromStage", status, stage, reason, at FROM payment_transitions
    WHERE environment_id = $1 AND payment_id = $2 ORDER BY version LIMIT ${MAX_ENTRIES}`,
);

// Each half has an index of its own.
const ATTEMPTS = namedQuery(
  'payment_attempts_of',
  `SELECT operation, processor, state, code, started_at AS "startedAt", finished_at AS "finishedAt"
     FROM (SELECT * FROM payment_attempts WHERE environment_id = $1 AND payment_id = $2 AND state <> 'declined'
           UNION ALL
           SELECT * FROM payment_attempts WHERE environment_id = $1 AND payment_id = $2 AND state = 'declined') attempts
    ORDER BY id LIMIT ${MAX_ENTRIES}`,
);

const DELIVERIES = namedQuery(
  'payment_deliveries_of',
  `SELECT d.id, d.webhook_id AS "webhookId", d.event_id AS "eventId", d.type, ${shownStatus('d')} AS status, d.attempts
     FROM events e
     JOIN deliveries d ON d.environment_id = e.environment_id AND d.event_id = e.id
    WHERE e.environment_id = $1 AND e.object_id = ANY ($2::bigint[]) AND e.id >= $3 AND d.id >= $3
    ORDER BY d.id LIMIT ${MAX_ENTRIES}`,
);

/** The history of a payment, oldest entry first. */
export class PaymentTimeline {
  constructor(
    private readonly database: Database,
    private readonly sources: Iterable<TimelineSource>,
  ) {}

  async of(caller: Caller, publicId: string): Promise<Schemas['PaymentTimeline']> {
    const tables = this.database.forEnvironment(caller);
    const id = fromPublicId('pay', publicId);
    const payment = id === undefined ? undefined : await tables.find(Payment, id);
    if (id === undefined || payment === undefined) throw unknownPayment(publicId);
    const [transitions, attempts, parts] = await Promise.all([
      tables.run<Transition>(TRANSITIONS, [id]),
      tables.run<Attempt>(ATTEMPTS, [id]),
      Promise.all([...this.sources].map((source) => source.of(caller, id, MAX_ENTRIES))),
    ]);
    const objectIds = [id, ...parts.flatMap((part) => part.objectIds)];
    const deliveries = await tables.run<DeliveryRow>(DELIVERIES, [objectIds, oldestShown(caller)]);
    const entries = [
      ...states(payment, transitions, caller),
      ...attempts.map((attempt) => presentAttempt(attempt, payment)),
      ...parts.flatMap((part) => part.entries),
      ...deliveries.map(presentDelivery),
    ];
    // The sort is stable: entries of the same time keep the order states, attempts, refunds, deliveries.
    return { data: entries.slice(0, MAX_ENTRIES).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)) };
  }
}

function states(payment: Payment, transitions: readonly Transition[], caller: Caller): Entry[] {
  const { failure } = presentPayment(payment, caller.mode);
  const [first] = transitions;
  const created: Entry = {
    type: 'timeline.state',
    at: idTime(payment.id).toISOString(),
    status: 'pending',
    stage: first === undefined ? payment.stage : first.fromStage,
    failure: null,
    reason: null,
    version: 1,
  };
  const changes = transitions.map((transition): Entry => ({
    type: 'timeline.state',
    at: transition.at.toISOString(),
    status: transition.status,
    stage: transition.stage,
    failure: transition.status === 'failed' ? failure : null,
    reason: transition.reason,
    version: transition.version,
  }));
  return [created, ...changes];
}

function presentAttempt(attempt: Attempt, payment: Payment): Entry {
  return {
    type: 'timeline.attempt',
    at: attempt.startedAt.toISOString(),
    operation: attempt.operation,
    amount: amountOf(attempt, payment),
    processor: publicProcessor(attempt.processor).id,
    outcome: attempt.state === 'open' ? 'pending' : attempt.state,
    code: attempt.code,
    finishedAt: attempt.finishedAt?.toISOString() ?? null,
  };
}

function amountOf({ operation }: Attempt, payment: Payment): { value: number; currency: string } | null {
  if (operation === 'void') return null;
  const value = operation === 'capture' ? toCapture(payment) : Number(payment.amountValue);
  return { value, currency: payment.currency };
}

function presentDelivery(delivery: DeliveryRow): Entry {
  return {
    type: 'timeline.delivery',
    at: idTime(delivery.id).toISOString(),
    deliveryId: toPublicId('dlv', delivery.id),
    webhookId: toPublicId('wh', delivery.webhookId),
    eventId: toPublicId('evt', delivery.eventId),
    eventType: delivery.type,
    status: delivery.status,
    attempts: delivery.attempts,
  };
}

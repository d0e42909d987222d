import type { EventKind, Schemas } from '@svc/contract';
import { shownStatus } from '../events/delivery-rows.js';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { idTime, toPublicId } from '../platform/ids.js';
import { publicProcessor } from '../processors/connections/connection-name.js';
import { type Caller, oldestShown } from '../security/caller.js';
import { findPayment } from './payment-store.js';
import { toCapture } from './payment-amounts.js';
import type { PaymentAttempt } from './processing/payment-attempt.entity.js';
import type { PaymentTransition } from './payment-transition.entity.js';
import { presentPayment } from './payment.presenter.js';
import type { Payment } from './payment.entity.js';
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
type StateEntry = Schemas['timeline.state'];
interface StoredActor {
  readonly keyId: string | null;
  readonly userId: string | null;
  readonly actorName: string | null;
}

type Transition = Pick<PaymentTransition, 'version' | 'fromStage' | 'status' | 'stage' | 'reason' | 'at'> & StoredActor;
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

/** Who acted in row `t`, with the name of the key or person. */
const ACTOR = `t.key_id AS "keyId", t.user_id AS "userId",
               coalesce((SELECT k.name FROM api_keys k WHERE k.environment_id = $1 AND k.id = t.key_id),
                        (SELECT u.name FROM users u WHERE u.id = t.user_id)) AS "actorName"`;

const MAKER = namedQuery(
  'payment_maker',
  `SELECT ${ACTOR}
     FROM (SELECT maker_key_id AS key_id, maker_user_id AS user_id FROM payments WHERE environment_id = $1 AND id = $2) t`,
);

const TRANSITIONS = namedQuery(
  'payment_transitions_of',
  `SELECT t.version, t.from_stage AS "fromStage", t.status, t.stage, t.reason, t.at, ${ACTOR} FROM payment_transitions t
    WHERE t.environment_id = $1 AND t.payment_id = $2 ORDER BY t.version LIMIT ${MAX_ENTRIES}`,
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
  { plannedForValues: true },
);

/** The history of a payment, oldest entry first. */
export class PaymentTimeline {
  constructor(
    private readonly database: Database,
    private readonly sources: Iterable<TimelineSource>,
  ) {}

  async of(caller: Caller, publicId: string): Promise<Schemas['PaymentTimeline']> {
    const tables = this.database.forEnvironment(caller);
    const payment = await findPayment(tables, publicId);
    const { id } = payment;
    const [[maker], transitions, attempts, parts] = await Promise.all([
      tables.run<StoredActor>(MAKER, [id]),
      tables.run<Transition>(TRANSITIONS, [id]),
      tables.run<Attempt>(ATTEMPTS, [id]),
      Promise.all([...this.sources].map((source) => source.of(caller, id, MAX_ENTRIES))),
    ]);
    const objectIds = [id, ...parts.flatMap((part) => part.objectIds)];
    const deliveries = await tables.run<DeliveryRow>(DELIVERIES, [objectIds, oldestShown(caller)]);
    const entries = [
      ...states(payment, { maker, transitions }, caller),
      ...attempts.map((attempt) => presentAttempt(attempt, payment)),
      ...parts.flatMap((part) => part.entries),
      ...deliveries.map(presentDelivery),
    ];
    // The sort is stable: entries of the same time keep the order states, attempts, refunds and disputes, deliveries.
    return { data: entries.slice(0, MAX_ENTRIES).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)) };
  }
}

interface History {
  readonly maker: StoredActor | undefined;
  readonly transitions: readonly Transition[];
}

function states(payment: Payment, { maker, transitions }: History, caller: Caller): Entry[] {
  const { failure } = presentPayment(payment, caller.mode);
  const [first] = transitions;
  const created: Entry = {
    type: 'timeline.state',
    at: idTime(payment.id).toISOString(),
    status: 'pending',
    stage: first === undefined ? payment.stage : first.fromStage,
    failure: null,
    reason: null,
    by: maker === undefined ? null : presentActor(maker),
    version: 1,
  };
  const changes = transitions.map((transition): Entry => ({
    type: 'timeline.state',
    at: transition.at.toISOString(),
    status: transition.status,
    stage: transition.stage,
    failure: transition.status === 'failed' ? failure : null,
    reason: transition.reason,
    by: presentActor(transition),
    version: transition.version,
  }));
  return [created, ...changes];
}

function presentActor({ keyId, userId, actorName: name }: StoredActor): StateEntry['by'] {
  if (userId !== null) return { actor: 'member', id: toPublicId('usr', userId), name };
  return keyId === null ? null : { actor: 'api_key', id: toPublicId('key', keyId), name };
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

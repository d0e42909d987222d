import { isDeepStrictEqual } from 'node:util';
import type { EventKind } from '@svc/contract';
import { type EventCause, type Outbox, newEvent } from '../events/outbox.js';
import type { Transaction } from '../platform/database/database.js';
import { idTime, type IdSource } from '../platform/ids.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Mode } from '../security/environment.entity.js';
import { dueAt, type PeriodState } from './subscription-state.js';
import { presentSubscription } from './subscription.presenter.js';
import { Subscription } from './subscription.entity.js';

type SubscriptionEvent = Extract<EventKind, `subscription.${string}`>;

/** A written change, and the deliveries to enqueue after the commit. */
export interface ChangedSubscription {
  readonly subscription: Subscription;
  readonly deliveries: readonly WorkRef[];
}

/** Writes a subscription with its due time and the event of the change in one transaction. */
export class SubscriptionChanges {
  constructor(
    private readonly ids: IdSource,
    private readonly outbox: Outbox,
  ) {}

  /** Stores a new subscription with its event. */
  async insert(
    transaction: Transaction,
    subscription: Subscription,
    current: PeriodState | undefined,
    cause: EventCause,
  ): Promise<ChangedSubscription> {
    const eventId = await this.ids.one();
    const stored: Subscription = { ...subscription, dueAt: dueAt(subscription, current), updatedAt: idTime(eventId) };
    void transaction.forEnvironment(stored).insert(Subscription, stored);
    return { subscription: stored, deliveries: await this.tell(transaction, stored, eventId, cause, 'created') };
  }

  /** Stores a change of a locked subscription, with an event if a client can see the change. */
  async save(
    transaction: Transaction,
    before: Subscription,
    after: Subscription,
    current: PeriodState | undefined,
    cause: EventCause,
  ): Promise<ChangedSubscription> {
    // The events of a subscription are in the order of their ids, whichever process writes them.
    this.ids.follow(before.updatedAt);
    const eventId = await this.ids.one();
    const stored: Subscription = {
      ...after,
      version: before.version + 1,
      dueAt: dueAt(after, current),
      updatedAt: idTime(eventId),
    };
    void transaction.forEnvironment(stored).update(Subscription, { id: stored.id }, stored);
    const happened = whatHappened(before, stored, cause.mode);
    if (happened === undefined) return { subscription: stored, deliveries: [] };
    return { subscription: stored, deliveries: await this.tell(transaction, stored, eventId, cause, happened) };
  }

  private async tell(
    transaction: Transaction,
    subscription: Subscription,
    eventId: string,
    { mode, trace }: EventCause,
    happened: 'created' | Happened,
  ): Promise<readonly WorkRef[]> {
    const { environmentId, id } = subscription;
    const type: SubscriptionEvent = `subscription.${happened}`;
    const audience = await this.outbox.audience(transaction, [{ environmentId, type }]);
    const event = newEvent({
      environmentId,
      id: eventId,
      type,
      objectId: id,
      data: presentSubscription(subscription, mode),
      trace,
    });
    return this.outbox.append(transaction, [event], audience);
  }
}

type Happened = 'updated' | 'past_due' | 'cancelled';

/** The event of a change; none if only its version is new. A paid period is reported by its payment. */
function whatHappened(before: Subscription, after: Subscription, mode: Mode): Happened | undefined {
  const isNew = after.status !== before.status;
  if (isNew && (after.status === 'past_due' || after.status === 'cancelled')) return after.status;
  const { version, updatedAt } = after;
  const unchanged = presentSubscription({ ...before, version, updatedAt }, mode);
  return isDeepStrictEqual(unchanged, presentSubscription(after, mode)) ? undefined : 'updated';
}

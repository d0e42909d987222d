import type { EventKind } from '@svc/contract';
import { type Outbox, newEvent } from '../events/outbox.js';
import type { Transaction } from '../platform/database/database.js';
import { idTime, type IdSource } from '../platform/ids.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Mode } from '../security/environment.entity.js';
import { dueAt, type PeriodState } from './subscription-state.js';
import { presentSubscription } from './subscription.presenter.js';
import { Subscription } from './subscription.entity.js';

type SubscriptionEvent = Extract<EventKind, `subscription.${string}`>;

/** A written change, and the deliveries to hint to the workers after the commit. */
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
    mode: Mode,
  ): Promise<ChangedSubscription> {
    const stored: Subscription = { ...subscription, dueAt: dueAt(subscription, current) };
    void transaction.forEnvironment(stored).insert(Subscription, stored);
    const eventId = await this.ids.one();
    return { subscription: stored, deliveries: await this.tell(transaction, stored, eventId, mode, 'created') };
  }

  /** Stores a change of a locked subscription, with an event if the change has one. */
  async save(
    transaction: Transaction,
    before: Subscription,
    after: Subscription,
    current: PeriodState | undefined,
    mode: Mode,
  ): Promise<ChangedSubscription> {
    const eventId = await this.ids.one();
    const stored: Subscription = {
      ...after,
      version: before.version + 1,
      dueAt: dueAt(after, current),
      updatedAt: idTime(eventId),
    };
    void transaction.forEnvironment(stored).update(Subscription, { id: stored.id }, stored);
    const happened = stored.status === before.status ? undefined : HAPPENED[stored.status];
    if (happened === undefined) return { subscription: stored, deliveries: [] };
    return { subscription: stored, deliveries: await this.tell(transaction, stored, eventId, mode, happened) };
  }

  private async tell(
    transaction: Transaction,
    subscription: Subscription,
    eventId: string,
    mode: Mode,
    happened: 'created' | 'past_due' | 'cancelled',
  ): Promise<readonly WorkRef[]> {
    const { environmentId, id } = subscription;
    const type: SubscriptionEvent = `subscription.${happened}`;
    const audience = await this.outbox.audience(transaction, [{ environmentId, type }]);
    const event = newEvent(environmentId, eventId, type, id, presentSubscription(subscription, mode));
    return this.outbox.append(transaction, [event], audience);
  }
}

/** The event of a new status; a paid period is reported by its payment. */
const HAPPENED = {
  scheduled: undefined,
  active: undefined,
  past_due: 'past_due',
  cancelled: 'cancelled',
} as const;

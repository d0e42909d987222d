import type { EventKind } from '@svc/contract';
import { type EventCause, newEvent, type Outbox } from '../events/outbox.js';
import type { Transaction } from '../platform/database/database.js';
import type { IdSource } from '../platform/ids.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Customer } from './customer.entity.js';
import { presentCustomer } from './customer.presenter.js';

/** Writes the events of customers in the transaction of the change. */
export class CustomerEvents {
  constructor(
    private readonly ids: IdSource,
    private readonly outbox: Outbox,
  ) {}

  /** Stores an event about a customer, and returns the deliveries to add to the queue after the commit. */
  async tell(
    transaction: Transaction,
    customer: Customer,
    type: Extract<EventKind, `customer.${string}`>,
    { mode, trace }: EventCause,
  ): Promise<readonly WorkRef[]> {
    const { environmentId, id } = customer;
    const audience = await this.outbox.audience(transaction, [{ environmentId, type }]);
    // The events of a customer are in the order of their ids, whichever process writes them.
    this.ids.follow(customer.updatedAt);
    const data = presentCustomer(customer, mode);
    const event = newEvent({ environmentId, id: await this.ids.one(), type, objectId: id, data, trace });
    return this.outbox.append(transaction, [event], audience);
  }
}

import type { Input, Schemas } from '@svc/contract';
import type { Database } from '../../platform/database/database.js';
import type { PageCondition } from '../../platform/database/environment-tables.js';
import { idRangeOf, inIdRange } from '../../platform/database/id-range.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import { listPage, type Page, type PageRange } from '../../platform/lists/cursor.js';
import { type Caller, oldestShown } from '../../security/caller.js';
import type { DeliveryAttempt } from './delivery-attempt.entity.js';
import { Delivery } from './delivery.entity.js';
import { presentDelivery } from './delivery.presenter.js';
import { findWebhook } from '../endpoints/webhook-store.js';
import { scanningIfSeveral } from '../../platform/lists/filters.js';
import { fromPublicId, idAt } from '../../platform/ids.js';

const ATTEMPTS = namedQuery(
  'delivery_attempts_of',
  `SELECT environment_id AS "environmentId", delivery_id AS "deliveryId", n, at, duration_ms AS "durationMs",
          status_code AS "statusCode", error, detail, response_excerpt AS "responseExcerpt"
     FROM delivery_attempts
    WHERE environment_id = $1 AND delivery_id = ANY ($2::bigint[]) AND ${inIdRange('delivery_id', '$3', '$4')}
    ORDER BY delivery_id, n`,
);

/** Reads and lists deliveries. */
export class DeliveriesService {
  constructor(private readonly database: Database) {}

  /** A delivery with all its attempts. Throws `not_found`. */
  async get(caller: Caller, publicId: string): Promise<Schemas['Delivery']> {
    const id = fromPublicId('dlv', publicId);
    const delivery = id === undefined ? undefined : await this.database.forEnvironment(caller).find(Delivery, id);
    if (delivery === undefined || isPastRetention(caller, delivery.id)) throw unknownDelivery(publicId);
    const [presented] = await this.present(caller, [delivery]);
    if (presented === undefined) throw new Error('the delivery was not presented');
    return presented;
  }

  /** The deliveries that match the filters, newest first. */
  async list(caller: Caller, query: Input<'listDeliveries'>['query']): Promise<Page<Schemas['Delivery']>> {
    const tables = this.database.forEnvironment(caller);
    const conditions = [{ text: 'id >= ?', values: [oldestShown(caller)] }, ...deliveryConditions(query)];
    const read = (range: PageRange): Promise<Delivery[]> => tables.page(Delivery, range, conditions);
    const { data, ...rest } = await listPage('deliveries', caller, query, read, (delivery) => delivery);
    return { ...rest, data: await this.present(caller, data) };
  }

  /** The deliveries of an endpoint. Throws `not_found` for an unknown endpoint. */
  async listOf(
    caller: Caller,
    webhookId: string,
    query: Input<'listWebhookDeliveries'>['query'],
  ): Promise<Page<Schemas['Delivery']>> {
    await findWebhook(this.database.forEnvironment(caller), webhookId);
    return this.list(caller, { ...query, webhookId });
  }

  private async present(caller: Caller, deliveries: readonly Delivery[]): Promise<Schemas['Delivery'][]> {
    if (deliveries.length === 0) return [];
    const ids = deliveries.map((delivery) => delivery.id);
    const attempts = await this.database
      .forEnvironment(caller)
      .run<DeliveryAttempt>(ATTEMPTS, [ids, ...idRangeOf(ids)]);
    return deliveries.map((delivery) =>
      presentDelivery(
        delivery,
        attempts.filter((attempt) => attempt.deliveryId === delivery.id),
      ),
    );
  }
}

function isPastRetention(caller: Caller, id: string): boolean {
  return BigInt(id) < BigInt(oldestShown(caller));
}

export function unknownDelivery(publicId: string): DomainError {
  return new DomainError('not_found', `There is no delivery ${publicId}.`);
}

export type DeliveryFilters = Omit<Input<'listDeliveries'>['query'], 'limit' | 'cursor'>;

/** The conditions of the list filters. An unknown id matches nothing. */
export function deliveryConditions(filters: DeliveryFilters): PageCondition[] {
  const { status, type, eventId, webhookId, createdFrom, createdTo } = filters;
  const conditions: PageCondition[] = [];
  const add = (text: string, ...values: unknown[]): void => void conditions.push({ text, values });
  const addId = (column: string, id: string | undefined): void => {
    if (id === undefined) add('false');
    else add(`${column} = ?`, id);
  };
  // A literal, so that the partial index of undelivered rows is used; the contract allows only known statuses.
  if (status === 'pending') add(`status = 'pending' AND leased_until IS NULL`);
  // A delivery in progress is due: by an index this skips those that wait for their time or for a disabled endpoint.
  else if (status === 'delivering') add(`status = 'pending' AND leased_until IS NOT NULL AND due_at <= now()`);
  else if (status !== undefined) add(`status = '${status}'`);
  if (type !== undefined) add('type = ?', type);
  if (eventId !== undefined) addId('event_id', fromPublicId('evt', eventId));
  if (webhookId !== undefined) addId('webhook_id', fromPublicId('wh', webhookId));
  if (createdFrom !== undefined) add('id >= ?', idAt(new Date(createdFrom)));
  if (createdTo !== undefined) add('id < ?', idAt(new Date(createdTo)));
  return scanningIfSeveral(conditions, [status, type, webhookId]);
}

import type { Input, Schemas } from '@svc/contract';
import type { Database, Transaction } from '../platform/database/database.js';
import type { PageCondition } from '../platform/database/environment-tables.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { Idempotency } from '../platform/idempotency/idempotency.js';
import type { IdSource } from '../platform/ids/id-source.js';
import { fromPublicId } from '../platform/ids/public-id.js';
import { Cursors, DEFAULT_PAGE_SIZE, type Page } from '../platform/lists/cursor.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { Caller } from '../security/caller.js';
import type { DeliveryAttempt } from './delivery-attempt.entity.js';
import { Delivery } from './delivery.entity.js';
import { presentDelivery } from './delivery.presenter.js';
import { findWebhook } from './webhook-store.js';

const ATTEMPTS = namedQuery(
  'delivery_attempts_of',
  `SELECT environment_id AS "environmentId", delivery_id AS "deliveryId", n, at, duration_ms AS "durationMs",
          status_code AS "statusCode", error, detail, response_excerpt AS "responseExcerpt"
     FROM delivery_attempts WHERE environment_id = $1 AND delivery_id = ANY ($2::bigint[])
    ORDER BY delivery_id, n`,
);

const SOURCE = namedQuery(
  'deliveries_redelivery_source',
  `SELECT d.status, w.id IS NOT NULL AS "hasEndpoint", e.id IS NOT NULL AS "hasEvent"
     FROM deliveries d
     LEFT JOIN webhooks w ON w.environment_id = d.environment_id AND w.id = d.webhook_id AND w.deleted_at IS NULL
     LEFT JOIN events e ON e.environment_id = d.environment_id AND e.id = d.event_id
    WHERE d.environment_id = $1 AND d.id = $2`,
);

const REDELIVER = namedQuery(
  'deliveries_redeliver',
  `INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
   SELECT environment_id, $3, event_id, webhook_id, type, 'pending', now(), now() FROM deliveries
    WHERE environment_id = $1 AND id = $2
   RETURNING environment_id AS "environmentId", id, event_id AS "eventId", webhook_id AS "webhookId", type, status,
             attempts, due_at AS "dueAt", lease, lost_leases AS "lostLeases", reason,
             keeps_excerpts AS "keepsExcerpts", updated_at AS "updatedAt"`,
);

interface Source {
  readonly status: Delivery['status'];
  readonly hasEndpoint: boolean;
  readonly hasEvent: boolean;
}

const NOTHING: PageCondition = { text: 'false', values: [] };

/** What clients read of deliveries, and ask to be made again. */
export class DeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly ids: IdSource,
    private readonly idempotency: Idempotency,
    private readonly queues: WorkQueues,
  ) {}

  /** The delivery with that public id and all its attempts. */
  async get(caller: Caller, publicId: string): Promise<Schemas['Delivery']> {
    const id = fromPublicId('dlv', publicId);
    const delivery = id === undefined ? undefined : await this.database.forEnvironment(caller).find(Delivery, id);
    if (delivery === undefined) throw unknownDelivery(publicId);
    const [presented] = await this.present(caller, [delivery]);
    if (presented === undefined) throw new Error('a delivery was lost between two lines');
    return presented;
  }

  /** Deliveries to an endpoint, newest first, of those that the filters admit. */
  async listOf(
    caller: Caller,
    webhookId: string,
    query: Input<'listWebhookDeliveries'>['query'],
  ): Promise<Page<Schemas['Delivery']>> {
    const { limit = DEFAULT_PAGE_SIZE, cursor, ...filters } = query;
    const webhook = await findWebhook(this.database.forSystem(), caller, webhookId);
    const cursors = new Cursors('deliveries', { webhookId, ...filters });
    const beforeId = cursors.read(cursor);
    const conditions = [{ text: 'webhook_id = ?', values: [webhook.id] }, ...filterConditions(filters)];
    const tables = this.database.forEnvironment(caller);
    const rows = await tables.page(Delivery, { limit: limit + 1, beforeId }, conditions);
    const page = cursors.page(rows, limit, (delivery) => delivery);
    return { ...page, data: await this.present(caller, page.data) };
  }

  /** Sends the same event to the same endpoint once more, as a delivery of its own with a fresh budget of attempts. */
  async redeliver(caller: Caller, publicId: string): Promise<Schemas['Delivery']> {
    let made: Delivery | undefined;
    const answer = await this.idempotency.inTransaction(caller, async (transaction) => {
      made = await this.makeAgain(transaction, caller, publicId);
      return presentDelivery(made, []);
    });
    if (made !== undefined) await this.queues.hint('deliveries', [made]);
    return answer;
  }

  private async makeAgain(transaction: Transaction, caller: Caller, publicId: string): Promise<Delivery> {
    const id = fromPublicId('dlv', publicId);
    const [source] = id === undefined ? [] : await transaction.run<Source>(SOURCE, [caller.environmentId, id]);
    if (source === undefined) throw unknownDelivery(publicId);
    if (!source.hasEndpoint) throw conflict(source, 'The webhook of this delivery was deleted.');
    if (!source.hasEvent) throw conflict(source, 'The event of this delivery is past its retention.');
    const values = [caller.environmentId, id, await this.ids.one()];
    const [delivery] = await transaction.run<Delivery>(REDELIVER, values);
    if (delivery === undefined) throw unknownDelivery(publicId);
    return delivery;
  }

  private async present(caller: Caller, deliveries: readonly Delivery[]): Promise<Schemas['Delivery'][]> {
    if (deliveries.length === 0) return [];
    const ids = deliveries.map((delivery) => delivery.id);
    const attempts = await this.database.forEnvironment(caller).run<DeliveryAttempt>(ATTEMPTS, [ids]);
    return deliveries.map((delivery) =>
      presentDelivery(
        delivery,
        attempts.filter((attempt) => attempt.deliveryId === delivery.id),
      ),
    );
  }
}

function filterConditions({ status, type, eventId }: Input<'listWebhookDeliveries'>['query']): PageCondition[] {
  const conditions: PageCondition[] = [];
  if (status !== undefined) conditions.push({ text: 'status = ?', values: [status] });
  if (type !== undefined) conditions.push({ text: 'type = ?', values: [type] });
  if (eventId !== undefined) {
    const id = fromPublicId('evt', eventId);
    conditions.push(id === undefined ? NOTHING : { text: 'event_id = ?', values: [id] });
  }
  return conditions;
}

function unknownDelivery(publicId: string): DomainError {
  return new DomainError('not_found', `There is no delivery ${publicId}.`);
}

function conflict(source: Source, detail: string): DomainError {
  const members = { currentStatus: source.status, currentStage: null, allowedActions: [] };
  return new DomainError('state_conflict', detail, { members });
}

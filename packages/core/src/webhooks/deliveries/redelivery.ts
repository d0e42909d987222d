import type { Schemas } from '@svc/contract';
import { shownStatus } from '../../events/delivery-rows.js';
import type { Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import type { Idempotency } from '../../platform/idempotency/idempotency.js';
import { type IdSource, fromPublicId } from '../../platform/ids.js';
import type { WorkQueues } from '../../platform/queues/work-queues.js';
import { oldestShown, type Caller } from '../../security/caller.js';
import { unknownDelivery } from './deliveries.service.js';
import type { Delivery } from './delivery.entity.js';
import { presentDelivery } from './delivery.presenter.js';

const SOURCE = namedQuery(
  'deliveries_redelivery_source',
  `SELECT ${shownStatus('d')} AS status, w.id IS NOT NULL AS "hasEndpoint", e.id IS NOT NULL AS "hasEvent"
     FROM deliveries d
     LEFT JOIN webhooks w ON w.environment_id = d.environment_id AND w.id = d.webhook_id AND w.deleted_at IS NULL
     LEFT JOIN events e ON e.environment_id = d.environment_id AND e.id = d.event_id AND e.id >= $3
    WHERE d.environment_id = $1 AND d.id = $2 AND d.id >= $3`,
);

const REDELIVER = namedQuery(
  'deliveries_redeliver',
  `INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
   SELECT environment_id, $3, event_id, webhook_id, type, 'pending', now(), now() FROM deliveries
    WHERE environment_id = $1 AND id = $2
   RETURNING environment_id AS "environmentId", id, event_id AS "eventId", webhook_id AS "webhookId", type, status,
             attempts, due_at AS "dueAt", leased_until AS "leasedUntil", lease, lost_leases AS "lostLeases", reason,
             keeps_excerpts AS "keepsExcerpts", updated_at AS "updatedAt"`,
);

interface Source {
  readonly status: Delivery['status'];
  readonly hasEndpoint: boolean;
  readonly hasEvent: boolean;
}

/** Redelivers single events. */
export class Redelivery {
  constructor(
    private readonly ids: IdSource,
    private readonly idempotency: Idempotency,
    private readonly queues: WorkQueues,
  ) {}

  /** Creates a new delivery of the same event to the same endpoint, with all its attempts. */
  async redeliver(caller: Caller, publicId: string): Promise<Schemas['Delivery']> {
    let made: Delivery | undefined;
    const answer = await this.idempotency.inTransaction(caller, async (transaction) => {
      made = await this.makeAgain(transaction, caller, publicId);
      return presentDelivery(made, []);
    });
    if (made !== undefined) await this.queues.add('deliveries', [made]);
    return answer;
  }

  private async makeAgain(transaction: Transaction, caller: Caller, publicId: string): Promise<Delivery> {
    const id = fromPublicId('dlv', publicId);
    const asked = [caller.environmentId, id, oldestShown(caller)];
    const [source] = id === undefined ? [] : await transaction.run<Source>(SOURCE, asked);
    if (source === undefined) throw unknownDelivery(publicId);
    if (!source.hasEndpoint) throw conflict(source, 'The webhook of this delivery was deleted.');
    if (!source.hasEvent) throw conflict(source, 'The event of this delivery is past its retention.');
    const values = [caller.environmentId, id, await this.ids.one()];
    const [delivery] = await transaction.run<Delivery>(REDELIVER, values);
    if (delivery === undefined) throw unknownDelivery(publicId);
    return delivery;
  }
}

function conflict(source: Source, detail: string): DomainError {
  const members = { currentStatus: source.status, currentStage: null, allowedActions: [] };
  return new DomainError('state_conflict', detail, { members });
}

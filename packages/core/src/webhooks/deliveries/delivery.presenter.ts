import type { Schemas } from '@svc/contract';
import { idTime, toPublicId } from '../../platform/ids.js';
import type { DeliveryAttempt } from './delivery-attempt.entity.js';
import type { Delivery } from './delivery.entity.js';
import { publicDetail } from '../../platform/http-client/connection-error.js';

/** A delivery with its attempts in API responses. */
export function presentDelivery(delivery: Delivery, attempts: readonly DeliveryAttempt[]): Schemas['Delivery'] {
  const { dueAt, leasedUntil } = delivery;
  const status = delivery.status === 'pending' && leasedUntil !== null ? 'delivering' : delivery.status;
  return {
    id: toPublicId('dlv', delivery.id),
    eventId: toPublicId('evt', delivery.eventId),
    webhookId: toPublicId('wh', delivery.webhookId),
    type: delivery.type,
    status,
    attempts: attempts.map(presentAttempt),
    nextAttemptAt: status === 'pending' && dueAt instanceof Date ? dueAt.toISOString() : null,
    reason: delivery.reason,
    createdAt: idTime(delivery.id).toISOString(),
  };
}

function presentAttempt(attempt: DeliveryAttempt): Schemas['DeliveryAttempt'] {
  const { n, at, durationMs, statusCode, error, detail, responseExcerpt } = attempt;
  return {
    n,
    at: at.toISOString(),
    durationMs,
    statusCode,
    error,
    detail: error === null ? null : publicDetail(error, detail ?? ''),
    responseExcerpt,
  };
}

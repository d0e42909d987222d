import type { Schemas } from '@svc/contract';
import { idTime, toPublicId } from '../platform/ids.js';
import type { Mode } from '../security/environment.entity.js';
import type { Refund } from './refund.entity.js';

/** A refund in API responses and event data. */
export function presentRefund(refund: Refund, mode: Mode): Schemas['Refund'] {
  return {
    id: toPublicId('ref', refund.id),
    paymentId: toPublicId('pay', refund.paymentId),
    amount: { value: Number(refund.amountValue), currency: refund.currency },
    status: refund.status,
    reason: refund.reason,
    failure: presentRefundFailure(refund),
    metadata: refund.metadata,
    origin: refund.origin,
    mode,
    version: refund.version,
    createdAt: idTime(refund.id).toISOString(),
    updatedAt: refund.updatedAt.toISOString(),
  };
}

export function presentRefundFailure(refund: Refund): Schemas['Refund']['failure'] {
  if (refund.failureCode === null) return null;
  return { code: refund.failureCode, message: refund.failureMessage ?? '' };
}

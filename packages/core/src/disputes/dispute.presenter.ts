import type { Schemas } from '@svc/contract';
import { idTime, toPublicId } from '../platform/ids.js';
import type { Mode } from '../security/environment.entity.js';
import { withdrawnValue } from './dispute-state.js';
import type { Dispute } from './dispute.entity.js';

/** A dispute in API responses and event data. */
export function presentDispute(dispute: Dispute, mode: Mode): Schemas['Dispute'] {
  const { currency } = dispute;
  return {
    id: toPublicId('dis', dispute.id),
    paymentId: toPublicId('pay', dispute.paymentId),
    amount: { value: Number(dispute.amountValue), currency },
    withdrawnAmount: { value: withdrawnValue(dispute), currency },
    reason: dispute.reason,
    status: dispute.status,
    evidenceDueBy: dispute.evidenceDueBy?.toISOString() ?? null,
    processorUrl: dispute.processorUrl,
    mode,
    version: dispute.version,
    createdAt: idTime(dispute.id).toISOString(),
    updatedAt: dispute.updatedAt.toISOString(),
  };
}

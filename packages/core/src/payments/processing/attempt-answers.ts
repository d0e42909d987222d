import type { Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { ProcessorOutcome } from '../../processors/payment-processor.js';
import type { ClaimedPayment, OpenAttempt } from './payment-claims.js';

const FINISH_ATTEMPT = namedQuery(
  'payment_attempts_finish',
  `UPDATE payment_attempts SET state = $3, code = $4, finished_at = now(), answered_at = coalesce(answered_at, now())
    WHERE environment_id = $1 AND id = $2`,
);

const ATTEMPT_PENDING = namedQuery(
  'payment_attempts_pending',
  `UPDATE payment_attempts SET state = 'pending', unclear_since = NULL, answered_at = coalesce(answered_at, now())
    WHERE environment_id = $1 AND id = $2`,
);

// An approved void also ends the open authorization and capture.
const WITHDRAW = namedQuery(
  'payment_attempts_withdraw',
  `UPDATE payment_attempts SET state = 'declined', code = 'voided', finished_at = now()
    WHERE environment_id = $1 AND payment_id = $2 AND operation IN ('authorize', 'capture')
      AND state IN ('open', 'pending')`,
);

/** Stores a processor's response with its attempt. */
export function noteAnswer(
  transaction: Transaction,
  { environmentId, id, operation }: ClaimedPayment,
  attempt: OpenAttempt,
  outcome: ProcessorOutcome,
): void {
  if (outcome.kind === 'approved' || outcome.kind === 'declined') {
    const code = outcome.kind === 'declined' ? outcome.code : null;
    transaction.queue(FINISH_ATTEMPT, [environmentId, attempt.id, outcome.kind, code]);
    if (operation === 'void' && outcome.kind === 'approved') {
      transaction.queue(WITHDRAW, [environmentId, id]);
    }
  } else if (outcome.kind === 'requires_action' || outcome.kind === 'pending') {
    transaction.queue(ATTEMPT_PENDING, [environmentId, attempt.id]);
  }
}

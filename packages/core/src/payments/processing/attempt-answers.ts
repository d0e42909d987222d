import type { Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { ProcessorOutcome } from '../../processors/payment-processor.js';
import type { ClaimedPayment } from './payment-claims.js';

// A pending attempt is not finished.
const STORE_ANSWERS = namedQuery(
  'payment_attempts_note',
  `UPDATE payment_attempts a
      SET state = r.state, answered_at = coalesce(a.answered_at, now()),
          code = CASE WHEN r.state = 'pending' THEN a.code ELSE r.code END,
          finished_at = CASE WHEN r.state = 'pending' THEN a.finished_at ELSE now() END,
          unclear_since = CASE WHEN r.state = 'pending' THEN NULL ELSE a.unclear_since END
     FROM (SELECT * FROM unnest($1::int[], $2::bigint[], $3::text[], $4::text[]) LIMIT cardinality($2))
       AS r (environment_id, id, state, code)
    WHERE a.environment_id = r.environment_id AND a.id = r.id`,
);

// An approved void also ends the open authorization and capture.
const WITHDRAW = namedQuery(
  'payment_attempts_withdraw',
  `UPDATE payment_attempts a SET state = 'declined', code = 'voided', finished_at = now()
     FROM (SELECT * FROM unnest($1::int[], $2::bigint[]) LIMIT cardinality($2)) AS r (environment_id, payment_id)
    WHERE a.environment_id = r.environment_id AND a.payment_id = r.payment_id AND a.operation IN ('authorize', 'capture')
      AND a.state IN ('open', 'pending')`,
);

interface Answered {
  readonly payment: ClaimedPayment;
  readonly outcome: ProcessorOutcome;
}

/** Stores the responses of processors with their attempts. */
export function storeAnswers(transaction: Transaction, answered: readonly Answered[]): void {
  const known = answered.flatMap(({ payment, outcome }) => {
    const state = stateAfter(outcome);
    const code = outcome.kind === 'declined' ? outcome.code : null;
    return state === undefined ? [] : [{ payment, state, code }];
  });
  if (known.length > 0) {
    transaction.queue(STORE_ANSWERS, [
      known.map(({ payment }) => payment.environmentId),
      known.map(({ payment }) => payment.attempt.id),
      known.map(({ state }) => state),
      known.map(({ code }) => code),
    ]);
  }
  const voided = known.filter(({ payment, state }) => payment.operation === 'void' && state === 'approved');
  if (voided.length > 0) {
    transaction.queue(WITHDRAW, [
      voided.map(({ payment }) => payment.environmentId),
      voided.map(({ payment }) => payment.id),
    ]);
  }
}

function stateAfter({ kind }: ProcessorOutcome): 'approved' | 'declined' | 'pending' | undefined {
  if (kind === 'approved' || kind === 'declined') return kind;
  return kind === 'requires_action' || kind === 'pending' ? 'pending' : undefined;
}

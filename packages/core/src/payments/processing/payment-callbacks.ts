import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { WorkQueues } from '../../platform/queues/work-queues.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import type { ProcessorCallback } from '../../processors/payment-processor.js';
import type { CallbackTarget } from '../../processors/processor-callbacks.js';
import { inquireNow } from '../../processors/pending-inquiry.js';
import type { PaymentOperation } from '../payment-state.js';

// In `requires_attention` and `authorized` an approved attempt is queried too: the hold may have been voided, or have expired,
// since. In `authorized` with an open attempt only a person has confirmed the hold: a callback about the authorization or its
// void has the hold queried.
const ASK_NOW = namedQuery(
  'payments_ask_now',
  `UPDATE payments p SET ${inquireNow('p')}
     FROM payment_attempts a
    WHERE a.environment_id = $1 AND a.id = $2 AND a.processor = $3 AND a.operation = $4
      AND (a.state IN ('open', 'pending') OR (a.state = 'approved' AND p.stage IN ('requires_attention', 'authorized')))
      AND p.environment_id = a.environment_id AND p.id = a.payment_id AND p.status = 'pending'
      AND (p.operation = a.operation AND p.stage IN ('processing', 'requires_action', 'requires_attention')
        OR p.stage = 'authorized' AND a.operation IN ('authorize', 'void'))
    RETURNING p.environment_id AS "environmentId", p.id, p.due_at <= now() AS "isDue"`,
);

const NAMED = namedQuery(
  'payment_attempts_named',
  'SELECT operation FROM payment_attempts WHERE environment_id = $1 AND id = $2 AND processor = $3',
);

/** Makes payments due at once when their processor sends a callback. */
export class PaymentCallbacks implements CallbackTarget {
  constructor(
    private readonly database: Database,
    private readonly queues: Pick<WorkQueues, 'add'>,
  ) {}

  handles(operation: ProcessorCallback['operation']): boolean {
    return operation !== 'refund';
  }

  async askNow(processor: string, { environmentId, id, operation }: ProcessorCallback): Promise<boolean> {
    const tables = this.database.forEnvironment({ environmentId });
    const heard = await tables.run<WorkRef & { isDue: boolean }>(ASK_NOW, [id, processor, operation]);
    await this.queues.add(
      'payments',
      heard.filter(({ isDue }) => isDue).map((due) => ({ ...due, processor })),
    );
    return heard.length > 0;
  }

  async operationOf(processor: string, { environmentId, id }: WorkRef): Promise<PaymentOperation | undefined> {
    const tables = this.database.forEnvironment({ environmentId });
    const [named] = await tables.run<{ operation: PaymentOperation }>(NAMED, [id, processor]);
    return named?.operation;
  }
}

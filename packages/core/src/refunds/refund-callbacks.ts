import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { ProcessorCallback } from '../processors/payment-processor.js';
import type { AskedProcessor } from '../processors/processor-callbacks.js';

// A worker that is asking just now would put the refund off: with the lease gone it cannot.
const ASK_NOW = namedQuery(
  'refunds_ask_now',
  `UPDATE refunds r SET due_at = now(), lease = r.lease + 1
     FROM refund_attempts a
    WHERE a.environment_id = $1 AND a.id = $2 AND a.processor = $3 AND a.state IN ('open', 'pending')
      AND r.environment_id = a.environment_id AND r.id = a.refund_id AND r.status = 'pending'
    RETURNING r.environment_id AS "environmentId", r.id`,
);

/** Lets workers ask at once about refunds that a processor has called about. */
export class RefundCallbacks implements AskedProcessor {
  constructor(
    private readonly database: Database,
    private readonly queues: Pick<WorkQueues, 'hint'>,
  ) {}

  async askNow(processor: string, { environmentId, id }: ProcessorCallback): Promise<void> {
    const due = await this.database.forSystem().run<WorkRef>(ASK_NOW, [environmentId, id, processor]);
    await this.queues.hint('refunds', due);
  }
}

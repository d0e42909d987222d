import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { ProcessorCallback } from '../processors/payment-processor.js';
import type { CallbackTarget } from '../processors/processor-callbacks.js';
import { inquireNow } from '../processors/pending-inquiry.js';

// A completed refund can still fail.
const ASK_NOW = namedQuery(
  'refunds_ask_now',
  `UPDATE refunds r SET ${inquireNow('r')}
     FROM refund_attempts a
    WHERE a.environment_id = $1 AND a.id = $2 AND a.processor = $3 AND a.state <> 'declined'
      AND r.environment_id = a.environment_id AND r.id = a.refund_id AND r.status IN ('pending', 'completed')
    RETURNING r.environment_id AS "environmentId", r.id, r.due_at <= now() AS "isDue"`,
);

const NAMED = namedQuery(
  'refund_attempts_named',
  'SELECT 1 FROM refund_attempts WHERE environment_id = $1 AND id = $2 AND processor = $3',
);

/** Makes refunds due at once when their processor sends a callback. */
export class RefundCallbacks implements CallbackTarget {
  constructor(
    private readonly database: Database,
    private readonly queues: Pick<WorkQueues, 'add'>,
  ) {}

  handles(operation: ProcessorCallback['operation']): boolean {
    return operation === 'refund';
  }

  async askNow(processor: string, { environmentId, id }: ProcessorCallback): Promise<boolean> {
    const tables = this.database.forEnvironment({ environmentId });
    const heard = await tables.run<WorkRef & { isDue: boolean }>(ASK_NOW, [id, processor]);
    await this.queues.add(
      'refunds',
      heard.filter(({ isDue }) => isDue).map((due) => ({ ...due, processor })),
    );
    return heard.length > 0;
  }

  async operationOf(processor: string, { environmentId, id }: WorkRef): Promise<'refund' | undefined> {
    const named = await this.database.forEnvironment({ environmentId }).run(NAMED, [id, processor]);
    return named.length > 0 ? 'refund' : undefined;
  }
}

import type { Database, Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { StoredNotice } from './processor-notice.entity.js';

const ADD = namedQuery(
  'notices_add',
  `INSERT INTO processor_notices AS n (environment_id, processor_id, kind, reference, due_at, lease)
   VALUES ($1, $2, $3, $4, now(), gen_random_uuid())
   ON CONFLICT (environment_id, processor_id, kind, reference) DO UPDATE SET due_at = now(), lease = gen_random_uuid()`,
);

const CLAIM = namedQuery(
  'notices_claim',
  `UPDATE processor_notices n SET due_at = now() + $1::int * interval '1 millisecond', lease = gen_random_uuid()
     FROM (SELECT environment_id, processor_id, kind, reference FROM processor_notices
            WHERE due_at <= now() ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED) t
    WHERE n.environment_id = t.environment_id AND n.processor_id = t.processor_id AND n.kind = t.kind
      AND n.reference = t.reference
   RETURNING n.environment_id AS "environmentId", n.processor_id AS "processorId", n.kind, n.reference, n.lease`,
);

const POSTPONE = namedQuery(
  'notices_postpone',
  `UPDATE processor_notices SET due_at = now() + $6::int * interval '1 millisecond'
    WHERE environment_id = $1 AND processor_id = $2 AND kind = $3 AND reference = $4 AND lease = $5`,
);

const REMOVE = namedQuery(
  'notices_remove',
  `DELETE FROM processor_notices
    WHERE environment_id = $1 AND processor_id = $2 AND kind = $3 AND reference = $4 AND lease = $5 RETURNING 1 AS one`,
);

export type Notice = Pick<StoredNotice, 'environmentId' | 'processorId' | 'kind' | 'reference'>;
export type ClaimedNotice = Notice & Pick<StoredNotice, 'lease'>;

/** Keeps what processors report until they were asked about it. */
export class Notices {
  constructor(private readonly database: Database) {}

  /** Has the processor asked soon; an inquiry that runs is repeated. */
  async add({ environmentId, processorId, kind, reference }: Notice): Promise<void> {
    await this.database.forEnvironment({ environmentId }).run(ADD, [processorId, kind, reference]);
  }

  claim(leaseMs: number, limit: number): Promise<ClaimedNotice[]> {
    return this.database.forSystem().run<ClaimedNotice>(CLAIM, [leaseMs, limit]);
  }

  async postpone(
    { environmentId, processorId, kind, reference, lease }: ClaimedNotice,
    delayMs: number,
  ): Promise<void> {
    const values = [processorId, kind, reference, lease, delayMs];
    await this.database.forEnvironment({ environmentId }).run(POSTPONE, values);
  }

  /** Removes it in the transaction that writes the answer. Returns false if the answer must not be used. */
  async remove(transaction: Transaction, notice: ClaimedNotice): Promise<boolean> {
    const { environmentId, processorId, kind, reference, lease } = notice;
    const tables = transaction.forEnvironment({ environmentId });
    return (await tables.run(REMOVE, [processorId, kind, reference, lease])).length > 0;
  }
}

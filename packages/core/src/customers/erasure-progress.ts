import type { Database, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { ErasedCustomer } from '../platform/erasure/erasure-hooks.js';
import type { CustomerErasure } from './customer-erasure.entity.js';

const LEASE = `now() + interval '30 seconds'`;

const BEGIN = namedQuery(
  'customer_erasures_begin',
  `INSERT INTO customer_erasures (environment_id, customer_id, trace, due_at) VALUES ($1, $2, $3, ${LEASE})`,
);

const UNDER_WAY = namedQuery(
  'customer_erasures_under_way',
  'SELECT customer_id FROM customer_erasures WHERE environment_id = $1 AND customer_id = $2',
);

const ADVANCE = namedQuery(
  'customer_erasures_advance',
  `UPDATE customer_erasures SET stage = $3, position = $4, due_at = ${LEASE}
    WHERE environment_id = $1 AND customer_id = $2`,
);

const RENEW = namedQuery(
  'customer_erasures_renew',
  `UPDATE customer_erasures SET due_at = ${LEASE} WHERE environment_id = $1 AND customer_id = $2`,
);

const POSTPONE = namedQuery(
  'customer_erasures_postpone',
  `UPDATE customer_erasures SET due_at = now() + $3::int * interval '1 millisecond'
    WHERE environment_id = $1 AND customer_id = $2`,
);

const FINISH = namedQuery(
  'customer_erasures_finish',
  'DELETE FROM customer_erasures WHERE environment_id = $1 AND customer_id = $2',
);

const CLAIM_DUE = namedQuery(
  'customer_erasures_claim_due',
  `UPDATE customer_erasures e SET due_at = ${LEASE}
     FROM (SELECT environment_id, customer_id FROM customer_erasures WHERE due_at <= now()
            ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED) d
    WHERE e.environment_id = d.environment_id AND e.customer_id = d.customer_id
    RETURNING e.environment_id AS "environmentId", e.customer_id AS "customerId", e.stage, e.position, e.trace`,
);

/** An erasure and its progress. */
export type Erasure = Pick<CustomerErasure, 'environmentId' | 'customerId' | 'stage' | 'position' | 'trace'>;

/** Stores the progress of erasures, which renews their lease. Two workers on one do no harm: all steps can be repeated. */
export class ErasureProgress {
  constructor(private readonly database: Database) {}

  /** Stores an erasure in its first transaction; the caller has the lease. */
  begin(transaction: Transaction, { environmentId, customerId, trace }: ErasedCustomer): Erasure {
    transaction.queue(BEGIN, [environmentId, customerId, trace]);
    return { environmentId, customerId, trace, stage: null, position: '0' };
  }

  async isUnderWay({ environmentId, customerId }: ErasedCustomer): Promise<boolean> {
    return (await this.database.forEnvironment({ environmentId }).run(UNDER_WAY, [customerId])).length > 0;
  }

  async advance({ environmentId, customerId }: ErasedCustomer, stage: string, position: string): Promise<void> {
    await this.database.forEnvironment({ environmentId }).run(ADVANCE, [customerId, stage, position]);
  }

  /** Renews the lease while the same objects are being erased. */
  async renew({ environmentId, customerId }: ErasedCustomer): Promise<void> {
    await this.database.forEnvironment({ environmentId }).run(RENEW, [customerId]);
  }

  /** Ends the lease; the erasure continues after `delayMs`. */
  async postpone({ environmentId, customerId }: ErasedCustomer, delayMs: number): Promise<void> {
    await this.database.forEnvironment({ environmentId }).run(POSTPONE, [customerId, delayMs]);
  }

  async finish({ environmentId, customerId }: ErasedCustomer): Promise<void> {
    await this.database.forEnvironment({ environmentId }).run(FINISH, [customerId]);
  }

  /** Claims an erasure whose lease has ended, if there is one. */
  async claimDue(): Promise<Erasure | undefined> {
    const [erasure] = await this.database.forSystem().run<Erasure>(CLAIM_DUE, []);
    return erasure;
  }
}

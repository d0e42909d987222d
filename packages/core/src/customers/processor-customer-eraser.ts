import type { Database, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { ErasedCustomer, PersonalObjects } from '../platform/erasure/erasure-hooks.js';
import { toPublicId } from '../platform/ids.js';
import type { Logger } from '../platform/logger.js';
import type { ConnectionAdapters } from '../processors/connections/connection-adapters.js';
import type { ProcessorCustomer } from './processor-customer.entity.js';

const AGAIN = 'could not delete the customer at the processor; will retry';
const BATCH = 20;

const MARK = namedQuery(
  'processor_customers_mark',
  `UPDATE processor_customers SET erase_at = now()
    WHERE environment_id = $1 AND customer_id = $2 AND erase_at IS NULL`,
);

// Another try follows after a minute, then after twice as long each time, up to an hour.
const CLAIM = namedQuery(
  'processor_customers_claim',
  `UPDATE processor_customers p
      SET erase_at = now() + least(60 * 2 ^ least(p.erase_tries, 10), 3600) * interval '1 second',
          erase_tries = p.erase_tries + 1
     FROM (SELECT environment_id, customer_id, processor_id FROM processor_customers
            WHERE erase_at <= now() ORDER BY erase_at LIMIT $1 FOR UPDATE SKIP LOCKED) d
    WHERE p.environment_id = d.environment_id AND p.customer_id = d.customer_id AND p.processor_id = d.processor_id
   RETURNING p.environment_id AS "environmentId", p.customer_id AS "customerId", p.processor_id AS "processorId", p.reference`,
);

const REMOVE = namedQuery(
  'processor_customers_remove',
  'DELETE FROM processor_customers WHERE environment_id = $1 AND customer_id = $2 AND processor_id = $3',
);

type Marked = Pick<ProcessorCustomer, 'environmentId' | 'customerId' | 'processorId' | 'reference'>;

export interface ProcessorCustomerEraserDependencies {
  readonly database: Database;
  readonly connections: Pick<ConnectionAdapters, 'find'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Has processors delete erased customers, with their payment methods there. */
export class ProcessorCustomerEraser implements PersonalObjects {
  readonly name = 'processor customers';
  /** After payments: the workers of an open payment may still store a reference until its customer is erased. */
  readonly order = 3;

  constructor(private readonly deps: ProcessorCustomerEraserDependencies) {}

  /** Marks them: the processor may be away for long, and the erasure here does not wait for it. */
  erase(transaction: Transaction, { environmentId, customerId }: ErasedCustomer): Promise<string[]> {
    transaction.queue(MARK, [environmentId, customerId]);
    return Promise.resolve([]);
  }

  /** Handles a batch of marked ones. Returns true if there may be more. */
  async run(): Promise<boolean> {
    const marked = await this.deps.database.forSystem().run<Marked>(CLAIM, [BATCH]);
    await Promise.all(marked.map((each) => this.delete(each)));
    return marked.length === BATCH;
  }

  private async delete(marked: Marked): Promise<void> {
    const { environmentId, customerId, processorId, reference } = marked;
    const context = { customer: toPublicId('cust', customerId), processor: toPublicId('proc', processorId), reference };
    try {
      const connection = await this.deps.connections.find(environmentId, processorId);
      if (connection === undefined) {
        const left = 'the connection was deleted: delete the customer at the processor by hand';
        this.deps.logger.warn({ event: 'processor_customer_left', ...context }, left);
      } else if ((await connection.processor.deleteCustomer?.(reference)) === false) {
        return this.deps.logger.warn({ event: 'processor_customer_kept', ...context }, AGAIN);
      }
      await this.deps.database.forEnvironment(marked).run(REMOVE, [customerId, processorId]);
    } catch (error) {
      this.deps.logger.warn({ event: 'processor_customer_kept', ...context, err: error }, AGAIN);
    }
  }
}

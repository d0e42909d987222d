import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { toPublicId } from '../platform/ids.js';
import type { Logger } from '../platform/logger.js';
import type { ConnectionAdapters } from '../processors/connections/connection-adapters.js';
import type { PaymentMethod } from './payment-method.entity.js';
import type { PaymentTokens } from './payment-tokens.js';

const AGAIN = 'could not detach the payment method at the processor; will retry';
const BATCH = 20;

const COLUMNS = `m.environment_id AS "environmentId", m.id, m.customer_id AS "customerId", m.processor_id AS "processorId",
          m.token_ciphertext AS "tokenCiphertext", m.token_data_key AS "tokenDataKey"`;

// Another try follows after a minute, then after twice as long each time, up to an hour.
const CLAIM = namedQuery(
  'payment_methods_claim_to_detach',
  `WITH d AS MATERIALIZED (
     SELECT environment_id, id FROM payment_methods
      WHERE detach_at <= now() ORDER BY detach_at LIMIT $1 FOR UPDATE SKIP LOCKED
   )
   UPDATE payment_methods m
      SET detach_at = now() + least(60 * 2 ^ least(m.detach_tries, 10), 3600) * interval '1 second',
          detach_tries = m.detach_tries + 1
     FROM d
    WHERE m.environment_id = d.environment_id AND m.id = d.id
   RETURNING ${COLUMNS}`,
);

// At every connection: several may lead to the same account.
const KEPT = namedQuery(
  'payment_methods_kept',
  `SELECT ${COLUMNS} FROM payment_methods m
    WHERE m.environment_id = $1 AND m.customer_id = $2 AND m.deleted_at IS NULL`,
);

const DETACHED = namedQuery(
  'payment_methods_detached',
  `UPDATE payment_methods SET detach_at = NULL, token_ciphertext = NULL, token_data_key = NULL
    WHERE environment_id = $1 AND id = $2 AND deleted_at IS NOT NULL`,
);

type Method = Pick<
  PaymentMethod,
  'environmentId' | 'id' | 'customerId' | 'processorId' | 'tokenCiphertext' | 'tokenDataKey'
>;

export interface PaymentMethodDetacherDependencies {
  readonly database: Database;
  readonly tokens: PaymentTokens;
  readonly connections: Pick<ConnectionAdapters, 'find'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Has processors detach deleted payment methods from their customers there: nobody can charge them any more. */
export class PaymentMethodDetacher {
  constructor(private readonly deps: PaymentMethodDetacherDependencies) {}

  /** Handles a batch. Returns true if there may be more. */
  async run(): Promise<boolean> {
    const methods = await this.deps.database.forSystem().run<Method>(CLAIM, [BATCH]);
    await Promise.all(methods.map((method) => this.detach(method)));
    return methods.length === BATCH;
  }

  private async detach(method: Method): Promise<void> {
    const { database, tokens, connections, logger } = this.deps;
    const { environmentId, id, processorId } = method;
    const context = { paymentMethod: toPublicId('pm', id), processor: processorId && toPublicId('proc', processorId) };
    try {
      const token = tokens.open(method);
      const connection = processorId === null ? undefined : await connections.find(environmentId, processorId);
      if (connection === undefined) {
        const left = 'the connection was deleted: the payment method stays attached at the processor';
        logger.warn({ event: 'processor_method_left', ...context }, left);
      } else if (token !== undefined && !(await this.isKeptElsewhere(method, token))) {
        const isDetached = await connection.processor.detachMethod?.(token);
        if (isDetached === false) {
          return logger.warn({ event: 'processor_method_kept', ...context }, AGAIN);
        }
      }
      await database.forEnvironment(method).run(DETACHED, [id]);
    } catch (error) {
      logger.warn({ event: 'processor_method_kept', ...context, err: error }, AGAIN);
    }
  }

  /** Whether the customer has another payment method with the same token. */
  private async isKeptElsewhere(method: Method, token: string): Promise<boolean> {
    const tables = this.deps.database.forEnvironment(method);
    const kept = await tables.run<Method>(KEPT, [method.customerId]);
    return kept.some((other) => this.deps.tokens.open(other) === token);
  }
}

import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Database, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { nextVersion } from '../platform/database/next-version.js';
import type {
  ErasedCustomer,
  PersonalObjects,
  PersonalTraces,
  TracePosition,
} from '../platform/erasure/erasure-hooks.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { IdempotencyStore } from '../platform/idempotency/idempotency-store.js';
import { fromPublicId } from '../platform/ids.js';
import { requireMatch } from '../platform/preconditions.js';
import { withTimeout } from '../platform/with-timeout.js';
import type { Logger } from '../platform/logger.js';
import type { AuditLog } from '../security/audit-log.js';
import type { Caller } from '../security/caller.js';
import { unknownCustomer } from './customer-store.js';
import type { Erasure, ErasureProgress } from './erasure-progress.js';
import { ERASED_EMAIL } from '../platform/erasure/erased-json.js';
import { emptyPaymentMethods } from './payment-method-store.js';

// The normalized email becomes null, so that the next payment with it creates a new customer.
const ERASE = namedQuery(
  'customers_erase',
  `UPDATE customers
      SET erased_at = now(), email = $3, email_normalized = NULL, first_name = NULL, last_name = NULL, phone = NULL,
          address = NULL, locale = NULL, currency = NULL, email_receipts = true, default_payment_method_id = NULL,
          metadata = '{}', ${nextVersion()}
    WHERE environment_id = $1 AND id = $2 AND erased_at IS NULL`,
);

/** Erases the customer's own rows. After the commit the customer is no longer found. */
function eraseCustomerRow(transaction: Transaction, { environmentId, customerId }: ErasedCustomer): void {
  transaction.queue(ERASE, [environmentId, customerId, ERASED_EMAIL]);
  emptyPaymentMethods(transaction, { environmentId, id: customerId });
}

/** The customer as the object of events; its row is erased before. */
class OwnRecord implements PersonalObjects {
  readonly name = 'customer';
  readonly order = 0;

  erase(_: Transaction, { customerId }: ErasedCustomer, afterId: string): Promise<string[]> {
    return Promise.resolve(BigInt(afterId) < BigInt(customerId) ? [customerId] : []);
  }
}

// Waits for all transactions that write the customer's data, and blocks new ones.
const LOCK = namedQuery(
  'customers_lock_to_erase',
  'SELECT version, erased_at AS "erasedAt" FROM customers WHERE environment_id = $1 AND id = $2 FOR UPDATE',
);

/** Objects, or copies of them, per transaction. Rows are locked for milliseconds, however many a customer has. */
const BATCH = 200;
const POLL_EVERY_MS = 100;
const RETRY_DELAY_MS = 5_000;
const RETRY_AFTER_S = 5;

export interface CustomerEraserDependencies {
  readonly database: Database;
  readonly progress: ErasureProgress;
  readonly answers: IdempotencyStore;
  readonly audit: AuditLog;
  readonly objects: Iterable<PersonalObjects>;
  readonly traces: Iterable<PersonalTraces>;
  /** How long a request waits for the erasure to finish. */
  readonly waitMs: number;
  readonly logger: Logger;
}

/**
 * Deletes customers and erases their data everywhere. The first transaction erases the customer's own rows. The rest is erased
 * in batches by the request, or by a worker if the request cannot finish.
 */
export class CustomerEraser implements BeforeApplicationShutdown {
  private readonly running = new Set<Promise<void>>();
  private stopped = false;

  constructor(private readonly deps: CustomerEraserDependencies) {}

  /** Resolves when no personal data is left. Throws `erasure_in_progress` when that takes too long. */
  async delete(caller: Caller, publicId: string): Promise<void> {
    const customerId = fromPublicId('cust', publicId);
    if (customerId === undefined) throw unknownCustomer(publicId);
    const { environmentId, trace = null } = caller;
    const customer = { environmentId, customerId, trace };
    const erasure = await this.begin(caller, customer, publicId);
    if (erasure === undefined && !(await this.deps.progress.isUnderWay(customer))) throw unknownCustomer(publicId);
    const end = erasure === undefined ? this.end(customer) : this.track(erasure);
    // After a failure a worker continues: the customer is deleted, and the rest of the erasure is stored.
    const isFinished = await withTimeout(
      this.deps.waitMs,
      end.then(() => true),
    );
    if (isFinished) return;
    const detail = 'The customer is deleted. Their data is still being erased.';
    throw new DomainError('erasure_in_progress', detail, { retryAfterSeconds: RETRY_AFTER_S });
  }

  /** Continues an erasure whose lease has ended. Returns false when there is none. */
  async continueNext(): Promise<boolean> {
    const erasure = this.stopped ? undefined : await this.deps.progress.claimDue();
    if (erasure !== undefined) await this.track(erasure);
    return erasure !== undefined;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await Promise.allSettled(this.running);
  }

  /** Undefined when the customer is erased, or is being erased. */
  private begin(caller: Caller, customer: ErasedCustomer, publicId: string): Promise<Erasure | undefined> {
    return this.deps.database.transaction(async (transaction) => {
      const values = [customer.environmentId, customer.customerId];
      const [row] = await transaction.run<{ version: number; erasedAt: Date | null }>(LOCK, values);
      if (row === undefined) throw unknownCustomer(publicId);
      if (row.erasedAt !== null) return undefined;
      requireMatch(caller, row.version);
      eraseCustomerRow(transaction, customer);
      await this.deps.audit.record(transaction, caller, { action: 'customer.erased', objectId: publicId });
      return this.deps.progress.begin(transaction, customer);
    });
  }

  /** Resolves when another process has finished the erasure. */
  private async end(customer: ErasedCustomer): Promise<void> {
    const deadline = performance.now() + this.deps.waitMs;
    while (await this.deps.progress.isUnderWay(customer)) {
      if (performance.now() > deadline) throw new Error('the erasure takes too long');
      await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
    }
  }

  private track(erasure: Erasure): Promise<void> {
    const run = this.run(erasure).catch(async (error: unknown) => {
      const { customerId } = erasure;
      this.deps.logger.warn(
        { event: 'erasure_interrupted', customer: customerId, err: error },
        'the erasure was interrupted; a worker continues it',
      );
      await this.deps.progress.postpone(erasure, this.stopped ? 0 : RETRY_DELAY_MS).catch(() => {});
      throw error;
    });
    const tracked = run.finally(() => this.running.delete(tracked));
    this.running.add(tracked);
    return tracked;
  }

  private async run(erasure: Erasure): Promise<void> {
    const stages = [new OwnRecord(), ...inOrder(this.deps.objects)];
    const at = stages.findIndex(({ name }) => name === erasure.stage);
    for (const [index, objects] of stages.entries()) {
      if (index < at) continue;
      await this.eraseObjects(erasure, objects, index === at ? erasure.position : '0');
    }
    await this.whileFull(() => this.eraseAnswers(erasure));
    await this.deps.progress.finish(erasure);
  }

  private async eraseObjects(customer: ErasedCustomer, objects: PersonalObjects, position: string): Promise<void> {
    let after = position;
    await this.whileFull(async () => {
      const ids = await this.deps.database.transaction((transaction) =>
        objects.erase(transaction, customer, after, BATCH),
      );
      // In order, each after the commit of the one before: a trace may be made from data that the one before erases.
      for (const trace of ids.length === 0 ? [] : inOrder(this.deps.traces)) {
        await this.eraseTraces(customer, trace, ids);
      }
      after = ids.at(-1) ?? after;
      await this.deps.progress.advance(customer, objects.name, after);
      return ids.length;
    });
  }

  private async eraseTraces(customer: ErasedCustomer, trace: PersonalTraces, objectIds: string[]): Promise<void> {
    const next = (after?: TracePosition): Promise<TracePosition | undefined> =>
      this.deps.database.transaction((transaction) =>
        trace.erase(transaction, customer, { objectIds, after, limit: BATCH }),
      );
    let after = await next();
    while (after !== undefined) {
      this.requireRunning();
      await this.deps.progress.renew(customer);
      after = await next(after);
    }
  }

  private eraseAnswers(customer: ErasedCustomer): Promise<number> {
    return this.deps.database.transaction((transaction) => this.deps.answers.erase(transaction, customer, BATCH));
  }

  private async whileFull(batch: () => Promise<number>): Promise<void> {
    do {
      this.requireRunning();
    } while ((await batch()) === BATCH);
  }

  private requireRunning(): void {
    if (this.stopped) throw new Error('the process is stopping');
  }
}

function inOrder<Hook extends { readonly order: number }>(hooks: Iterable<Hook>): Hook[] {
  return [...hooks].sort((one, other) => one.order - other.order);
}

import { CONNECTION_WAIT_MS } from '../../platform/database/data-source.js';
import { GroupedWrites } from '../../platform/database/grouped-writes.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import type { Logger } from '../../platform/logger.js';
import type { WorkQueues } from '../../platform/queues/work-queues.js';
import type { Tracing } from '../../platform/tracing/tracing.js';
import type { CreateMetrics } from './create-metrics.js';
import type { CreatedPayment, NewPayment, PaymentWriter } from './payment-writer.js';

const MOST_PER_BATCH = 50;
const MOST_UNDER_WAY = 2;
/** More than this do not wait: they would be served too late. */
const MOST_WAITING = 1_000;
/** A batch waits this long for rows that others hold; then each of its payments goes its own way. */
const BATCH_LOCK_WAIT_MS = 50;

interface Waiting {
  readonly payment: NewPayment;
  readonly since: number;
}

export interface PaymentBatchesDependencies {
  readonly writer: PaymentWriter;
  readonly queues: WorkQueues;
  readonly metrics: CreateMetrics;
  readonly tracing: Tracing;
  readonly logger: Logger;
}

/** Writes payments in groups, and tells the workers of what each has left to do. */
export class PaymentBatches {
  private readonly groups: GroupedWrites<Waiting, CreatedPayment>;

  constructor(private readonly deps: PaymentBatchesDependencies) {
    const settings = {
      mostPerGroup: MOST_PER_BATCH,
      mostUnderWay: MOST_UNDER_WAY,
      longestWaitMs: CONNECTION_WAIT_MS,
    };
    this.groups = new GroupedWrites(
      (batch) => this.write(batch),
      settings,
      (size, error) => {
        deps.metrics.noteSplit();
        deps.logger.debug({ event: 'batch_split', payments: size, err: error }, 'written one by one');
      },
    );
    deps.metrics.watch(() => this.groups.size);
  }

  /** Creates a payment; it fails for reasons of its own alone, never for a neighbour's. */
  async create(payment: NewPayment): Promise<CreatedPayment> {
    const span = this.deps.tracing.begin('create payment', 'internal', payment.trace ?? null);
    try {
      // What follows from the payment, now or next year, follows from this step.
      const created = await this.enqueue({ ...payment, trace: span.trace ?? undefined });
      span.end(() => ({
        attributes: { 'svc.payment_id': created.answer.id, 'svc.replayed': created.kind === 'replayed' },
      }));
      return created;
    } catch (error) {
      span.end(() => ({ failure: error instanceof DomainError ? error.code : 'internal' }));
      throw error;
    }
  }

  private enqueue(payment: NewPayment): Promise<CreatedPayment> {
    if (this.groups.size >= MOST_WAITING) {
      return Promise.reject(new DomainError('unavailable', 'The service is temporarily unavailable. Try again.'));
    }
    return this.groups.add({ payment, since: performance.now() });
  }

  private async write(batch: readonly Waiting[]): Promise<readonly CreatedPayment[]> {
    const payments = batch.map(({ payment }) => payment);
    const begunAt = this.deps.metrics.begun(batch);
    const written = await this.deps.writer
      .create(payments, payments.length === 1 ? undefined : BATCH_LOCK_WAIT_MS)
      .finally(() => this.deps.metrics.ended(begunAt));
    const due = written.outcomes.flatMap((outcome) =>
      outcome.kind === 'created' && outcome.payment.stage === 'processing' ? [outcome.payment] : [],
    );
    void this.deps.queues.hint('payments', due);
    void this.deps.queues.hint('deliveries', written.deliveries);
    return written.outcomes;
  }
}

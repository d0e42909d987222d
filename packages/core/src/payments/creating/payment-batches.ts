import { CONNECTION_WAIT_MS } from '../../platform/database/open-database.js';
import { GroupedWrites } from '../../platform/database/grouped-writes.js';
import { DomainError, temporarilyUnavailable } from '../../platform/errors/domain-error.js';
import type { Logger } from '../../platform/logger.js';
import type { WorkQueues } from '../../platform/queues/work-queues.js';
import type { Tracing } from '../../platform/tracing/trace.js';
import type { CreatedPayment, NewPayment, PaymentWriter } from './payment-writer.js';
import type { Metrics } from '../../platform/metrics/metrics.js';

const MAX_PER_BATCH = 50;
const MAX_IN_FLIGHT = 2;
/** Further payments are refused, because they would be written too late. */
const MAX_WAITING = 1_000;
/** `lock_timeout` of a batch; after it each payment is written on its own. */
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

/** Writes payments in batches, and enqueues the resulting work after the commit. */
export class PaymentBatches {
  private readonly groups: GroupedWrites<Waiting, CreatedPayment>;

  constructor(private readonly deps: PaymentBatchesDependencies) {
    const settings = {
      maxPerGroup: MAX_PER_BATCH,
      maxInFlight: MAX_IN_FLIGHT,
      maxWaitMs: CONNECTION_WAIT_MS,
    };
    this.groups = new GroupedWrites(
      (batch) => this.write(batch),
      settings,
      (size, error) => {
        deps.metrics.countSplit();
        deps.logger.debug(
          { event: 'batch_split', payments: size, err: error },
          'a batch of payments failed; its payments are written one by one',
        );
      },
    );
    deps.metrics.watch(() => this.groups.size);
  }

  /** Creates a payment. Another payment of the same batch cannot make it fail. */
  async create(payment: NewPayment): Promise<CreatedPayment> {
    const span = this.deps.tracing.begin('create payment', 'internal', payment.trace ?? null);
    try {
      // Stored with the payment, so that later work on it belongs to this span.
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
    if (this.groups.size >= MAX_WAITING) {
      return Promise.reject(temporarilyUnavailable());
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
    void this.deps.queues.add('payments', due);
    void this.deps.queues.add('deliveries', written.deliveries);
    return written.outcomes;
  }
}

const SIZES = [1, 2, 5, 10, 20, 30, 40, 50];
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Measures how payments are written in batches. */
export class CreateMetrics {
  private readonly size;
  private readonly wait;
  private readonly duration;
  private readonly split;

  constructor(private readonly metrics: Metrics) {
    this.size = metrics.histogram('svc_create_batch_size', 'Payments written per transaction.', SIZES);
    this.wait = metrics.histogram('svc_create_wait_seconds', 'Time that new payments wait for a batch.', SECONDS);
    this.duration = metrics.histogram(
      'svc_create_batch_duration_seconds',
      'Duration of a batch until its commit or failure.',
      SECONDS,
    );
    this.split = metrics.counter('svc_create_batches_split_total', 'Batches that failed and were written one by one.');
  }

  /** Registers the gauge of waiting payments. */
  watch(waiting: () => number): void {
    this.metrics.gauge('svc_creates_waiting', 'New payments waiting for a batch.', waiting);
  }

  /** Records the start of a batch and returns its time. */
  begun(batch: readonly { readonly since: number }[]): number {
    const now = performance.now();
    this.size.observe(batch.length);
    for (const { since } of batch) this.wait.observe((now - since) / 1_000);
    return now;
  }

  /** Records the end of the batch that began at `begunAt`. */
  ended(begunAt: number): void {
    this.duration.observe((performance.now() - begunAt) / 1_000);
  }

  countSplit(): void {
    this.split.inc();
  }
}

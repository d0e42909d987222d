import { isDatabaseAway } from '../platform/database/database-away.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { Logger } from '../platform/logger.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { CreatedPayment, NewPayment, PaymentWriter, WrittenPayments } from './payment-writer.js';

interface Waiting {
  readonly payment: NewPayment;
  readonly resolve: (outcome: CreatedPayment) => void;
  readonly reject: (error: unknown) => void;
}

const MOST_PER_BATCH = 50;
const MOST_UNDER_WAY = 2;
/** More than this do not wait: they would be served too late. */
const MOST_WAITING = 1_000;
/** A batch waits this long for rows that others hold; then each of its payments goes its own way. */
const BATCH_LOCK_WAIT_MS = 50;

/**
 * Writes payments in groups: what arrives while batches are under way makes up the next one, and each request is
 * answered when its batch has been committed. No request waits for a group to fill.
 */
export class PaymentBatches {
  private readonly waiting: Waiting[] = [];
  private underWay = 0;

  constructor(
    private readonly writer: PaymentWriter,
    private readonly queues: WorkQueues,
    private readonly logger: Logger,
  ) {}

  /** Creates a payment; it fails for reasons of its own alone, never for a neighbour's. */
  create(payment: NewPayment): Promise<CreatedPayment> {
    if (this.waiting.length >= MOST_WAITING) {
      return Promise.reject(new DomainError('unavailable', 'The service cannot take the request now. Try again.'));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ payment, resolve, reject });
      this.start();
    });
  }

  private start(): void {
    while (this.underWay < MOST_UNDER_WAY && this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MOST_PER_BATCH);
      this.underWay++;
      void this.write(batch).finally(() => {
        this.underWay--;
        this.start();
      });
    }
  }

  private async write(batch: readonly Waiting[]): Promise<void> {
    const [only] = batch;
    if (batch.length === 1 && only !== undefined) return this.writeAlone(only);
    try {
      const payments = batch.map(({ payment }) => payment);
      this.answer(batch, await this.writer.create(payments, BATCH_LOCK_WAIT_MS));
    } catch (error) {
      // Who loses the connection cannot know whether the batch was committed: written again, it would be there twice.
      if (isDatabaseAway(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      this.logger.debug({ event: 'batch_split', payments: batch.length, err: error }, 'written one by one');
      // Outside the batch's place, so that those who come after it do not wait for its troubles.
      for (const waiting of batch) void this.writeAlone(waiting);
    }
  }

  private async writeAlone(waiting: Waiting): Promise<void> {
    try {
      this.answer([waiting], await this.writer.create([waiting.payment]));
    } catch (error) {
      waiting.reject(error);
    }
  }

  private answer(batch: readonly Waiting[], written: WrittenPayments): void {
    const due = written.outcomes.flatMap((outcome) =>
      outcome.kind === 'created' && outcome.payment.stage === 'processing' ? [outcome.payment] : [],
    );
    void this.queues.hint('payments', due);
    void this.queues.hint('deliveries', written.deliveries);
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = written.outcomes[index];
      if (outcome === undefined) reject(new Error('the writer returned no outcome for a payment'));
      else resolve(outcome);
    }
  }
}

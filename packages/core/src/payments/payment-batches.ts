import { GroupedWrites } from '../platform/database/grouped-writes.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { Logger } from '../platform/logger.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { CreatedPayment, NewPayment, PaymentWriter } from './payment-writer.js';

const MOST_PER_BATCH = 50;
const MOST_UNDER_WAY = 2;
/** More than this do not wait: they would be served too late. */
const MOST_WAITING = 1_000;
/** A batch waits this long for rows that others hold; then each of its payments goes its own way. */
const BATCH_LOCK_WAIT_MS = 50;

/** Writes payments in groups, and tells the workers of what each has left to do. */
export class PaymentBatches {
  private readonly groups: GroupedWrites<NewPayment, CreatedPayment>;

  constructor(
    private readonly writer: PaymentWriter,
    private readonly queues: WorkQueues,
    logger: Logger,
  ) {
    const settings = { mostPerGroup: MOST_PER_BATCH, mostUnderWay: MOST_UNDER_WAY };
    this.groups = new GroupedWrites((payments) => this.write(payments), settings, (size, error) => {
      logger.debug({ event: 'batch_split', payments: size, err: error }, 'written one by one');
    });
  }

  /** Creates a payment; it fails for reasons of its own alone, never for a neighbour's. */
  create(payment: NewPayment): Promise<CreatedPayment> {
    if (this.groups.size >= MOST_WAITING) {
      return Promise.reject(new DomainError('unavailable', 'The service cannot take the request now. Try again.'));
    }
    return this.groups.add(payment);
  }

  private async write(payments: readonly NewPayment[]): Promise<readonly CreatedPayment[]> {
    const written = await (payments.length === 1
      ? this.writer.create(payments)
      : this.writer.create(payments, BATCH_LOCK_WAIT_MS));
    const due = written.outcomes.flatMap((outcome) =>
      outcome.kind === 'created' && outcome.payment.stage === 'processing' ? [outcome.payment] : [],
    );
    void this.queues.hint('payments', due);
    void this.queues.hint('deliveries', written.deliveries);
    return written.outcomes;
  }
}

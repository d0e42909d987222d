import { newEvent, type Outbox } from '../events/outbox.js';
import type { Ledger } from '../ledger/ledger.js';
import { Payment } from '../payments/payment.entity.js';
import type { Transaction } from '../platform/database/database.js';
import type { TransactionTables } from '../platform/database/transaction-tables.js';
import { idTime, type IdSource } from '../platform/ids.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { OpenConnection } from '../processors/connections/connection-adapters.js';
import type { ReportedRefund } from '../processors/payment-processor.js';
import { RefundAttempt } from './refund-attempt.entity.js';
import { presentRefund } from './refund.presenter.js';
import { Refund } from './refund.entity.js';

/** A pending one is asked about after this time, unless a callback comes before. */
const CHECK_AFTER_MS = 60_000;
const STATES = { pending: 'pending', completed: 'approved', failed: 'declined' } as const;
const NO_DELIVERIES: readonly WorkRef[] = [];

type Connection = Pick<OpenConnection, 'environmentId' | 'name' | 'mode'>;

export interface ProcessorRefundWriterDependencies {
  readonly ids: IdSource;
  readonly outbox: Outbox;
  readonly ledger: Ledger;
}

/** Records refunds that were made at processors, with attempt, amount on the payment, ledger entries and event. */
export class ProcessorRefundWriter {
  constructor(private readonly deps: ProcessorRefundWriterDependencies) {}

  /** Records a refund of a completed payment once. Returns the deliveries of its event. */
  async write(
    transaction: Transaction,
    connection: Connection,
    paymentId: string,
    externalReference: string,
    reported: ReportedRefund,
  ): Promise<readonly WorkRef[]> {
    const { environmentId, name: processor } = connection;
    const tables = transaction.forEnvironment(connection);
    const payment = await tables.lock(Payment, paymentId);
    if (payment?.status !== 'completed') throw new Error('the payment of the refund is not completed');
    const known = await tables.find(RefundAttempt, { processor, externalReference });
    if (known !== undefined) return NO_DELIVERIES;
    // The refund's time becomes that of the payment's next version.
    this.deps.ids.follow(payment.updatedAt);
    const [id = '', attemptId = '', eventId = ''] = await this.deps.ids.take(3);
    const refund = refundOf(environmentId, id, payment, reported);
    const endedAt = reported.status === 'pending' ? null : refund.updatedAt;
    await tables.insert(Refund, refund);
    await tables.insert(RefundAttempt, {
      ...{ environmentId, id: attemptId, refundId: id, processor, externalReference },
      ...{ state: STATES[reported.status], code: refund.failureCode, startedAt: reported.createdAt },
      ...{ answeredAt: refund.updatedAt, finishedAt: endedAt, unclearSince: null },
    });
    if (reported.status !== 'failed') await takeFrom(tables, payment, refund);
    if (reported.status === 'pending') return NO_DELIVERIES;
    return this.announce(transaction, connection, refund, eventId);
  }

  /** Posts and reports a refund that has ended. */
  private async announce(
    transaction: Transaction,
    { mode }: Connection,
    refund: Refund,
    eventId: string,
  ): Promise<readonly WorkRef[]> {
    const { ledger, outbox } = this.deps;
    const { environmentId, id: sourceId, origin, amountValue, currency } = refund;
    const isCompleted = refund.status === 'completed';
    if (isCompleted) {
      const movement = 'refund completed';
      ledger.post(transaction, [{ environmentId, eventId, movement, sourceId, origin, amountValue, currency }]);
    }
    const type = isCompleted ? 'refund.completed' : 'refund.failed';
    const events = [
      newEvent({ environmentId, id: eventId, type, objectId: refund.id, data: presentRefund(refund, mode) }),
    ];
    return outbox.append(transaction, events, await outbox.audience(transaction, events));
  }
}

function refundOf(environmentId: number, id: string, payment: Payment, reported: ReportedRefund): Refund {
  const { status, failure, amountValue, currency, reason } = reported;
  const updatedAt = idTime(id);
  return {
    ...{ environmentId, id, paymentId: payment.id, version: 1, status, amountValue: String(amountValue), currency },
    ...{ reason, metadata: {}, origin: 'processor' as const },
    ...{ failureCode: failure?.code ?? null, failureMessage: failure?.message ?? null },
    dueAt: status === 'pending' ? new Date(updatedAt.getTime() + CHECK_AFTER_MS) : null,
    ...{ lease: 0, pendingInquiry: null, trace: null, updatedAt },
  };
}

/** What is taken may exceed what is left, if a refund of ours is pending: the processor then declines that one. */
async function takeFrom(
  tables: TransactionTables,
  payment: Payment,
  { amountValue, updatedAt }: Refund,
): Promise<void> {
  const changes = {
    refundedValue: String(BigInt(payment.refundedValue) + BigInt(amountValue)),
    processorRefundedValue: String(BigInt(payment.processorRefundedValue) + BigInt(amountValue)),
    version: payment.version + 1,
    updatedAt,
  };
  await tables.update(Payment, { id: payment.id }, changes);
}

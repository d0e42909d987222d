import { PaymentAttempt } from '../payments/processing/payment-attempt.entity.js';
import type { PaymentCallbacks } from '../payments/processing/payment-callbacks.js';
import { Payment } from '../payments/payment.entity.js';
import type { Database } from '../platform/database/database.js';
import type { Logger } from '../platform/logger.js';
import type { OpenConnection } from '../processors/connections/connection-adapters.js';
import type { NoticeAnswer, NoticeHandler } from '../processors/notices/notice-runner.js';
import { checkAfter } from '../processors/check-after.js';
import type { ReportedRefund } from '../processors/payment-processor.js';
import type { RefundCallbacks } from './refund-callbacks.js';
import { RefundAttempt } from './refund-attempt.entity.js';
import type { ProcessorRefundWriter } from './processor-refund-writer.js';

export interface RefundNoticesDependencies {
  readonly database: Database;
  readonly writer: ProcessorRefundWriter;
  readonly refunds: Pick<RefundCallbacks, 'askNow'>;
  readonly payments: Pick<PaymentCallbacks, 'askNow'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Asks processors about refunds that carry no reference of ours. A recorded one is asked about like any other refund. */
export class RefundNotices implements NoticeHandler {
  readonly kind = 'refund';

  constructor(private readonly deps: RefundNoticesDependencies) {}

  async ask(connection: OpenConnection, reference: string): Promise<NoticeAnswer> {
    const { environmentId, name } = connection;
    const tables = this.deps.database.forEnvironment(connection);
    const known = await tables.find(RefundAttempt, { processor: name, externalReference: reference });
    if (known !== undefined) return this.askAbout(connection, known);
    const report = (await connection.processor.getRefund?.(reference)) ?? ({ kind: 'foreign' } as const);
    if (report.kind === 'later' || report.kind === 'foreign') return report;
    // The account of one connection says nothing about the payments of another environment.
    const ours = report.kind === 'ours' ? report.attempt : report.refund.authorization;
    if (ours.environmentId !== environmentId) return { kind: 'foreign' };
    return report.kind === 'ours'
      ? this.askAbout(connection, report.attempt)
      : this.record(connection, reference, report.refund);
  }

  private async askAbout(
    { environmentId, name }: OpenConnection,
    { id }: Pick<RefundAttempt, 'id'>,
  ): Promise<NoticeAnswer> {
    await this.deps.refunds.askNow(name, { environmentId, id, operation: 'refund' });
    return { kind: 'known' };
  }

  private async record(connection: OpenConnection, reference: string, refund: ReportedRefund): Promise<NoticeAnswer> {
    const { name } = connection;
    const payment = await this.paymentOf(connection, refund);
    if (payment === undefined) {
      const note = { event: 'refund_ignored', processor: name, reference };
      this.deps.logger.warn(note, 'refund ignored: its payment is unknown here or has failed');
      return { kind: 'foreign' };
    }
    if (payment.status === 'completed') {
      const { writer } = this.deps;
      return {
        kind: 'found',
        write: (transaction) => writer.write(transaction, connection, payment.id, reference, refund),
      };
    }
    // It was captured, since it was refunded: that comes first.
    await this.deps.payments.askNow(name, { ...refund.authorization, operation: 'authorize' });
    return { kind: 'later', checkAfterMs: checkAfter({ startedAt: refund.createdAt, now: new Date() }) };
  }

  /** The refunded payment; undefined if the connection has no such payment, or if it failed. */
  private async paymentOf(
    connection: OpenConnection,
    { authorization, currency }: ReportedRefund,
  ): Promise<Payment | undefined> {
    const tables = this.deps.database.forEnvironment(connection);
    const attempt = await tables.find(PaymentAttempt, authorization.id);
    if (attempt?.processor !== connection.name) return undefined;
    const payment = await tables.find(Payment, attempt.paymentId);
    return payment?.currency === currency && payment.status !== 'failed' ? payment : undefined;
  }
}

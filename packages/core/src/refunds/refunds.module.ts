import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { Outbox } from '../events/outbox.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { Ledger } from '../ledger/ledger.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { TimelineSources } from '../payments/payment-timeline.js';
import { PaymentCallbacks } from '../payments/processing/payment-callbacks.js';
import { backgroundTask, OVERDUE_MS } from '../platform/background/background-task.js';
import { Database } from '../platform/database/database.js';
import { Idempotency } from '../platform/idempotency/idempotency.js';
import { IdSource } from '../platform/ids.js';
import { LeaseMetrics } from '../platform/metrics/lease-metrics.js';
import { WorkQueues } from '../platform/queues/work-queues.js';
import { ReportSourceRegistry } from '../platform/reports/report-source.js';
import { LOGGER } from '../platform/tokens.js';
import { provide, setting } from '../platform/wiring/provide.js';
import { concept, register } from '../platform/wiring/registry.js';
import { CallbackTargets } from '../processors/processor-callbacks.js';
import { CallLimits } from '../processors/call-limits.js';
import { NoticeHandlers } from '../processors/notices/notice-runner.js';
import { ProcessorCalls } from '../processors/processor-calls.js';
import { ConnectionUses } from '../processors/connections/connection-uses.js';
import { ProcessorRegistry } from '../processors/processor-registry.js';
import { ProcessorsModule } from '../processors/processors.module.js';
import { AuditLog } from '../security/audit-log.js';
import { SecurityModule } from '../security/security.module.js';
import { PendingRefunds } from './pending-refunds.js';
import { RefundNotices } from './refund-notices.js';
import { RefundCallbacks } from './refund-callbacks.js';
import { RefundClaims } from './refund-claims.js';
import { RefundOutcomes } from './refund-outcomes.js';
import { RefundReport } from './refund-report.js';
import { RefundRunner } from './refund-runner.js';
import { RefundTimeline } from './refund-timeline.js';
import { RefundWriter } from './refund-writer.js';
import { RefundsService } from './refunds.service.js';
import { ProcessorRefundWriter } from './processor-refund-writer.js';

/** Refunds and their background work. */
@Module(
  concept(
    [
      provide(RefundWriter, [IdSource]),
      provide(RefundsService, {
        database: Database,
        writer: RefundWriter,
        idempotency: Idempotency,
        queues: WorkQueues,
        audit: AuditLog,
      }),
      provide(RefundClaims, [Database, IdSource, setting(({ PAYMENT_LEASE }) => PAYMENT_LEASE)]),
      provide(RefundOutcomes, { database: Database, ids: IdSource, outbox: Outbox, ledger: Ledger }),
      provide(RefundRunner, {
        claims: RefundClaims,
        processors: ProcessorRegistry,
        outcomes: RefundOutcomes,
        queues: WorkQueues,
        calls: ProcessorCalls,
        limits: CallLimits,
        leases: LeaseMetrics,
        logger: LOGGER,
      }),
      backgroundTask(RefundRunner, {
        name: 'refunds',
        run: (runner) => runner.sweep(OVERDUE_MS),
        drain: (runner) => runner.drain(),
      }),
      ...register(ConnectionUses, provide(PendingRefunds, [])),
      ...register(CallbackTargets, provide(RefundCallbacks, [Database, WorkQueues])),
      provide(ProcessorRefundWriter, { ids: IdSource, outbox: Outbox, ledger: Ledger }),
      ...register(
        NoticeHandlers,
        provide(RefundNotices, {
          database: Database,
          writer: ProcessorRefundWriter,
          refunds: RefundCallbacks,
          payments: PaymentCallbacks,
          logger: LOGGER,
        }),
      ),
      ...register(TimelineSources, provide(RefundTimeline, [Database])),
      ...register(ReportSourceRegistry, provide(RefundReport, [])),
    ],
    [EventsModule, LedgerModule, PaymentsModule, ProcessorsModule, SecurityModule],
  ),
)
export class RefundsModule {}

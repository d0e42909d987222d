import { Module } from '@nestjs/common';
import { ChargedMethods } from '../customers/charged-methods.js';
import { ProcessorCustomers } from '../customers/processor-customers.js';
import { CustomerDirectory } from '../customers/customer-directory.js';
import { CustomersModule } from '../customers/customers.module.js';
import { EventsModule } from '../events/events.module.js';
import { Outbox } from '../events/outbox.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { Ledger } from '../ledger/ledger.js';
import { backgroundTask, OVERDUE_MS, TASK_BATCH } from '../platform/background/background-task.js';
import { Database } from '../platform/database/database.js';
import { PersonalObjectsRegistry } from '../platform/erasure/erasure-hooks.js';
import { IdempotencyStore } from '../platform/idempotency/idempotency-store.js';
import { Idempotency } from '../platform/idempotency/idempotency.js';
import { IdSource } from '../platform/ids.js';
import { LeaseMetrics } from '../platform/metrics/lease-metrics.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { PaymentOutcomeListeners } from '../platform/payment-outcomes.js';
import { WorkQueues } from '../platform/queues/work-queues.js';
import { ReportSourceRegistry } from '../platform/reports/report-source.js';
import { Schedules } from '../platform/schedules/schedule.js';
import { CONFIG, LOGGER } from '../platform/tokens.js';
import { TRACING } from '../platform/tracing/trace.js';
import { provide, setting } from '../platform/wiring/provide.js';
import { concept, register } from '../platform/wiring/registry.js';
import { CallbackTargets } from '../processors/processor-callbacks.js';
import { CallLimits } from '../processors/call-limits.js';
import { ProcessorCalls } from '../processors/processor-calls.js';
import { ConnectionUses } from '../processors/connections/connection-uses.js';
import { ProcessorRegistry } from '../processors/processor-registry.js';
import { ProcessorsModule } from '../processors/processors.module.js';
import { SandboxProcessor } from '../processors/sandbox-processor.js';
import { AuditLog } from '../security/audit-log.js';
import { SecurityModule } from '../security/security.module.js';
import { PaymentActions } from './payment-actions.js';
import { CreateMetrics, PaymentBatches } from './creating/payment-batches.js';
import { PaymentCallbacks } from './processing/payment-callbacks.js';
import { PaymentClaims } from './processing/payment-claims.js';
import { PaymentOutcomes } from './processing/payment-outcomes.js';
import { PaymentEdits } from './payment-edits.js';
import { PaymentErasure } from './payment-erasure.js';
import { PaymentExpiry } from './payment-expiry.js';
import { PaymentPages } from './payment-pages.js';
import { PaymentReport } from './payment-report.js';
import { PaymentRunner } from './processing/payment-runner.js';
import { PaymentTimeline, TimelineSources } from './payment-timeline.js';
import { PaymentTransitions } from './payment-transitions.js';
import { PaymentWriter } from './creating/payment-writer.js';
import { PendingPayments } from './processing/pending-payments.js';
import { PaymentsInFlight } from './processing/payments-in-flight.js';
import { PaymentsService } from './payments.service.js';
import { RecurringPayments } from './creating/recurring-payments.js';
import { SandboxActions } from './processing/sandbox-actions.js';
import { SettlementMetrics } from './processing/settlement-metrics.js';
import { SettlementWatch } from './settlement-watch.js';

/** Payments and their background work. */
@Module(
  concept(
    [
      provide(PaymentWriter, {
        database: Database,
        ids: IdSource,
        customers: CustomerDirectory,
        outbox: Outbox,
        idempotency: Idempotency,
        keys: IdempotencyStore,
        processors: ProcessorRegistry,
      }),
      provide(CreateMetrics, [Metrics]),
      provide(PaymentBatches, {
        writer: PaymentWriter,
        queues: WorkQueues,
        metrics: CreateMetrics,
        tracing: TRACING,
        logger: LOGGER,
      }),
      provide(SettlementWatch, [Database]),
      provide(PaymentsService, {
        database: Database,
        batches: PaymentBatches,
        idempotency: Idempotency,
        settlements: SettlementWatch,
        expiry: PaymentExpiry,
      }),
      provide(PaymentOutcomeListeners, []),
      provide(PaymentTransitions, {
        ids: IdSource,
        outbox: Outbox,
        ledger: Ledger,
        outcomeListeners: PaymentOutcomeListeners,
        publicUrl: setting(({ PUBLIC_URL }) => PUBLIC_URL?.replace(/\/+$/, '')),
      }),
      provide(PaymentActions, {
        database: Database,
        processors: ProcessorRegistry,
        transitions: PaymentTransitions,
        idempotency: Idempotency,
        queues: WorkQueues,
        audit: AuditLog,
      }),
      provide(PaymentEdits, [Database]),
      provide(PaymentExpiry, {
        database: Database,
        transitions: PaymentTransitions,
        queues: WorkQueues,
        logger: LOGGER,
      }),
      provide(TimelineSources, []),
      provide(PaymentTimeline, [Database, TimelineSources]),
      provide(PaymentClaims, [Database, IdSource, setting(({ PAYMENT_LEASE }) => PAYMENT_LEASE)]),
      provide(RecurringPayments, [PaymentWriter]),
      provide(PaymentsInFlight, [Database]),
      provide(SettlementMetrics, [Metrics]),
      provide(PaymentOutcomes, [Database, PaymentTransitions]),
      provide(PaymentRunner, {
        claims: PaymentClaims,
        processors: ProcessorRegistry,
        outcomes: PaymentOutcomes,
        methods: ChargedMethods,
        customers: ProcessorCustomers,
        pages: PaymentPages,
        queues: WorkQueues,
        calls: ProcessorCalls,
        limits: CallLimits,
        leases: LeaseMetrics,
        settlements: SettlementMetrics,
        logger: LOGGER,
        settings: CONFIG,
      }),
      provide(PaymentPages, [Database, setting(({ API_KEY_PEPPER }) => API_KEY_PEPPER)]),
      provide(SandboxActions, [
        Database,
        WorkQueues,
        setting(({ API_KEY_PEPPER }) => API_KEY_PEPPER),
        setting(({ CELL }) => CELL),
      ]),
      backgroundTask(PaymentRunner, {
        name: 'payments',
        run: (runner) => runner.sweep(OVERDUE_MS),
        drain: (runner) => runner.drain(),
      }),
      backgroundTask(PaymentExpiry, {
        name: 'expiries',
        run: async (expiry) => (await expiry.settleDue(TASK_BATCH)) === TASK_BATCH,
      }),
      ...register(ProcessorRegistry, provide(SandboxProcessor, [SandboxActions])),
      ...register(ConnectionUses, provide(PendingPayments, [])),
      ...register(CallbackTargets, provide(PaymentCallbacks, [Database, WorkQueues])),
      ...register(Schedules, PaymentExpiry),
      ...register(PersonalObjectsRegistry, provide(PaymentErasure, [])),
      ...register(ReportSourceRegistry, provide(PaymentReport, [])),
    ],
    [CustomersModule, EventsModule, LedgerModule, ProcessorsModule, SecurityModule],
  ),
)
export class PaymentsModule {}

import type { FactoryProvider } from '@nestjs/common';
import { ChargedMethods } from './customers/charged-methods.js';
import { CustomerDirectory } from './customers/customer-directory.js';
import { Outbox } from './events/outbox.js';
import { Ledger } from './ledger/ledger.js';
import { CreateMetrics } from './payments/create-metrics.js';
import { PaymentActions } from './payments/payment-actions.js';
import { PaymentBatches } from './payments/payment-batches.js';
import { PaymentClaims } from './payments/payment-claims.js';
import { PaymentEdits } from './payments/payment-edits.js';
import { PaymentExpiry } from './payments/payment-expiry.js';
import { PaymentRunner } from './payments/payment-runner.js';
import { PaymentTimeline } from './payments/payment-timeline.js';
import { PaymentTransitions } from './payments/payment-transitions.js';
import { PaymentWriter } from './payments/payment-writer.js';
import { PaymentsInFlight } from './payments/payments-in-flight.js';
import { PaymentsService } from './payments/payments.service.js';
import { RecurringPayments } from './payments/recurring-payments.js';
import { SandboxActions } from './payments/sandbox-actions.js';
import { SettlementMetrics } from './payments/settlement-metrics.js';
import { SettlementWatch } from './payments/settlement-watch.js';
import type { Config } from './platform/config/config.js';
import { Database } from './platform/database/database.js';
import { Idempotency } from './platform/idempotency/idempotency.js';
import { IdempotencyStore } from './platform/idempotency/idempotency-store.js';
import { IdSource } from './platform/ids/id-source.js';
import { LeaseMetrics } from './platform/metrics/lease-metrics.js';
import { Metrics } from './platform/metrics/metrics.js';
import { CONFIG, LOGGER, TIMELINE_SOURCES } from './platform/tokens.js';
import { PAYMENT_OUTCOME_LISTENERS } from './platform/payment-outcomes.js';
import { TRACING } from './platform/tracing/tracing.js';
import { WorkQueues } from './platform/queues/work-queues.js';
import { ProcessorCalls } from './processors/processor-calls.js';
import { ProcessorRegistry } from './processors/processor-registry.js';
import { AuditLog } from './security/audit-log.js';
import { provide } from './provide.js';

/** Payments and what carries them out. */
export const paymentsProviders: FactoryProvider[] = [
  {
    provide: SandboxActions,
    useFactory: (database: Database, queues: WorkQueues, config: Config) =>
      new SandboxActions(database, queues, config.API_KEY_PEPPER),
    inject: [Database, WorkQueues, CONFIG],
  },
  provide(PaymentWriter, [Database, IdSource, CustomerDirectory, Outbox, Idempotency, IdempotencyStore]),
  provide(SettlementWatch, [Database]),
  provide(CreateMetrics, [Metrics]),
  provide(PaymentBatches, [PaymentWriter, WorkQueues, CreateMetrics, TRACING, LOGGER]),
  provide(PaymentsService, [Database, PaymentBatches, ProcessorRegistry, Idempotency, SettlementWatch, PaymentExpiry]),
  provide(PaymentActions, [PaymentTransitions, Idempotency, WorkQueues, AuditLog]),
  provide(PaymentEdits, [Database]),
  provide(PaymentExpiry, [Database, PaymentTransitions, WorkQueues, LOGGER]),
  provide(PaymentTimeline, [Database, TIMELINE_SOURCES]),
  {
    provide: PaymentClaims,
    useFactory: (database: Database, ids: IdSource, config: Config) =>
      new PaymentClaims(database, ids, config.PAYMENT_LEASE),
    inject: [Database, IdSource, CONFIG],
  },
  provide(PaymentTransitions, [IdSource, Outbox, Ledger, PAYMENT_OUTCOME_LISTENERS]),
  provide(RecurringPayments, [PaymentWriter, ProcessorRegistry]),
  provide(PaymentsInFlight, [Database]),
  provide(SettlementMetrics, [Metrics]),
  provide(PaymentRunner, [
    Database,
    PaymentClaims,
    ProcessorRegistry,
    PaymentTransitions,
    ChargedMethods,
    WorkQueues,
    ProcessorCalls,
    LeaseMetrics,
    SettlementMetrics,
    LOGGER,
    CONFIG,
  ]),
];

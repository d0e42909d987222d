import { Module } from '@nestjs/common';
import { CustomerDirectory } from '../customers/customer-directory.js';
import { CustomerEvents } from '../customers/customer-events.js';
import { SavedMethods } from '../customers/saved-methods.js';
import { CustomersModule } from '../customers/customers.module.js';
import { EventsModule } from '../events/events.module.js';
import { Outbox } from '../events/outbox.js';
import { PaymentWriter } from '../payments/creating/payment-writer.js';
import { PaymentPages } from '../payments/payment-pages.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { SandboxActions } from '../payments/processing/sandbox-actions.js';
import { SettlementWatch } from '../payments/settlement-watch.js';
import { backgroundTask, TASK_BATCH } from '../platform/background/background-task.js';
import { Database } from '../platform/database/database.js';
import { PersonalObjectsRegistry } from '../platform/erasure/erasure-hooks.js';
import { Idempotency } from '../platform/idempotency/idempotency.js';
import { IdSource } from '../platform/ids.js';
import { PaymentOutcomeListeners } from '../platform/payment-outcomes.js';
import { WorkQueues } from '../platform/queues/work-queues.js';
import { Schedules } from '../platform/schedules/schedule.js';
import { LOGGER } from '../platform/tokens.js';
import { provide } from '../platform/wiring/provide.js';
import { concept, register } from '../platform/wiring/registry.js';
import { ProcessorRegistry } from '../processors/processor-registry.js';
import { ProcessorsModule } from '../processors/processors.module.js';
import { AuditLog } from '../security/audit-log.js';
import { SecurityModule } from '../security/security.module.js';
import { CheckoutChanges } from './checkout-changes.js';
import { CheckoutErasure } from './checkout-erasure.js';
import { CheckoutExpiration } from './checkout-expiration.js';
import { CheckoutPages } from './checkout-pages.js';
import { CheckoutPayments } from './checkout-payments.js';
import { CheckoutSchedule } from './checkout-schedule.js';
import { CheckoutSessionsService } from './checkout-sessions.service.js';

/** Checkout sessions: pages on which customers pay. */
@Module(
  concept(
    [
      provide(CheckoutChanges, [IdSource, Outbox]),
      provide(CheckoutPayments, [PaymentWriter, CheckoutChanges, SavedMethods, ProcessorRegistry]),
      provide(CheckoutSessionsService, {
        database: Database,
        ids: IdSource,
        customers: CustomerDirectory,
        customerEvents: CustomerEvents,
        pages: PaymentPages,
        idempotency: Idempotency,
        queues: WorkQueues,
        audit: AuditLog,
        processors: ProcessorRegistry,
      }),
      provide(CheckoutExpiration, {
        sessions: CheckoutSessionsService,
        changes: CheckoutChanges,
        idempotency: Idempotency,
        queues: WorkQueues,
        audit: AuditLog,
      }),
      provide(CheckoutPages, {
        database: Database,
        pages: PaymentPages,
        payments: CheckoutPayments,
        settlements: SettlementWatch,
        sandbox: SandboxActions,
        queues: WorkQueues,
        processors: ProcessorRegistry,
      }),
      backgroundTask(CheckoutSchedule, {
        name: 'checkout sessions',
        run: async (schedule) => (await schedule.settleDue(TASK_BATCH)) === TASK_BATCH,
      }),
      ...register(PaymentOutcomeListeners, CheckoutPayments),
      ...register(PersonalObjectsRegistry, provide(CheckoutErasure, [CheckoutChanges])),
      ...register(
        Schedules,
        provide(CheckoutSchedule, {
          database: Database,
          changes: CheckoutChanges,
          queues: WorkQueues,
          logger: LOGGER,
        }),
      ),
    ],
    [CustomersModule, EventsModule, PaymentsModule, ProcessorsModule, SecurityModule],
  ),
)
export class CheckoutModule {}

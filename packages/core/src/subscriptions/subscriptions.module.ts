import { Module } from '@nestjs/common';
import { CustomerDirectory } from '../customers/customer-directory.js';
import { CustomersModule } from '../customers/customers.module.js';
import { EventsModule } from '../events/events.module.js';
import { Outbox } from '../events/outbox.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { RecurringPayments } from '../payments/creating/recurring-payments.js';
import { PaymentTransitions } from '../payments/payment-transitions.js';
import { backgroundTask, TASK_BATCH } from '../platform/background/background-task.js';
import { Database } from '../platform/database/database.js';
import { PersonalObjectsRegistry } from '../platform/erasure/erasure-hooks.js';
import { Idempotency } from '../platform/idempotency/idempotency.js';
import { IdSource } from '../platform/ids.js';
import { PaymentMethodUsers } from '../platform/payment-method-users.js';
import { PaymentOutcomeListeners } from '../platform/payment-outcomes.js';
import { WorkQueues } from '../platform/queues/work-queues.js';
import { Schedules } from '../platform/schedules/schedule.js';
import { LOGGER } from '../platform/tokens.js';
import { provide } from '../platform/wiring/provide.js';
import { concept, register } from '../platform/wiring/registry.js';
import { AuditLog } from '../security/audit-log.js';
import { SecurityModule } from '../security/security.module.js';
import { AwaitingPayments } from './awaiting-payments.js';
import { SubscriptionBilling } from './subscription-billing.js';
import { SubscriptionCancellation } from './subscription-cancellation.js';
import { SubscriptionChanges } from './subscription-changes.js';
import { SubscriptionEdits } from './subscription-edits.js';
import { SubscriptionErasure } from './subscription-erasure.js';
import { SubscriptionMethods } from './subscription-methods.js';
import { SubscriptionSchedule } from './subscription-schedule.js';
import { SubscriptionsService } from './subscriptions.service.js';

/** Subscriptions: payments made on a schedule. */
@Module(
  concept(
    [
      provide(SubscriptionChanges, [IdSource, Outbox]),
      provide(SubscriptionBilling, [RecurringPayments, SubscriptionChanges, CustomerDirectory]),
      provide(SubscriptionsService, {
        database: Database,
        ids: IdSource,
        customers: CustomerDirectory,
        billing: SubscriptionBilling,
        idempotency: Idempotency,
        queues: WorkQueues,
        audit: AuditLog,
      }),
      provide(SubscriptionEdits, {
        database: Database,
        changes: SubscriptionChanges,
        queues: WorkQueues,
        audit: AuditLog,
      }),
      provide(AwaitingPayments, [PaymentTransitions]),
      provide(SubscriptionCancellation, {
        changes: SubscriptionChanges,
        awaiting: AwaitingPayments,
        idempotency: Idempotency,
        queues: WorkQueues,
        audit: AuditLog,
      }),
      backgroundTask(SubscriptionSchedule, {
        name: 'subscriptions',
        run: async (schedule) => (await schedule.settleDue(TASK_BATCH)) === TASK_BATCH,
      }),
      ...register(PaymentOutcomeListeners, SubscriptionBilling),
      ...register(PaymentMethodUsers, provide(SubscriptionMethods, [SubscriptionChanges])),
      ...register(PersonalObjectsRegistry, provide(SubscriptionErasure, [SubscriptionCancellation])),
      ...register(
        Schedules,
        provide(SubscriptionSchedule, {
          database: Database,
          billing: SubscriptionBilling,
          awaiting: AwaitingPayments,
          cancellation: SubscriptionCancellation,
          queues: WorkQueues,
          logger: LOGGER,
        }),
      ),
    ],
    [CustomersModule, EventsModule, PaymentsModule, SecurityModule],
  ),
)
export class SubscriptionsModule {}

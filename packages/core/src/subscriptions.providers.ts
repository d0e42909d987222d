import type { FactoryProvider } from '@nestjs/common';
import { CustomerDirectory } from './customers/customer-directory.js';
import { Outbox } from './events/outbox.js';
import { PaymentExpiry } from './payments/payment-expiry.js';
import { PaymentsInFlight } from './payments/payments-in-flight.js';
import { RecurringPayments } from './payments/recurring-payments.js';
import { Database } from './platform/database/database.js';
import { Idempotency } from './platform/idempotency/idempotency.js';
import { IdSource } from './platform/ids/id-source.js';
import { PAYMENT_OUTCOME_LISTENERS, type PaymentOutcomeListener } from './platform/payment-outcomes.js';
import { PAYMENT_METHOD_USERS, type PaymentMethodUser } from './platform/payment-method-users.js';
import { WorkQueues } from './platform/queues/work-queues.js';
import { SCHEDULES, type Schedule } from './platform/schedules/schedule.js';
import { LOGGER } from './platform/tokens.js';
import { AuditLog } from './security/audit-log.js';
import { SubscriptionBilling } from './subscriptions/subscription-billing.js';
import { SubscriptionCancellation } from './subscriptions/subscription-cancellation.js';
import { SubscriptionChanges } from './subscriptions/subscription-changes.js';
import { SubscriptionEdits } from './subscriptions/subscription-edits.js';
import { SubscriptionErasure } from './subscriptions/subscription-erasure.js';
import { SubscriptionMethods } from './subscriptions/subscription-methods.js';
import { SubscriptionSchedule } from './subscriptions/subscription-schedule.js';
import { SubscriptionsService } from './subscriptions/subscriptions.service.js';
import { ClockLeases } from './test-clock/clock-leases.js';
import { TestClockRunner } from './test-clock/test-clock-runner.js';
import { TestClocks } from './test-clock/test-clocks.js';
import { provide } from './provide.js';

const CLOCK_LEASE_MS = 15_000;

/** Subscriptions, and the clock that test mode's schedules go by. */
export const subscriptionsProviders: FactoryProvider[] = [
  provide(SubscriptionChanges, [IdSource, Outbox]),
  provide(SubscriptionBilling, [RecurringPayments, SubscriptionChanges, CustomerDirectory]),
  provide(SubscriptionsService, [
    Database,
    IdSource,
    CustomerDirectory,
    SubscriptionBilling,
    Idempotency,
    WorkQueues,
    AuditLog,
  ]),
  provide(SubscriptionEdits, [Database, SubscriptionChanges, WorkQueues, AuditLog]),
  provide(SubscriptionCancellation, [SubscriptionChanges, Idempotency, WorkQueues, AuditLog]),
  provide(SubscriptionErasure, [SubscriptionCancellation]),
  provide(SubscriptionSchedule, [Database, SubscriptionBilling, WorkQueues, LOGGER]),
  {
    provide: PAYMENT_OUTCOME_LISTENERS,
    useFactory: (...listeners: PaymentOutcomeListener[]) => listeners,
    inject: [SubscriptionBilling],
  },
  {
    provide: PAYMENT_METHOD_USERS,
    useFactory: (): PaymentMethodUser[] => [new SubscriptionMethods()],
  },
  {
    provide: SCHEDULES,
    useFactory: (...schedules: Schedule[]) => schedules,
    inject: [SubscriptionSchedule, PaymentExpiry],
  },
  provide(TestClocks, [Database, Idempotency]),
  {
    provide: ClockLeases,
    useFactory: (database: Database) => new ClockLeases(database, CLOCK_LEASE_MS),
    inject: [Database],
  },
  provide(TestClockRunner, [ClockLeases, SCHEDULES, PaymentsInFlight, LOGGER]),
];

import type { FactoryProvider } from '@nestjs/common';
import { ChargedMethods } from './customers/charged-methods.js';
import { ReportErasure } from './analytics/report-erasure.js';
import { CustomerDirectory } from './customers/customer-directory.js';
import { CustomerEraser } from './customers/customer-eraser.js';
import { CustomersService } from './customers/customers.service.js';
import { ErasureProgress } from './customers/erasure-progress.js';
import { PaymentMethodsService } from './customers/payment-methods.service.js';
import { PaymentTokens } from './customers/payment-tokens.js';
import { EventErasure } from './events/event-erasure.js';
import { Outbox } from './events/outbox.js';
import { PaymentErasure } from './payments/payment-erasure.js';
import type { Config } from './platform/config/config.js';
import { Database } from './platform/database/database.js';
import {
  PERSONAL_OBJECTS,
  PERSONAL_TRACES,
  type PersonalObjects,
  type PersonalTraces,
} from './platform/erasure/erasure-hooks.js';
import { Idempotency } from './platform/idempotency/idempotency.js';
import { IdempotencyStore } from './platform/idempotency/idempotency-store.js';
import { IdSource } from './platform/ids/id-source.js';
import type { Logger } from './platform/logger.js';
import { PAYMENT_METHOD_USERS } from './platform/payment-method-users.js';
import { WorkQueues } from './platform/queues/work-queues.js';
import { CONFIG, LOGGER } from './platform/tokens.js';
import { provide } from './provide.js';
import { AuditLog } from './security/audit-log.js';
import { SubscriptionErasure } from './subscriptions/subscription-erasure.js';
import { DeliveryErasure } from './webhooks/delivery-erasure.js';

/** What an erasure goes through besides the customer's own rows; each list is gone through in this order. */
const erasureHooks: FactoryProvider[] = [
  {
    provide: PERSONAL_OBJECTS,
    // Subscriptions first: they make payments until they have ended.
    useFactory: (subscriptions: SubscriptionErasure): PersonalObjects[] => [subscriptions, new PaymentErasure()],
    inject: [SubscriptionErasure],
  },
  {
    provide: PERSONAL_TRACES,
    useFactory: (): PersonalTraces[] => [new EventErasure(), new DeliveryErasure(), new ReportErasure()],
  },
];

/** Customers, how they pay, and how they are forgotten. */
export const customersProviders: FactoryProvider[] = [
  provide(CustomerDirectory, [IdSource]),
  provide(CustomersService, [Database, IdSource, Outbox, Idempotency, WorkQueues]),
  {
    provide: PaymentTokens,
    useFactory: (config: Config) => new PaymentTokens(config.MASTER_KEY),
    inject: [CONFIG],
  },
  provide(ChargedMethods, [Database, PaymentTokens]),
  provide(PaymentMethodsService, [Database, IdSource, PaymentTokens, Idempotency, PAYMENT_METHOD_USERS]),
  ...erasureHooks,
  provide(ErasureProgress, [Database]),
  {
    provide: CustomerEraser,
    useFactory: (
      database: Database,
      progress: ErasureProgress,
      answers: IdempotencyStore,
      audit: AuditLog,
      objects: PersonalObjects[],
      traces: PersonalTraces[],
      config: Config,
      logger: Logger,
    ) => new CustomerEraser(database, progress, answers, audit, objects, traces, config.ERASURE_WAIT, logger),
    inject: [Database, ErasureProgress, IdempotencyStore, AuditLog, PERSONAL_OBJECTS, PERSONAL_TRACES, CONFIG, LOGGER],
  },
];

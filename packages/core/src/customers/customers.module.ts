import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { Outbox } from '../events/outbox.js';
import { backgroundTask } from '../platform/background/background-task.js';
import { Database } from '../platform/database/database.js';
import { PersonalObjectsRegistry, PersonalTracesRegistry } from '../platform/erasure/erasure-hooks.js';
import { IdempotencyStore } from '../platform/idempotency/idempotency-store.js';
import { Idempotency } from '../platform/idempotency/idempotency.js';
import { IdSource } from '../platform/ids.js';
import { PaymentMethodUsers } from '../platform/payment-method-users.js';
import { WorkQueues } from '../platform/queues/work-queues.js';
import { ReportSourceRegistry } from '../platform/reports/report-source.js';
import { ConnectionAdapters } from '../processors/connections/connection-adapters.js';
import { ProcessorsModule } from '../processors/processors.module.js';
import { LOGGER } from '../platform/tokens.js';
import { provide, setting } from '../platform/wiring/provide.js';
import { concept, register } from '../platform/wiring/registry.js';
import { AuditLog } from '../security/audit-log.js';
import { SecurityModule } from '../security/security.module.js';
import { ChargedMethods } from './charged-methods.js';
import { CustomerDirectory } from './customer-directory.js';
import { CustomerEraser } from './customer-eraser.js';
import { CustomerEvents } from './customer-events.js';
import { CustomerReport } from './customer-report.js';
import { CustomersService } from './customers.service.js';
import { ErasureProgress } from './erasure-progress.js';
import { PaymentMethodDetacher } from './payment-method-detacher.js';
import { PaymentMethodsService } from './payment-methods.service.js';
import { PaymentTokens } from './payment-tokens.js';
import { ProcessorCustomerEraser } from './processor-customer-eraser.js';
import { SavedMethods } from './saved-methods.js';
import { ProcessorCustomers } from './processor-customers.js';

/** Customers, their payment methods, and the erasure of their data. */
@Module(
  concept(
    [
      provide(CustomerDirectory, [IdSource]),
      provide(CustomerEvents, [IdSource, Outbox]),
      provide(CustomersService, {
        database: Database,
        ids: IdSource,
        events: CustomerEvents,
        idempotency: Idempotency,
        queues: WorkQueues,
      }),
      provide(PaymentTokens, [setting(({ MASTER_KEY }) => MASTER_KEY)]),
      provide(ChargedMethods, [Database, PaymentTokens]),
      provide(SavedMethods, [IdSource, PaymentTokens]),
      provide(ProcessorCustomers, [Database, PaymentTokens]),
      ...register(
        PersonalObjectsRegistry,
        provide(ProcessorCustomerEraser, { database: Database, connections: ConnectionAdapters, logger: LOGGER }),
      ),
      backgroundTask(ProcessorCustomerEraser, { name: 'processor customers', run: (eraser) => eraser.run() }),
      provide(PaymentMethodDetacher, {
        database: Database,
        tokens: PaymentTokens,
        connections: ConnectionAdapters,
        logger: LOGGER,
      }),
      backgroundTask(PaymentMethodDetacher, { name: 'removed payment methods', run: (detacher) => detacher.run() }),
      provide(PaymentMethodUsers, []),
      provide(PaymentMethodsService, {
        database: Database,
        ids: IdSource,
        tokens: PaymentTokens,
        idempotency: Idempotency,
        users: PaymentMethodUsers,
        events: CustomerEvents,
        queues: WorkQueues,
      }),
      provide(ErasureProgress, [Database]),
      provide(CustomerEraser, {
        database: Database,
        progress: ErasureProgress,
        answers: IdempotencyStore,
        audit: AuditLog,
        objects: PersonalObjectsRegistry,
        traces: PersonalTracesRegistry,
        waitMs: setting(({ ERASURE_WAIT }) => ERASURE_WAIT),
        logger: LOGGER,
      }),
      backgroundTask(CustomerEraser, { name: 'erasures', run: (eraser) => eraser.continueNext() }),
      ...register(ReportSourceRegistry, provide(CustomerReport, [])),
    ],
    [EventsModule, ProcessorsModule, SecurityModule],
  ),
)
export class CustomersModule {}

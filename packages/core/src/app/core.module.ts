import { Module, type DynamicModule } from '@nestjs/common';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { DisputesModule } from '../disputes/disputes.module.js';
import { EventsModule } from '../events/events.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import type { Config } from '../platform/config/config.js';
import type { Logger } from '../platform/logger.js';
import { PeopleModule } from '../people/people.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { ProcessorsModule } from '../processors/processors.module.js';
import { ReconciliationModule } from '../reconciliation/reconciliation.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { SecurityModule } from '../security/security.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { TestClockModule } from '../test-clock/test-clock.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { entities } from './entities.js';
import { SEALED_COLUMNS } from './sealed-columns.js';

const concepts = [
  SecurityModule,
  PeopleModule,
  RequestsModule,
  EventsModule,
  LedgerModule,
  ProcessorsModule,
  CustomersModule,
  PaymentsModule,
  RefundsModule,
  DisputesModule,
  SubscriptionsModule,
  CheckoutModule,
  TestClockModule,
  WebhooksModule,
  AnalyticsModule,
  ReconciliationModule,
  OperationsModule,
];

@Module({})
export class CoreModule {
  static forRoot(config: Config, logger: Logger, { dueInOrder = false } = {}): DynamicModule {
    const platform = PlatformModule.forRoot({
      config,
      logger,
      dueInOrder,
      entities,
      sealedColumns: SEALED_COLUMNS,
    });
    return { module: CoreModule, imports: [platform, ...concepts], exports: concepts };
  }
}

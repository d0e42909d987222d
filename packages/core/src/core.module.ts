import { Global, Module, type DynamicModule } from '@nestjs/common';
import { platformProviders } from './platform.providers.js';
import { securityProviders } from './security.providers.js';
import { customersProviders } from './customers.providers.js';
import { processorsProviders } from './processors.providers.js';
import { ledgerProviders } from './ledger.providers.js';
import { paymentsProviders } from './payments.providers.js';
import { reconciliationProviders } from './reconciliation.providers.js';
import { refundsProviders } from './refunds.providers.js';
import { webhooksProviders } from './webhooks.providers.js';
import { analyticsProviders } from './analytics.providers.js';
import { retentionProviders } from './retention.providers.js';
import { subscriptionsProviders } from './subscriptions.providers.js';
import type { Config } from './platform/config/config.js';
import type { Logger } from './platform/logger.js';
import { CONFIG, LOGGER, PLANNED_ONCE } from './platform/tokens.js';

/** The domain, wired once for both applications. */
@Global()
@Module({})
export class CoreModule {
  static forRoot(config: Config, logger: Logger, { plannedOnce = false } = {}): DynamicModule {
    const settings = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: PLANNED_ONCE, useValue: plannedOnce },
    ];
    const providers = [
      ...settings,
      ...platformProviders,
      ...securityProviders,
      ...customersProviders,
      ...processorsProviders,
      ...ledgerProviders,
      ...paymentsProviders,
      ...refundsProviders,
      ...webhooksProviders,
      ...subscriptionsProviders,
      ...analyticsProviders,
      ...reconciliationProviders,
      ...retentionProviders,
    ];
    return { module: CoreModule, providers, exports: providers.map((provider) => provider.provide) };
  }
}

import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { CoreModule, FailedAuthentication, type Config, type Logger } from '@svc/core';
import { AnalyticsController } from './analytics/analytics.controller.js';
import { CheckoutSessionsController } from './checkout/checkout-sessions.controller.js';
import { ConsoleController } from './console/console.controller.js';
import { BrowserSession } from './console/browser-session.js';
import { ProfileController } from './console/profile.controller.js';
import { ProviderController } from './console/provider.controller.js';
import { TeamController } from './console/team.controller.js';
import { TotpController } from './console/totp.controller.js';
import { CustomersController } from './customers/customers.controller.js';
import { AccountLimit, Admission, AuthenticationGuard } from './http/authentication.guard.js';
import { DisputesController } from './disputes/disputes.controller.js';
import { Bindings } from './http/bindings.js';
import { ContractCheck } from './http/contract-check.js';
import { ContractInterceptor } from './http/contract.interceptor.js';
import { OpenStreams } from './http/server/open-streams.js';
import { ProblemFilter } from './http/problem.filter.js';
import { SubscriptionsController } from './subscriptions/subscriptions.controller.js';
import { PaymentsController } from './payments/payments.controller.js';
import { ProcessorsController } from './processors/processors.controller.js';
import { RefundsController } from './refunds/refunds.controller.js';
import { TestClockController } from './test-clock/test-clock.controller.js';
import { RequestsController } from './requests/requests.controller.js';
import { SecurityController } from './security/security.controller.js';
import { EventsController } from './events/events.controller.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

@Module({})
export class AppModule {
  static forRoot(config: Config, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [CoreModule.forRoot(config, logger), DiscoveryModule],
      controllers: [
        PaymentsController,
        CheckoutSessionsController,
        ProcessorsController,
        RefundsController,
        DisputesController,
        CustomersController,
        SubscriptionsController,
        WebhooksController,
        EventsController,
        SecurityController,
        RequestsController,
        TestClockController,
        AnalyticsController,
        ConsoleController,
        ProfileController,
        ProviderController,
        TeamController,
        TotpController,
      ],
      providers: [
        Bindings,
        BrowserSession,
        ContractCheck,
        AccountLimit,
        Admission,
        OpenStreams,
        { provide: FailedAuthentication, useFactory: () => new FailedAuthentication(config.FAILED_AUTH_LIMIT) },
        { provide: APP_GUARD, useClass: AuthenticationGuard },
        { provide: APP_INTERCEPTOR, useClass: ContractInterceptor },
        { provide: APP_FILTER, useClass: ProblemFilter },
      ],
    };
  }
}

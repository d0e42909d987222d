import { connection, type ClientOptions } from './options.js';
import { AnalyticsService } from './generated/services/AnalyticsService.js';
import { ApiKeysService } from './generated/services/ApiKeysService.js';
import { CheckoutService } from './generated/services/CheckoutService.js';
import { CustomersService } from './generated/services/CustomersService.js';
import { DeliveriesService } from './generated/services/DeliveriesService.js';
import { DisputesService } from './generated/services/DisputesService.js';
import { EventsService } from './generated/services/EventsService.js';
import { PaymentMethodsService } from './generated/services/PaymentMethodsService.js';
import { PaymentsService } from './generated/services/PaymentsService.js';
import { RefundsService } from './generated/services/RefundsService.js';
import { ReportsService } from './generated/services/ReportsService.js';
import { RequestsService } from './generated/services/RequestsService.js';
import { SecurityService } from './generated/services/SecurityService.js';
import { ProcessorsService } from './generated/services/ProcessorsService.js';
import { SubscriptionsService } from './generated/services/SubscriptionsService.js';
import { TestClockService } from './generated/services/TestClockService.js';
import { WebhooksService } from './generated/services/WebhooksService.js';
import { Analytics } from './resources/analytics.js';
import { CheckoutSessions } from './resources/checkout-sessions.js';
import { Customers } from './resources/customers.js';
import { ApiKeys } from './resources/api-keys.js';
import { Deliveries } from './resources/deliveries.js';
import { Disputes } from './resources/disputes.js';
import { Events } from './resources/events.js';
import { Payments } from './resources/payments.js';
import { Refunds } from './resources/refunds.js';
import { Reports } from './resources/reports.js';
import { Requests } from './resources/requests.js';
import { Processors } from './resources/processors.js';
import { Subscriptions } from './resources/subscriptions.js';
import { TestClocks } from './resources/test-clocks.js';
import { Security } from './resources/security.js';
import { Webhooks } from './resources/webhooks.js';
import { serviceForCall } from './resources/service.js';
import { FILE, STREAM } from './transport.js';

/**
 * A client of the service, for one API key.
 *
 *     const svc = new Svc('sk_test_…', { baseUrl: 'https://payments.example.com' });
 *     const payment = await svc.payments.create({ amount: { value: 1000, currency: 'USD' } });
 *
 * Calls reject with an `SvcError`.
 */
export class Svc {
  readonly payments: Payments;
  readonly checkoutSessions: CheckoutSessions;
  readonly refunds: Refunds;
  readonly disputes: Disputes;
  readonly processors: Processors;
  readonly subscriptions: Subscriptions;
  readonly testClock: TestClocks;
  readonly customers: Customers;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly events: Events;
  readonly apiKeys: ApiKeys;
  readonly security: Security;
  readonly requests: Requests;
  readonly analytics: Analytics;
  readonly reports: Reports;

  /**
   * @throws TypeError if the key or an option is invalid
   */
  constructor(apiKey: string, options: ClientOptions) {
    const to = connection(apiKey, options);
    const refunds = serviceForCall(to, RefundsService);
    const deliveries = serviceForCall(to, DeliveriesService);
    this.payments = new Payments(serviceForCall(to, PaymentsService), refunds);
    this.checkoutSessions = new CheckoutSessions(serviceForCall(to, CheckoutService));
    this.refunds = new Refunds(refunds);
    this.disputes = new Disputes(serviceForCall(to, DisputesService));
    this.customers = new Customers(serviceForCall(to, CustomersService), serviceForCall(to, PaymentMethodsService));
    this.processors = new Processors(serviceForCall(to, ProcessorsService));
    this.subscriptions = new Subscriptions(serviceForCall(to, SubscriptionsService));
    this.testClock = new TestClocks(serviceForCall(to, TestClockService));
    this.webhooks = new Webhooks(serviceForCall(to, WebhooksService), deliveries);
    this.deliveries = new Deliveries(deliveries);
    this.events = new Events(serviceForCall(to, EventsService), serviceForCall(to, EventsService, STREAM));
    this.apiKeys = new ApiKeys(serviceForCall(to, ApiKeysService));
    this.security = new Security(serviceForCall(to, SecurityService));
    this.requests = new Requests(serviceForCall(to, RequestsService));
    this.analytics = new Analytics(serviceForCall(to, AnalyticsService));
    this.reports = new Reports(serviceForCall(to, ReportsService), serviceForCall(to, ReportsService, FILE));
  }
}

import { connection, type ClientOptions } from './options.js';
import { AnalyticsService } from './generated/services/AnalyticsService.js';
import { CustomersService } from './generated/services/CustomersService.js';
import { PaymentsService } from './generated/services/PaymentsService.js';
import { RefundsService } from './generated/services/RefundsService.js';
import { SecurityService } from './generated/services/SecurityService.js';
import { WebhooksService } from './generated/services/WebhooksService.js';
import { Analytics } from './resources/analytics.js';
import { Customers } from './resources/customers.js';
import { ApiKeys } from './resources/api-keys.js';
import { Deliveries } from './resources/deliveries.js';
import { Events } from './resources/events.js';
import { Payments } from './resources/payments.js';
import { Refunds } from './resources/refunds.js';
import { Reports } from './resources/reports.js';
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
  readonly refunds: Refunds;
  readonly subscriptions: Subscriptions;
  readonly testClock: TestClocks;
  readonly customers: Customers;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly events: Events;
  readonly apiKeys: ApiKeys;
  readonly security: Security;
  readonly analytics: Analytics;
  readonly reports: Reports;

  /**
   * @throws TypeError if the key or an option is invalid
   */
  constructor(apiKey: string, options: ClientOptions) {
    const to = connection(apiKey, options);
    const payments = serviceForCall(to, PaymentsService);
    const refunds = serviceForCall(to, RefundsService);
    const customers = serviceForCall(to, CustomersService);
    const webhooks = serviceForCall(to, WebhooksService);
    const security = serviceForCall(to, SecurityService);
    const analytics = serviceForCall(to, AnalyticsService);
    const files = serviceForCall(to, AnalyticsService, FILE);
    const streams = serviceForCall(to, WebhooksService, STREAM);
    this.payments = new Payments(payments, refunds);
    this.refunds = new Refunds(refunds);
    this.customers = new Customers(customers);
    this.subscriptions = new Subscriptions(customers);
    this.testClock = new TestClocks(payments);
    this.webhooks = new Webhooks(webhooks);
    this.deliveries = new Deliveries(webhooks);
    this.events = new Events(webhooks, streams);
    this.apiKeys = new ApiKeys(security);
    this.security = new Security(security);
    this.analytics = new Analytics(analytics);
    this.reports = new Reports(analytics, files);
  }
}

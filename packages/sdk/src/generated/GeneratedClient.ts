/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { BaseHttpRequest } from './core/BaseHttpRequest';
import type { OpenAPIConfig } from './core/OpenAPI';
import { FetchHttpRequest } from './core/FetchHttpRequest';
import { AnalyticsService } from './services/AnalyticsService';
import { ApiKeysService } from './services/ApiKeysService';
import { CheckoutService } from './services/CheckoutService';
import { CustomersService } from './services/CustomersService';
import { DeliveriesService } from './services/DeliveriesService';
import { DisputesService } from './services/DisputesService';
import { EventsService } from './services/EventsService';
import { PaymentMethodsService } from './services/PaymentMethodsService';
import { PaymentsService } from './services/PaymentsService';
import { ProcessorsService } from './services/ProcessorsService';
import { RefundsService } from './services/RefundsService';
import { ReportsService } from './services/ReportsService';
import { RequestsService } from './services/RequestsService';
import { SecurityService } from './services/SecurityService';
import { SubscriptionsService } from './services/SubscriptionsService';
import { TestClockService } from './services/TestClockService';
import { WebhooksService } from './services/WebhooksService';
type HttpRequestConstructor = new (config: OpenAPIConfig) => BaseHttpRequest;
export class GeneratedClient {
    public readonly analytics: AnalyticsService;
    public readonly apiKeys: ApiKeysService;
    public readonly checkout: CheckoutService;
    public readonly customers: CustomersService;
    public readonly deliveries: DeliveriesService;
    public readonly disputes: DisputesService;
    public readonly events: EventsService;
    public readonly paymentMethods: PaymentMethodsService;
    public readonly payments: PaymentsService;
    public readonly processors: ProcessorsService;
    public readonly refunds: RefundsService;
    public readonly reports: ReportsService;
    public readonly requests: RequestsService;
    public readonly security: SecurityService;
    public readonly subscriptions: SubscriptionsService;
    public readonly testClock: TestClockService;
    public readonly webhooks: WebhooksService;
    public readonly request: BaseHttpRequest;
    constructor(config?: Partial<OpenAPIConfig>, HttpRequest: HttpRequestConstructor = FetchHttpRequest) {
        this.request = new HttpRequest({
            BASE: config?.BASE ?? '',
            VERSION: config?.VERSION ?? '1.0.0',
            WITH_CREDENTIALS: config?.WITH_CREDENTIALS ?? false,
            CREDENTIALS: config?.CREDENTIALS ?? 'include',
            TOKEN: config?.TOKEN,
            USERNAME: config?.USERNAME,
            PASSWORD: config?.PASSWORD,
            HEADERS: config?.HEADERS,
            ENCODE_PATH: config?.ENCODE_PATH,
        });
        this.analytics = new AnalyticsService(this.request);
        this.apiKeys = new ApiKeysService(this.request);
        this.checkout = new CheckoutService(this.request);
        this.customers = new CustomersService(this.request);
        this.deliveries = new DeliveriesService(this.request);
        this.disputes = new DisputesService(this.request);
        this.events = new EventsService(this.request);
        this.paymentMethods = new PaymentMethodsService(this.request);
        this.payments = new PaymentsService(this.request);
        this.processors = new ProcessorsService(this.request);
        this.refunds = new RefundsService(this.request);
        this.reports = new ReportsService(this.request);
        this.requests = new RequestsService(this.request);
        this.security = new SecurityService(this.request);
        this.subscriptions = new SubscriptionsService(this.request);
        this.testClock = new TestClockService(this.request);
        this.webhooks = new WebhooksService(this.request);
    }
}


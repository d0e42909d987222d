/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { BaseHttpRequest } from './core/BaseHttpRequest';
import type { OpenAPIConfig } from './core/OpenAPI';
import { FetchHttpRequest } from './core/FetchHttpRequest';
import { AnalyticsService } from './services/AnalyticsService';
import { CustomersService } from './services/CustomersService';
import { PaymentsService } from './services/PaymentsService';
import { RefundsService } from './services/RefundsService';
import { SecurityService } from './services/SecurityService';
import { WebhooksService } from './services/WebhooksService';
type HttpRequestConstructor = new (config: OpenAPIConfig) => BaseHttpRequest;
export class GeneratedClient {
    public readonly analytics: AnalyticsService;
    public readonly customers: CustomersService;
    public readonly payments: PaymentsService;
    public readonly refunds: RefundsService;
    public readonly security: SecurityService;
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
        this.customers = new CustomersService(this.request);
        this.payments = new PaymentsService(this.request);
        this.refunds = new RefundsService(this.request);
        this.security = new SecurityService(this.request);
        this.webhooks = new WebhooksService(this.request);
    }
}


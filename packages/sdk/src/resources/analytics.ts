import type { ApiPromise } from '../api-promise.js';
import { listOf, type ListPromise } from '../pagination.js';
import type { AnalyticsSummary } from '../generated/models/AnalyticsSummary.js';
import type { WebhookHealthPage } from '../generated/models/WebhookHealthPage.js';
import type { AnalyticsService } from '../generated/services/AnalyticsService.js';
import type { RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type SummaryParams = Parameters<AnalyticsService['getAnalyticsSummary']>[0];
export type WebhookHealthParams = Parameters<AnalyticsService['listWebhookHealth']>[0];

/** Totals of payments and webhooks. */
export class Analytics {
  readonly #service: ServiceForCall<AnalyticsService>;

  constructor(service: ServiceForCall<AnalyticsService>) {
    this.#service = service;
  }

  /** Payments and refunds by interval and currency. Without a range, the last 30 days. */
  summary(params: SummaryParams = {}, options?: RequestOptions): ApiPromise<AnalyticsSummary> {
    return this.#service(options, params).getAnalyticsSummary(params);
  }

  /** The delivery health of webhooks, one page at a time. Without a range, the last 24 hours. */
  webhooks(params: WebhookHealthParams = {}, options?: RequestOptions): ListPromise<WebhookHealthPage> {
    return listOf(params, (page) => this.#service(options, page).listWebhookHealth(page));
  }
}

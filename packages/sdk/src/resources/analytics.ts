import type { AnalyticsSummary } from '../generated/models/AnalyticsSummary.js';
import type { AnalyticsService } from '../generated/services/AnalyticsService.js';
import type { RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type SummaryParams = Parameters<AnalyticsService['getAnalyticsSummary']>[0];

/** What payments and webhooks add up to. */
export class Analytics {
  readonly #service: ServiceForCall<AnalyticsService>;

  constructor(service: ServiceForCall<AnalyticsService>) {
    this.#service = service;
  }

  /** Payments and refunds by interval and currency; without a range, of the last 30 days. */
  summary(params: SummaryParams = {}, options?: RequestOptions): Promise<AnalyticsSummary> {
    return this.#service(options).getAnalyticsSummary(params);
  }
}

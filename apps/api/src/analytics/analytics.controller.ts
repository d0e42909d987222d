import { Controller } from '@nestjs/common';
import { Operation, type Output } from '@svc/contract';
import { SummaryService, WebhookHealthService } from '@svc/core';
import { Caller } from '../http/caller.js';
import { Input } from '../http/input.js';

@Controller()
export class AnalyticsController {
  constructor(
    private readonly summaries: SummaryService,
    private readonly webhooks: WebhookHealthService,
  ) {}

  @Operation('getAnalyticsSummary')
  summarize(
    @Input() input: Input<'getAnalyticsSummary'>,
    @Caller() caller: Caller,
  ): Promise<Output<'getAnalyticsSummary'>> {
    return this.summaries.summarize(caller, input.query);
  }

  @Operation('listWebhookHealth')
  listWebhookHealth(
    @Input() input: Input<'listWebhookHealth'>,
    @Caller() caller: Caller,
  ): Promise<Output<'listWebhookHealth'>> {
    return this.webhooks.list(caller, input.query);
  }
}

import { Controller, Inject } from '@nestjs/common';
import { Operation, type Output } from '@svc/contract';
import { SummaryService } from '@svc/core';
import { Caller } from '../http/caller.js';
import { Input } from '../http/input.js';

@Controller()
export class AnalyticsController {
  constructor(@Inject(SummaryService) private readonly summaries: SummaryService) {}

  @Operation('getAnalyticsSummary')
  summarize(
    @Input() input: Input<'getAnalyticsSummary'>,
    @Caller() caller: Caller,
  ): Promise<Output<'getAnalyticsSummary'>> {
    return this.summaries.summarize(caller, input.query);
  }
}

import { Controller } from '@nestjs/common';
import type { AnalyticsSummaryDto, FileOutput, ReportDto, ReportPageDto, WebhookHealthPageDto } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { ReportDownload, ReportsService, SummaryService, WebhookHealthService } from '@svc/core';
import { Caller, Input } from '../http/api-request.js';

@Controller()
export class AnalyticsController {
  constructor(
    private readonly summaries: SummaryService,
    private readonly webhooks: WebhookHealthService,
    private readonly reports: ReportsService,
    private readonly downloads: ReportDownload,
  ) {}

  @Operation('getAnalyticsSummary')
  summarize(@Input() input: Input<'getAnalyticsSummary'>, @Caller() caller: Caller): Promise<AnalyticsSummaryDto> {
    return this.summaries.summarize(caller, input.query);
  }

  @Operation('listWebhookHealth')
  listWebhookHealth(
    @Input() input: Input<'listWebhookHealth'>,
    @Caller() caller: Caller,
  ): Promise<WebhookHealthPageDto> {
    return this.webhooks.list(caller, input.query);
  }

  @Operation('createReport')
  createReport(@Input() input: Input<'createReport'>, @Caller() caller: Caller): Promise<ReportDto> {
    return this.reports.create(caller, input.body);
  }

  @Operation('listReports')
  listReports(@Input() input: Input<'listReports'>, @Caller() caller: Caller): Promise<ReportPageDto> {
    return this.reports.list(caller, input.query);
  }

  @Operation('getReport')
  getReport(@Input() input: Input<'getReport'>, @Caller() caller: Caller): Promise<ReportDto> {
    return this.reports.get(caller, input.params.reportId);
  }

  @Operation('downloadReport')
  downloadReport(@Input() input: Input<'downloadReport'>, @Caller() caller: Caller): Promise<FileOutput> {
    return this.downloads.open(caller, input.params.reportId);
  }
}

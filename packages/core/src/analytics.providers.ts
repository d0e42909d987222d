import type { FactoryProvider } from '@nestjs/common';
import { ReportDownload } from './analytics/report-download.js';
import { ReportExpiry } from './analytics/report-expiry.js';
import { ReportSources } from './analytics/report-sources.js';
import { ReportWriter } from './analytics/report-writer.js';
import { ReportsService } from './analytics/reports.service.js';
import { RollUps } from './analytics/roll-ups.js';
import { SummaryService } from './analytics/summary.service.js';
import { WebhookHealthService } from './analytics/webhook-health.service.js';
import { CustomerReport } from './customers/customer-report.js';
import { PaymentReport } from './payments/payment-report.js';
import { Database } from './platform/database/database.js';
import { Idempotency } from './platform/idempotency/idempotency.js';
import { IdSource } from './platform/ids/id-source.js';
import { REPORT_SOURCES, type ReportSource } from './platform/reports/report-source.js';
import { provide } from './provide.js';
import { ReconciliationReport } from './reconciliation/reconciliation-report.js';
import { RefundReport } from './refunds/refund-report.js';
import { AuditLog } from './security/audit-log.js';
import { DeliveryReport } from './webhooks/delivery-report.js';

/** What payments and webhooks add up to. */
export const analyticsProviders: FactoryProvider[] = [
  provide(RollUps, [Database]),
  provide(SummaryService, [Database]),
  provide(WebhookHealthService, [Database]),
  {
    provide: REPORT_SOURCES,
    useFactory: (): ReportSource[] => [
      new PaymentReport(),
      new RefundReport(),
      new CustomerReport(),
      new DeliveryReport(),
      new ReconciliationReport(),
    ],
  },
  provide(ReportSources, [REPORT_SOURCES]),
  provide(ReportsService, [Database, IdSource, ReportSources, Idempotency, AuditLog]),
  provide(ReportWriter, [Database, ReportSources]),
  provide(ReportExpiry, [Database]),
  provide(ReportDownload, [Database, ReportsService, ReportSources]),
];

import { Module } from '@nestjs/common';
import { backgroundTask } from '../platform/background/background-task.js';
import { Database } from '../platform/database/database.js';
import { PersonalTracesRegistry } from '../platform/erasure/erasure-hooks.js';
import { Idempotency } from '../platform/idempotency/idempotency.js';
import { IdSource } from '../platform/ids.js';
import { PartitionUses } from '../platform/partitions/partition-use.js';
import { ReportSourceRegistry } from '../platform/reports/report-source.js';
import { provide } from '../platform/wiring/provide.js';
import { concept, register } from '../platform/wiring/registry.js';
import { AuditLog } from '../security/audit-log.js';
import { SecurityModule } from '../security/security.module.js';
import { ReportDownload } from './report-download.js';
import { ReportErasure } from './report-erasure.js';
import { ReportExpiry } from './report-expiry.js';
import { ReportSources } from './report-sources.js';
import { ReportWriter, UnwrittenReports } from './report-writer.js';
import { ReportsService } from './reports.service.js';
import { RollUps, UncountedEvents } from './roll-ups.js';
import { SummaryService } from './summary.service.js';
import { WebhookHealthService } from './webhook-health.service.js';

@Module(
  concept(
    [
      provide(RollUps, [Database]),
      provide(SummaryService, [Database]),
      provide(WebhookHealthService, [Database]),
      provide(ReportSources, [ReportSourceRegistry]),
      provide(ReportsService, {
        database: Database,
        ids: IdSource,
        sources: ReportSources,
        idempotency: Idempotency,
        audit: AuditLog,
      }),
      provide(ReportWriter, [Database, ReportSources]),
      provide(ReportExpiry, [Database]),
      provide(ReportDownload, [Database, ReportsService, ReportSources]),
      backgroundTask(RollUps, { name: 'roll-ups', run: (rollUps) => rollUps.advance() }),
      backgroundTask(ReportWriter, { name: 'reports', run: (writer) => writer.advance() }),
      backgroundTask(ReportExpiry, { name: 'expired reports', run: (expiry) => expiry.advance() }),
      ...register(PersonalTracesRegistry, provide(ReportErasure, [])),
      ...register(PartitionUses, provide(UncountedEvents, [Database])),
      ...register(PartitionUses, provide(UnwrittenReports, [Database])),
    ],
    [SecurityModule],
  ),
)
export class AnalyticsModule {}

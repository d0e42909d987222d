import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { Outbox } from '../events/outbox.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { Ledger } from '../ledger/ledger.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { TimelineSources } from '../payments/payment-timeline.js';
import { Database } from '../platform/database/database.js';
import { IdSource } from '../platform/ids.js';
import { ReportSourceRegistry } from '../platform/reports/report-source.js';
import { LOGGER } from '../platform/tokens.js';
import { provide } from '../platform/wiring/provide.js';
import { concept, register } from '../platform/wiring/registry.js';
import { NoticeHandlers } from '../processors/notices/notice-runner.js';
import { ProcessorsModule } from '../processors/processors.module.js';
import { DisputeNotices } from './dispute-notices.js';
import { DisputeReport } from './dispute-report.js';
import { DisputeTimeline } from './dispute-timeline.js';
import { DisputeWriter } from './dispute-writer.js';
import { DisputesService } from './disputes.service.js';

/** Payments that a customer's bank contests. */
@Module(
  concept(
    [
      provide(DisputeWriter, { ids: IdSource, outbox: Outbox, ledger: Ledger, logger: LOGGER }),
      provide(DisputesService, [Database]),
      ...register(NoticeHandlers, provide(DisputeNotices, [DisputeWriter])),
      ...register(ReportSourceRegistry, provide(DisputeReport, [])),
      ...register(TimelineSources, provide(DisputeTimeline, [Database])),
    ],
    [EventsModule, LedgerModule, PaymentsModule, ProcessorsModule],
  ),
)
export class DisputesModule {}

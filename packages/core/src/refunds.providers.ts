import type { FactoryProvider } from '@nestjs/common';
import { Outbox } from './events/outbox.js';
import type { Config } from './platform/config/config.js';
import { Ledger } from './ledger/ledger.js';
import { Database } from './platform/database/database.js';
import { Idempotency } from './platform/idempotency/idempotency.js';
import { IdSource } from './platform/ids/id-source.js';
import { LeaseMetrics } from './platform/metrics/lease-metrics.js';
import { WorkQueues } from './platform/queues/work-queues.js';
import { CONFIG, LOGGER, TIMELINE_SOURCES } from './platform/tokens.js';
import { ProcessorCalls } from './processors/processor-calls.js';
import { ProcessorRegistry } from './processors/processor-registry.js';
import { provide } from './provide.js';
import { RefundClaims } from './refunds/refund-claims.js';
import { RefundOutcomes } from './refunds/refund-outcomes.js';
import { RefundRunner } from './refunds/refund-runner.js';
import { RefundTimeline } from './refunds/refund-timeline.js';
import { RefundWriter } from './refunds/refund-writer.js';
import { RefundsService } from './refunds/refunds.service.js';
import { AuditLog } from './security/audit-log.js';

/** Refunds and what carries them out. */
export const refundsProviders: FactoryProvider[] = [
  provide(RefundWriter, [IdSource]),
  provide(RefundsService, [Database, RefundWriter, Idempotency, WorkQueues, AuditLog]),
  {
    provide: RefundClaims,
    useFactory: (database: Database, ids: IdSource, config: Config) =>
      new RefundClaims(database, ids, config.PAYMENT_LEASE),
    inject: [Database, IdSource, CONFIG],
  },
  provide(RefundOutcomes, [Database, IdSource, Outbox, Ledger]),
  provide(RefundRunner, [
    RefundClaims,
    ProcessorRegistry,
    RefundOutcomes,
    WorkQueues,
    ProcessorCalls,
    LeaseMetrics,
    LOGGER,
  ]),
  provide(RefundTimeline, [Database]),
  { provide: TIMELINE_SOURCES, useFactory: (refunds: RefundTimeline) => [refunds], inject: [RefundTimeline] },
];

import { Module } from '@nestjs/common';
import { backgroundTask } from '../platform/background/background-task.js';
import { Database } from '../platform/database/database.js';
import { ReportSourceRegistry } from '../platform/reports/report-source.js';
import { LOGGER } from '../platform/tokens.js';
import { provide, setting } from '../platform/wiring/provide.js';
import { concept, register } from '../platform/wiring/registry.js';
import { ProcessorRegistry } from '../processors/processor-registry.js';
import { ProcessorsModule } from '../processors/processors.module.js';
import { StatementClearance } from './acquirer-statement-clearance.js';
import { StatementReader } from './acquirer-statement-reader.js';
import { ReconciliationReport } from './reconciliation-report.js';

@Module(
  concept(
    [
      provide(StatementReader, {
        database: Database,
        processors: ProcessorRegistry,
        logger: LOGGER,
        options: setting((config) => ({
          leaseMs: config.PAYMENT_LEASE,
          patienceMs: config.PROCESSOR_BOOK_WAIT,
        })),
      }),
      provide(StatementClearance, [Database]),
      backgroundTask(StatementReader, { name: 'statements', run: (reader) => reader.advance() }),
      backgroundTask(StatementClearance, { name: 'read statements', run: (clearance) => clearance.advance() }),
      ...register(ReportSourceRegistry, provide(ReconciliationReport, [])),
    ],
    [ProcessorsModule],
  ),
)
export class ReconciliationModule {}

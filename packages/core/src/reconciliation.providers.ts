import type { FactoryProvider } from '@nestjs/common';
import type { Config } from './platform/config/config.js';
import { Database } from './platform/database/database.js';
import type { Logger } from './platform/logger.js';
import { CONFIG, LOGGER } from './platform/tokens.js';
import { ProcessorRegistry } from './processors/processor-registry.js';
import { provide } from './provide.js';
import { BookClearance } from './reconciliation/book-clearance.js';
import { BookReader } from './reconciliation/book-reader.js';

/** What acquirers have in their books. */
export const reconciliationProviders: FactoryProvider[] = [
  {
    provide: BookReader,
    useFactory: (database: Database, processors: ProcessorRegistry, logger: Logger, config: Config) =>
      new BookReader(database, processors, logger, {
        leaseMs: config.PAYMENT_LEASE,
        patienceMs: config.PROCESSOR_BOOK_WAIT,
      }),
    inject: [Database, ProcessorRegistry, LOGGER, CONFIG],
  },
  provide(BookClearance, [Database]),
];

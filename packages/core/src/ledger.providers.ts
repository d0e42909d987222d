import type { FactoryProvider } from '@nestjs/common';
import { LedgerCatchUp } from './ledger/ledger-catch-up.js';
import { Ledger } from './ledger/ledger.js';
import { Database } from './platform/database/database.js';
import type { Logger } from './platform/logger.js';
import { LOGGER } from './platform/tokens.js';
import { provide } from './provide.js';

/** No transaction lasts so long that its event is still to come. */
const CATCH_UP_BEHIND_MS = 300_000;

/** What money has moved. */
export const ledgerProviders: FactoryProvider[] = [
  provide(Ledger, []),
  {
    provide: LedgerCatchUp,
    useFactory: (database: Database, ledger: Ledger, logger: Logger) =>
      new LedgerCatchUp(database, ledger, CATCH_UP_BEHIND_MS, logger),
    inject: [Database, Ledger, LOGGER],
  },
];

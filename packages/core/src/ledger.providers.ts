import type { FactoryProvider } from '@nestjs/common';
import { Ledger } from './ledger/ledger.js';
import { provide } from './provide.js';

/** What money has moved. */
export const ledgerProviders: FactoryProvider[] = [provide(Ledger, [])];

import { Module } from '@nestjs/common';
import { concept } from '../platform/wiring/registry.js';
import { provide } from '../platform/wiring/provide.js';
import { Ledger } from './ledger.js';

/** The double-entry ledger. */
@Module(concept([provide(Ledger, [])]))
export class LedgerModule {}

import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { LedgerSource } from './posting-rules.js';

/** A movement of money, one for each completed payment and refund. The table is append-only. */
@Entity('ledger_transactions')
@Unique('ledger_transactions_once', ['environmentId', 'source', 'sourceId', 'kind'])
@Check('ledger_transactions_source', "source IN ('payment', 'refund')")
@Check('ledger_transactions_kind', "kind IN ('completed')")
export class LedgerTransaction {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'ledger_transactions_pkey' })
  environmentId!: number;

  /** The id of the event that reports the completion. */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'ledger_transactions_pkey' })
  id!: string;

  @Column('text')
  source!: LedgerSource;

  @Column('bigint', { name: 'source_id' })
  sourceId!: string;

  @Column('text')
  kind!: 'completed';

  @Column('timestamptz')
  at!: Date;
}

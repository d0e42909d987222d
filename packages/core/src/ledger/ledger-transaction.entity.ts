import type { Schemas } from '@svc/contract';
import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { LedgerKind, LedgerSource } from './posting-rules.js';

/** A movement of money: a completed payment or refund, a reversed refund, or money of a dispute. The table is append-only. */
@Entity('ledger_transactions')
@Unique('ledger_transactions_once', ['environmentId', 'source', 'sourceId', 'kind'])
@Check('ledger_transactions_source', "source IN ('payment', 'refund', 'dispute')")
@Check('ledger_transactions_origin', "origin IN ('api', 'processor')")
@Check('ledger_transactions_kind', "kind IN ('completed', 'reversed', 'withdrawn', 'reinstated')")
export class LedgerTransaction {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'ledger_transactions_pkey' })
  environmentId!: number;

  /** The id of the event that reports it. */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'ledger_transactions_pkey' })
  id!: string;

  @Column('text')
  source!: LedgerSource;

  @Column('bigint', { name: 'source_id' })
  sourceId!: string;

  @Column('text')
  kind!: LedgerKind;

  /** Whether the payment or refund was requested here, or made at the processor. Disputes are of the processor. */
  @Column('text', { default: 'api' })
  origin!: Schemas['Origin'];

  @Column('timestamptz')
  at!: Date;
}

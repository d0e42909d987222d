import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { LedgerTransaction } from './ledger-transaction.entity.js';
import type { LedgerAccount } from './posting-rules.js';

/**
 * What a ledger transaction does to one account of its environment and currency. Those of a transaction sum to zero, which
 * a trigger holds at every commit; the table refuses all but inserts.
 */
@Entity('ledger_entries')
@ForeignKey(() => LedgerTransaction, ['environmentId', 'transactionId'], ['environmentId', 'id'], {
  name: 'ledger_entries_transaction',
})
@Check('ledger_entries_account', "account IN ('clearing', 'merchant', 'refunds')")
@Check('ledger_entries_amount', 'amount <> 0')
export class LedgerEntry {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'ledger_entries_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'transaction_id', primaryKeyConstraintName: 'ledger_entries_pkey' })
  transactionId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'ledger_entries_pkey' })
  account!: LedgerAccount;

  @Column('text')
  currency!: string;

  /** A debit is positive, a credit negative. */
  @Column('bigint')
  amount!: string;
}

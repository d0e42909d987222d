import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { LedgerTransaction } from './ledger-transaction.entity.js';
import type { LedgerAccount } from './posting-rules.js';

/** An entry of a ledger transaction. A trigger requires a zero sum per transaction at commit; the table is append-only. */
@Entity('ledger_entries')
@ForeignKey(() => LedgerTransaction, ['environmentId', 'transactionId'], ['environmentId', 'id'], {
  name: 'ledger_entries_transaction',
})
@Check('ledger_entries_account', "account IN ('clearing', 'merchant', 'refunds', 'disputes')")
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

  /** Positive for a debit, negative for a credit. */
  @Column('bigint')
  amount!: string;
}

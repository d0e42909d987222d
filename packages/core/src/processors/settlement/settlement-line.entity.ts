import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ProcessorConnection } from '../connections/processor-connection.entity.js';
import type { SettlementLine } from '../payment-processor.js';

/** A movement of the balance at a processor, for a payment of ours. */
@Entity('settlement_lines')
@ForeignKey(() => ProcessorConnection, ['environmentId', 'processorId'], ['environmentId', 'id'], {
  name: 'settlement_lines_processor',
})
@Index('settlement_lines_by_time', ['environmentId', 'id'])
@Index('settlement_lines_charges', ['environmentId', 'processorId', 'charge'], { where: "kind = 'payment'" })
@Index('settlement_lines_unclaimed', ['environmentId', 'processorId'], { where: 'payment_id IS NULL' })
@Check('settlement_lines_kind', "kind IN ('payment', 'refund', 'refund_failure', 'dispute')")
export class StoredSettlementLine {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'settlement_lines_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'processor_id', primaryKeyConstraintName: 'settlement_lines_pkey' })
  processorId!: string;

  /** The processor's reference of the movement. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'settlement_lines_pkey' })
  reference!: string;

  /** Orders lines by their time. Two may have the same one. */
  @Column('bigint')
  id!: string;

  @Column('text')
  kind!: SettlementLine['kind'];

  /** The processor's reference of what was settled. */
  @Column('text')
  source!: string;

  /** The processor's reference of the charge that it belongs to. */
  @Column('text')
  charge!: string;

  /** Null until the line of the charge is there. */
  @Column('bigint', { name: 'payment_id', nullable: true })
  paymentId!: string | null;

  @Column('bigint')
  gross!: string;

  @Column('bigint')
  fee!: string;

  @Column('bigint')
  net!: string;

  @Column('text')
  currency!: string;

  @Column('numeric', { name: 'exchange_rate', nullable: true })
  exchangeRate!: string | null;

  @Column('timestamptz', { name: 'available_at' })
  availableAt!: Date;

  @Column('timestamptz', { name: 'settled_at' })
  settledAt!: Date;
}

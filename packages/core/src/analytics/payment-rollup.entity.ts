import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The payments, refunds and disputes of a currency that were created within a quarter of an hour. */
@Entity('payment_rollups')
export class PaymentRollup {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'payment_rollups_pkey' })
  environmentId!: number;

  /** The start of the quarter. */
  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'payment_rollups_pkey' })
  bucket!: Date;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'payment_rollups_pkey' })
  currency!: string;

  @Column('bigint', { default: 0 })
  count!: string;

  @Column('bigint', { default: 0 })
  completed!: string;

  @Column('bigint', { default: 0 })
  failed!: string;

  @Column('numeric', { default: 0 })
  gross!: string;

  @Column('numeric', { default: 0 })
  refunded!: string;

  @Column('numeric', { default: 0 })
  disputed!: string;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The payments and refunds of one currency that were created in one quarter of an hour. */
@Entity('payment_rollups')
export class PaymentRollup {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'payment_rollups_pkey' })
  environmentId!: number;

  /** When the quarter begins. */
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

  /** What the completed payments come to. */
  @Column('numeric', { default: 0 })
  gross!: string;

  /** What the completed refunds come to. */
  @Column('numeric', { default: 0 })
  refunded!: string;
}

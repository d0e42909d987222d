import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Customer } from './customer.entity.js';

/** An unfinished erasure of a customer. */
@Entity('customer_erasures')
@ForeignKey(() => Customer, ['environmentId', 'customerId'], ['environmentId', 'id'], {
  name: 'customer_erasures_customer',
})
@Index('customer_erasures_due', ['dueAt'])
export class CustomerErasure {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'customer_erasures_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'customer_id', primaryKeyConstraintName: 'customer_erasures_pkey' })
  customerId!: string;

  /** The objects being erased; null before the first. */
  @Column('text', { nullable: true })
  stage!: string | null;

  /** The last of those objects that is erased. */
  @Column('bigint', { default: 0 })
  position!: string;

  /** The trace of the request that deletes the customer. */
  @Column('text', { nullable: true })
  trace!: string | null;

  /** When the lease of the process that works on it ends. */
  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;
}

import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ProcessorConnection } from '../processors/connections/processor-connection.entity.js';
import { Customer } from './customer.entity.js';

/** A customer's object at a processor. It is removed when the processor has deleted the object of an erased customer. */
@Entity('processor_customers')
@ForeignKey(() => Customer, ['environmentId', 'customerId'], ['environmentId', 'id'], {
  name: 'processor_customers_customer',
})
@ForeignKey(() => ProcessorConnection, ['environmentId', 'processorId'], ['environmentId', 'id'], {
  name: 'processor_customers_processor',
})
@Index('processor_customers_to_erase', ['eraseAt'], { where: 'erase_at IS NOT NULL' })
export class ProcessorCustomer {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'processor_customers_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'customer_id', primaryKeyConstraintName: 'processor_customers_pkey' })
  customerId!: string;

  @PrimaryColumn('bigint', { name: 'processor_id', primaryKeyConstraintName: 'processor_customers_pkey' })
  processorId!: string;

  /** The processor's own reference. */
  @Column('text')
  reference!: string;

  /** When the processor is asked to delete it; null until the customer is erased. */
  @Column('timestamptz', { name: 'erase_at', nullable: true })
  eraseAt!: Date | null;

  /** How often the processor was asked. */
  @Column('integer', { name: 'erase_tries', default: 0 })
  eraseTries!: number;
}

import type { Schemas } from '@svc/contract';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { ProcessorConnection } from '../processors/connections/processor-connection.entity.js';
import { Customer } from './customer.entity.js';

/** A way for a customer to pay. A deleted one remains as an empty row, since payments refer to it. */
@Entity('payment_methods')
@Unique('payment_methods_of_customer', ['environmentId', 'customerId', 'id'])
@ForeignKey(() => Customer, ['environmentId', 'customerId'], ['environmentId', 'id'], {
  name: 'payment_methods_customer',
})
@ForeignKey(() => ProcessorConnection, ['environmentId', 'processorId'], ['environmentId', 'id'], {
  name: 'payment_methods_processor',
})
@Index('payment_methods_to_detach', ['detachAt'], { where: 'detach_at IS NOT NULL' })
@Check('payment_methods_type', "type IN ('card', 'bank_account', 'wallet')")
export class PaymentMethod {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'payment_methods_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'payment_methods_pkey' })
  id!: string;

  @Column('bigint', { name: 'customer_id' })
  customerId!: string;

  @Column('text')
  type!: Schemas['PaymentMethodType'];

  /** The connection that the token belongs to. Null if there was none when the method was added. */
  @Column('bigint', { name: 'processor_id', nullable: true })
  processorId!: string | null;

  /** The processor's token, sealed; null once the method is deleted, and detached at the processor. */
  @Column('bytea', { name: 'token_ciphertext', nullable: true })
  tokenCiphertext!: Buffer | null;

  @Column('bytea', { name: 'token_data_key', nullable: true })
  tokenDataKey!: Buffer | null;

  /** The processor's customer that the method is attached to; null until it is known, and once the method is deleted. */
  @Column('text', { name: 'processor_customer', nullable: true })
  processorCustomer!: string | null;

  @Column('text', { nullable: true })
  brand!: string | null;

  @Column('text', { nullable: true })
  last4!: string | null;

  @Column('smallint', { name: 'expiry_month', nullable: true })
  expiryMonth!: number | null;

  @Column('smallint', { name: 'expiry_year', nullable: true })
  expiryYear!: number | null;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;

  /** When the processor is asked to detach the deleted method from its customer there; null if it need not be. */
  @Column('timestamptz', { name: 'detach_at', nullable: true })
  detachAt!: Date | null;

  /** How often the processor was asked. */
  @Column('integer', { name: 'detach_tries', default: 0 })
  detachTries!: number;
}

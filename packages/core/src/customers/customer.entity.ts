import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';

/** A postal address; unknown parts are null. */
export interface Address {
  line1: string | null;
  line2: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  country: string | null;
}

/** A customer. An erased one remains as a row without personal data, since payments refer to it. */
@Entity('customers')
@Unique('customers_email', ['emailNormalized', 'environmentId'])
// By name, because the file of the payment method imports this one.
@ForeignKey('PaymentMethod', ['environmentId', 'id', 'defaultPaymentMethodId'], ['environmentId', 'customerId', 'id'], {
  name: 'customers_default_payment_method',
})
@Check('customers_erased', '(erased_at IS NULL) = (email_normalized IS NOT NULL)')
export class Customer {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'customers_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'customers_pkey' })
  id!: string;

  @Column('integer', { default: 1 })
  version!: number;

  /** As the client wrote it. */
  @Column('text')
  email!: string;

  /** NFC and lower case, for matching. Null once the customer is erased. */
  @Column('text', { name: 'email_normalized', nullable: true })
  emailNormalized!: string | null;

  @Column('text', { name: 'first_name', nullable: true })
  firstName!: string | null;

  @Column('text', { name: 'last_name', nullable: true })
  lastName!: string | null;

  @Column('text', { nullable: true })
  phone!: string | null;

  @Column('json', { nullable: true })
  address!: Address | null;

  @Column('text', { nullable: true })
  locale!: string | null;

  @Column('text', { nullable: true })
  currency!: string | null;

  @Column('boolean', { name: 'email_receipts', default: true })
  emailReceipts!: boolean;

  @Column('bigint', { name: 'default_payment_method_id', nullable: true })
  defaultPaymentMethodId!: string | null;

  /** `json` rather than `jsonb`: responses return it exactly as it was received. */
  @Column('json', { default: {} })
  metadata!: Record<string, unknown>;

  @Column('timestamptz', { name: 'erased_at', nullable: true })
  erasedAt!: Date | null;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}

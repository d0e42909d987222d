import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

@Entity('customers')
@Unique('customers_email', ['environmentId', 'emailNormalized'])
export class Customer {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'customers_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'customers_pkey' })
  id!: string;

  @Column('integer', { default: 1 })
  version!: number;

  /** As the client wrote it first. */
  @Column('text')
  email!: string;

  /** NFC and lower case: what customers are matched by. */
  @Column('text', { name: 'email_normalized' })
  emailNormalized!: string;

  @Column('text', { name: 'first_name', nullable: true })
  firstName!: string | null;

  @Column('text', { name: 'last_name', nullable: true })
  lastName!: string | null;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}

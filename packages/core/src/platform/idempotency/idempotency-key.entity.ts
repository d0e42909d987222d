import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('idempotency_keys')
@Index('idempotency_keys_created', ['createdAt'])
@Index('idempotency_keys_customer', ['environmentId', 'customerId'], { where: 'customer_id IS NOT NULL' })
@Check('idempotency_keys_state', "state IN ('running', 'done')")
export class IdempotencyKey {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'idempotency_keys_pkey' })
  environmentId!: number;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  key!: string;

  /** HMAC-SHA256 with the server's pepper over method, path with ids, and parsed body. */
  @Column('bytea')
  fingerprint!: Buffer;

  @Column('text')
  state!: 'running' | 'done';

  @Column('smallint', { nullable: true })
  status!: number | null;

  @Column('text', { nullable: true })
  location!: string | null;

  @Column('text', { nullable: true })
  body!: string | null;

  /** The customer whose personal data the response contains; erased with the customer. */
  @Column('bigint', { name: 'customer_id', nullable: true })
  customerId!: string | null;

  /** While running: when the lease expires. */
  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil!: Date | null;

  /** Random for each holder; results under any other lease are fenced off. */
  @Column('integer', { default: 0 })
  lease!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}

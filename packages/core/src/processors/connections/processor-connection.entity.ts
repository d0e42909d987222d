import type { Schemas } from '@svc/contract';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Environment } from '../../security/environment.entity.js';

/** An account at a payment processor. A deleted one remains as a row without credentials, since payments name it. */
@Entity('processors')
@ForeignKey(() => Environment, ['environmentId'], ['id'], { name: 'processors_environment' })
@Index('processors_by_id', ['id'], { unique: true, where: 'deleted_at IS NULL' })
@Index('processors_failing', ['environmentId', 'id'], { where: "status = 'failing' AND deleted_at IS NULL" })
@Check('processors_kind', "kind IN ('stripe', 'http')")
@Check('processors_status', "status IN ('unverified', 'ok', 'failing')")
export class ProcessorConnection {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'processors_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'processors_pkey' })
  id!: string;

  @Column('integer', { default: 1 })
  version!: number;

  @Column('text')
  kind!: Schemas['ProcessorKind'];

  @Column('text')
  name!: string;

  /** Whether new payments may go to it. */
  @Column('boolean')
  enabled!: boolean;

  /** The lowest number comes first. */
  @Column('integer')
  priority!: number;

  /** Null: all currencies. */
  @Column('text', { array: true, nullable: true })
  currencies!: string[] | null;

  /** In the smallest unit of the payment's currency. */
  @Column('bigint', { name: 'amount_min', nullable: true })
  amountMin!: string | null;

  @Column('bigint', { name: 'amount_max', nullable: true })
  amountMax!: string | null;

  @Column('text')
  status!: Schemas['ProcessorStatus'];

  @Column('text', { name: 'last_error', nullable: true })
  lastError!: string | null;

  @Column('text', { name: 'external_account_id', nullable: true })
  externalAccountId!: string | null;

  /** Sealed JSON, see connection-credentials.ts. Null once the connection is deleted. */
  @Column('bytea', { name: 'credentials_ciphertext', nullable: true })
  credentialsCiphertext!: Buffer | null;

  @Column('bytea', { name: 'credentials_data_key', nullable: true })
  credentialsDataKey!: Buffer | null;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}

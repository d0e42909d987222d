import type { Schemas } from '@svc/contract';
import { Column, Entity, ForeignKey, PrimaryColumn, Unique, VirtualColumn } from 'typeorm';
import { Environment } from '../environment.entity.js';

/** The status of a key `k`. Not by now(): the transaction may have waited for another one that ended the key. */
export const keyStatus = (k: string): string =>
  `CASE WHEN ${k}.revoked_at IS NOT NULL THEN 'revoked'
        WHEN ${k}.expires_at <= statement_timestamp() THEN 'expired' ELSE 'active' END`;

/** An API key. Only its HMAC is stored. */
@Entity('api_keys')
@Unique('api_keys_hash', ['hash'])
@ForeignKey(() => Environment, ['environmentId'], ['id'], { name: 'api_keys_environment' })
@ForeignKey(() => ApiKey, ['environmentId', 'replacedBy'], ['environmentId', 'id'], { name: 'api_keys_replaced_by' })
export class ApiKey {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'api_keys_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'api_keys_pkey' })
  id!: string;

  @Column('text')
  name!: string;

  /** The first characters, by which people tell keys apart. */
  @Column('text')
  prefix!: string;

  @Column('bytea', { select: false })
  hash!: Buffer;

  /** The name of the pepper of `hash`. */
  @Column('text', { select: false })
  pepper!: string;

  @Column('text', { array: true })
  scopes!: string[];

  /** Networks that may use the key; any when empty. */
  @Column('text', { name: 'allowed_cidrs', array: true, default: () => "'{}'" })
  allowedCidrs!: string[];

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;

  /** The key that it was rotated to. */
  @Column('bigint', { name: 'replaced_by', nullable: true })
  replacedBy!: string | null;

  /** The person who created it in the console. */
  @Column('bigint', { name: 'created_by', nullable: true })
  createdBy!: string | null;

  /** By the database clock. Read-only. */
  @VirtualColumn({ type: 'text', query: keyStatus })
  status!: Schemas['ApiKeyStatus'];
}

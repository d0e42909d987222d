import type { Schemas } from '@svc/contract';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An action with its key and object: only ids, names of fields and roles. The table is append-only. */
@Entity('audit_log')
@Check('audit_log_role_change', 'cardinality(role_change) = 2')
@Check('audit_log_actor', 'num_nonnulls(key_id, user_id, origin) = 1')
@Check('audit_log_origin', "origin IN ('operator', 'identity_provider')")
@Index('audit_log_by_key', ['environmentId', 'keyId', 'id'])
@Index('audit_log_by_action', ['environmentId', 'action', 'id'])
@Index('audit_log_by_object', ['environmentId', 'objectId', 'id'], { where: 'object_id IS NOT NULL' })
export class AuditEntry {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'audit_log_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'audit_log_pkey' })
  id!: string;

  /** The acting key; for a key issued by an operator, that key itself. Null for an action of a person. */
  @Column('bigint', { name: 'key_id', nullable: true })
  keyId!: string | null;

  /** The acting person of the console. */
  @Column('bigint', { name: 'user_id', nullable: true })
  userId!: string | null;

  /** Who acted, if it was neither a key nor a person. */
  @Column('text', { nullable: true })
  origin!: 'operator' | 'identity_provider' | null;

  @Column('text')
  action!: Schemas['AuditAction'];

  /** Public id, such as `key_123`. Null where an environment has only one such object. */
  @Column('text', { name: 'object_id', nullable: true })
  objectId!: string | null;

  @Column('text', { array: true })
  changes!: string[];

  /** The role of a person before and after the action; null where there was or is none. */
  @Column('text', { name: 'role_change', array: true, nullable: true })
  roleChange!: [before: string | null, after: string | null] | null;

  @Column('text', { name: 'request_id' })
  requestId!: string;
}

import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A finished request of a key or a person: ids and outcome, never content. */
@Entity('request_log')
@Check('request_log_actor', 'num_nonnulls(key_id, user_id) = 1')
@Index('request_log_by_operation', ['environmentId', 'operationId', 'id'], { where: 'operation_id IS NOT NULL' })
@Index('request_log_by_method', ['environmentId', 'method', 'id'], { where: 'method IS NOT NULL' })
@Index('request_log_by_key', ['environmentId', 'keyId', 'id'], { where: 'key_id IS NOT NULL' })
@Index('request_log_by_code', ['environmentId', 'code', 'id'], { where: 'code IS NOT NULL' })
@Index('request_log_2xx', ['environmentId', 'id'], { where: 'status BETWEEN 200 AND 299' })
@Index('request_log_3xx', ['environmentId', 'id'], { where: 'status BETWEEN 300 AND 399' })
@Index('request_log_4xx', ['environmentId', 'id'], { where: 'status BETWEEN 400 AND 499' })
@Index('request_log_5xx', ['environmentId', 'id'], { where: 'status BETWEEN 500 AND 599' })
export class LoggedRequest {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'request_log_pkey' })
  environmentId!: number;

  /** Part of the request id: see `rowIdOf`. */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'request_log_pkey' })
  id!: string;

  @Column('uuid', { name: 'request_id' })
  requestId!: string;

  @Column('text')
  method!: string;

  /** The path of the operation, never the path as sent. Null, like the operation, if none has the address. */
  @Column('text', { nullable: true })
  route!: string | null;

  @Column('text', { name: 'operation_id', nullable: true })
  operationId!: string | null;

  /** Null if the connection was closed before the response. */
  @Column('smallint', { nullable: true })
  status!: number | null;

  /** The problem code. */
  @Column('text', { nullable: true })
  code!: string | null;

  @Column('integer', { name: 'duration_ms' })
  durationMs!: number;

  @Column('bigint', { name: 'key_id', nullable: true })
  keyId!: string | null;

  @Column('bigint', { name: 'user_id', nullable: true })
  userId!: string | null;
}

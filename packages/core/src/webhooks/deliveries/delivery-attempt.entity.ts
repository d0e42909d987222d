import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SendError } from '../../platform/http-client/connection-error.js';

/** A POST to an endpoint and its outcome. */
@Entity('delivery_attempts')
export class DeliveryAttempt {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'delivery_attempts_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'delivery_id', primaryKeyConstraintName: 'delivery_attempts_pkey' })
  deliveryId!: string;

  /** 1 for the first attempt. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'delivery_attempts_pkey' })
  n!: number;

  @Column('timestamptz')
  at!: Date;

  @Column('integer', { name: 'duration_ms' })
  durationMs!: number;

  @Column('integer', { name: 'status_code', nullable: true })
  statusCode!: number | null;

  /** Null when the endpoint responded. */
  @Column('text', { nullable: true })
  error!: SendError | null;

  @Column('text', { nullable: true })
  detail!: string | null;

  @Column('text', { name: 'response_excerpt', nullable: true })
  responseExcerpt!: string | null;
}

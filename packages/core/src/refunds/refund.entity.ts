import type { Schemas } from '@svc/contract';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Payment } from '../payments/payment.entity.js';
import type { PendingInquiry } from '../processors/pending-inquiry.js';
import type { RefundStatus } from './refund-state.js';

/** A refund. Its id contains its creation time. */
@Entity('refunds')
@ForeignKey(() => Payment, ['environmentId', 'paymentId'], ['environmentId', 'id'], { name: 'refunds_payment' })
@Index('refunds_due', ['dueAt'], { where: 'due_at IS NOT NULL' })
@Index('refunds_due_in', ['environmentId', 'dueAt'], { where: 'due_at IS NOT NULL' })
@Index('refunds_of_payment', ['environmentId', 'paymentId', 'id'], { where: 'payment_id IS NOT NULL' })
@Index('refunds_by_currency', ['environmentId', 'currency', 'id'], { where: 'currency IS NOT NULL' })
@Index('refunds_pending', ['environmentId', 'id'], { where: "status = 'pending'" })
@Index('refunds_failed', ['environmentId', 'id'], { where: "status = 'failed'" })
@Index('refunds_completed', ['environmentId', 'id'], { where: "status = 'completed'" })
@Check('refunds_status', "status IN ('pending', 'completed', 'failed')")
@Check('refunds_pending_inquiry', "pending_inquiry IN ('asked', 'overtaken')")
@Check('refunds_origin', "origin IN ('api', 'processor')")
@Check('refunds_amount', 'amount_value > 0')
@Check('refunds_open', "status = 'completed' OR (status = 'pending') = (due_at IS NOT NULL)")
@Check('refunds_failure', "(status = 'failed') = (failure_code IS NOT NULL)")
export class Refund {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'refunds_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'refunds_pkey' })
  id!: string;

  @Column('integer', { default: 1 })
  version!: number;

  @Column('bigint', { name: 'payment_id' })
  paymentId!: string;

  @Column('text')
  status!: RefundStatus;

  @Column('bigint', { name: 'amount_value' })
  amountValue!: string;

  @Column('text')
  currency!: string;

  @Column('text', { nullable: true })
  reason!: string | null;

  /** `json` rather than `jsonb`: responses return it exactly as it was received. */
  @Column('json')
  metadata!: Record<string, unknown>;

  /** `processor`: it was made at the processor, and not requested here. */
  @Column('text', { default: 'api' })
  origin!: Schemas['Origin'];

  @Column('text', { name: 'failure_code', nullable: true })
  failureCode!: string | null;

  @Column('text', { name: 'failure_message', nullable: true })
  failureMessage!: string | null;

  /** When a worker should process it, or when its lease ends. A completed one is due only after a callback. */
  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt!: Date | null;

  /** Incremented by every claim; writes under an older lease are refused. */
  @Column('integer', { default: 0 })
  lease!: number;

  /** `asked`: a worker is asking the processor. `overtaken`: a callback has arrived since. */
  @Column('text', { name: 'pending_inquiry', nullable: true })
  pendingInquiry!: PendingInquiry | null;

  /** The trace of the request that created it; the workers continue it. */
  @Column('text', { nullable: true })
  trace!: string | null;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}

/** The columns of refund `r`, named as the entity's properties. */
export const REFUND_COLUMNS = `
  r.environment_id AS "environmentId", r.id, r.version, r.payment_id AS "paymentId", r.status,
  r.amount_value AS "amountValue", r.currency, r.reason, r.metadata, r.origin, r.failure_code AS "failureCode",
  r.failure_message AS "failureMessage", r.due_at AS "dueAt", r.lease, r.pending_inquiry AS "pendingInquiry", r.trace,
  r.updated_at AS "updatedAt"`;

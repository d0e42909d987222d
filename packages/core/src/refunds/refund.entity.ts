import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Payment } from '../payments/payment.entity.js';
import type { PendingInquiry } from '../processors/pending-inquiry.js';
import type { RefundStatus } from './refund-state.js';

/** Money of a payment on its way back. When it was created is told by its id. */
@Entity('refunds')
@ForeignKey(() => Payment, ['environmentId', 'paymentId'], ['environmentId', 'id'], { name: 'refunds_payment' })
@Index('refunds_due', ['dueAt', 'environmentId', 'id'], { where: 'due_at IS NOT NULL' })
@Index('refunds_of_payment', ['environmentId', 'paymentId', 'id'], { where: 'payment_id IS NOT NULL' })
@Index('refunds_by_currency', ['environmentId', 'currency', 'id'], { where: 'currency IS NOT NULL' })
@Index('refunds_pending', ['environmentId', 'id'], { where: "status = 'pending'" })
@Index('refunds_failed', ['environmentId', 'id'], { where: "status = 'failed'" })
@Index('refunds_completed', ['environmentId', 'id'], { where: "status = 'completed'" })
@Check('refunds_status', "status IN ('pending', 'completed', 'failed')")
@Check('refunds_pending_inquiry', "pending_inquiry IN ('asked', 'overtaken')")
@Check('refunds_amount', 'amount_value > 0')
@Check('refunds_open', "(status = 'pending') = (due_at IS NOT NULL)")
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

  /** Kept as JSON text, so that it is echoed as it came. */
  @Column('json')
  metadata!: Record<string, unknown>;

  @Column('text', { name: 'failure_code', nullable: true })
  failureCode!: string | null;

  @Column('text', { name: 'failure_message', nullable: true })
  failureMessage!: string | null;

  /** When a worker should look at it next, or when the lease of the one that does runs out. */
  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt!: Date | null;

  /** Grows with every claim; an outcome written under an older lease is refused. */
  @Column('integer', { default: 0 })
  lease!: number;

  /** Whether a worker is asking its processor just now, and whether there has been news meanwhile. */
  @Column('text', { name: 'pending_inquiry', nullable: true })
  pendingInquiry!: PendingInquiry | null;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}

/** The columns of a refund named `r`, under the names of the entity's properties. */
export const REFUND_COLUMNS = `
  r.environment_id AS "environmentId", r.id, r.version, r.payment_id AS "paymentId", r.status,
  r.amount_value AS "amountValue", r.currency, r.reason, r.metadata, r.failure_code AS "failureCode",
  r.failure_message AS "failureMessage", r.due_at AS "dueAt", r.lease, r.pending_inquiry AS "pendingInquiry",
  r.updated_at AS "updatedAt"`;

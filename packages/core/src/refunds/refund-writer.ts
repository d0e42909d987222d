import type { Schemas } from '@svc/contract';
import { lockPaymentIfAny } from '../payments/payment-store.js';
import { captured } from '../payments/payment-amounts.js';
import { allowedActions } from '../payments/payment-state.js';
import type { Payment } from '../payments/payment.entity.js';
import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { nextVersion } from '../platform/database/next-version.js';
import { amountText } from '../platform/amount-text.js';
import { DomainError, validationFailed } from '../platform/errors/domain-error.js';
import { type IdSource, fromPublicId, idTime } from '../platform/ids.js';
import { canExpress } from '../processors/connections/connection-routing.js';
import { holdConnection } from '../processors/connections/connection-store.js';
import type { Caller } from '../security/caller.js';
import { decideRefund, type RefundRefusal } from './refund-state.js';
import type { Refund } from './refund.entity.js';

// Checks the amount on the locked row, so that the refunds of a payment cannot exceed it. Without an amount it takes the rest.
const RESERVE = namedQuery(
  'refunds_reserve',
  `WITH held AS (
     SELECT environment_id, id, coalesce($4::bigint, coalesce(capture_value, amount_value) - refunded_value - disputed_value) AS taken
       FROM payments
      WHERE environment_id = $1 AND id = $2 AND status = 'completed' AND currency = coalesce($5::text, currency)
        AND coalesce(capture_value, amount_value) - refunded_value - disputed_value >= coalesce($4::bigint, 1)
        FOR UPDATE
   ), reserved AS (
     UPDATE payments p
        SET refunded_value = p.refunded_value + h.taken, ${nextVersion('p')}
       FROM held h
      WHERE p.environment_id = h.environment_id AND p.id = h.id AND p.status = 'completed'
        AND p.refunded_value + h.taken <= coalesce(p.capture_value, p.amount_value)
      RETURNING p.environment_id, p.id, p.currency, p.processor, h.taken
   ), stored AS (
     INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, reason, metadata, trace, due_at,
                          updated_at)
     SELECT environment_id, $3, id, 'pending', taken, currency, $6, $7::json, $8, now(), id_time($3::bigint) FROM reserved
     RETURNING amount_value, currency
   )
   SELECT s.amount_value AS "amountValue", s.currency, r.processor FROM stored s CROSS JOIN reserved r`,
);

/** A new refund, and the processor of its payment. */
export type NewRefund = Refund & { readonly processor: string };

/** Writes new refunds and reserves their amount on the payment. */
export class RefundWriter {
  constructor(private readonly ids: IdSource) {}

  /** Reserves the amount and stores a pending refund. Throws the reason when it cannot be refunded. */
  async create(transaction: Transaction, caller: Caller, request: Schemas['CreateRefund']): Promise<NewRefund> {
    const refund = await this.stored(transaction, caller, request);
    // The transaction is rolled back.
    const { processor, amountValue, currency } = refund;
    if (!(await holdConnection(transaction.forEnvironment(caller), processor))) {
      throw await disconnected(transaction, caller, refund);
    }
    if (!canExpress(processor, { amountValue: Number(amountValue), currency })) throw inexpressible(refund);
    return refund;
  }

  private async stored(transaction: Transaction, caller: Caller, request: Schemas['CreateRefund']): Promise<NewRefund> {
    const paymentId = fromPublicId('pay', request.paymentId);
    if (paymentId === undefined) throw unknownPayment();
    const id = await this.ids.one();
    const reserved = await reserve(transaction, caller, paymentId, id, request);
    if (reserved !== undefined) return reserved;
    await this.explain(transaction, caller, paymentId, request);
    // The obstacle has gone since the first try. The payment is locked now, so the second try must succeed.
    const second = await reserve(transaction, caller, paymentId, id, request);
    if (second === undefined) throw new Error('the refund was not stored although its locked payment allows it');
    return second;
  }

  /** Locks the payment and throws why it cannot be refunded; returns when it can be. */
  private async explain(
    transaction: Transaction,
    caller: Caller,
    paymentId: string,
    request: Schemas['CreateRefund'],
  ): Promise<void> {
    const payment = await lockPaymentIfAny(transaction, caller, paymentId);
    if (payment === undefined) throw unknownPayment();
    const { status, currency } = payment;
    const refunded = Number(payment.refundedValue) + Number(payment.disputedValue);
    const decision = decideRefund({ status, captured: captured(payment), refunded, currency }, request.amount);
    if (decision.kind === 'refused') throw refusal(payment, decision.code, decision.remaining);
  }
}

async function reserve(
  transaction: Transaction,
  caller: Caller,
  paymentId: string,
  id: string,
  request: Schemas['CreateRefund'],
): Promise<NewRefund | undefined> {
  const { amount, reason = null, metadata = {} } = request;
  const { environmentId, trace = null } = caller;
  const asked = [amount?.value ?? null, amount?.currency ?? null];
  const values = [environmentId, paymentId, id, ...asked, reason, JSON.stringify(metadata), trace];
  const [row] = await transaction.run<Pick<NewRefund, 'amountValue' | 'currency' | 'processor'>>(RESERVE, values);
  if (row === undefined) return undefined;
  return {
    ...row,
    environmentId,
    id,
    paymentId,
    version: 1,
    status: 'pending',
    reason,
    metadata,
    origin: 'api',
    failureCode: null,
    failureMessage: null,
    dueAt: null,
    lease: 0,
    pendingInquiry: null,
    trace,
    updatedAt: idTime(id),
  };
}

function inexpressible({ amountValue, currency }: Refund): DomainError {
  const detail = `is ${amountText(Number(amountValue), currency)}, an amount that the processor of the payment cannot represent`;
  return validationFailed('The processor cannot refund this amount.', {
    pointer: '/amount',
    code: 'not_accepted',
    detail,
  });
}

function unknownPayment(): DomainError {
  return validationFailed('The payment to refund does not exist.', {
    pointer: '/paymentId',
    code: 'not_found',
    detail: 'does not exist',
  });
}

/** Why a refund that has already reserved its amount on the payment is refused. */
async function disconnected(transaction: Transaction, caller: Caller, refund: NewRefund): Promise<DomainError> {
  const payment = await lockPaymentIfAny(transaction, caller, refund.paymentId);
  if (payment === undefined) return unknownPayment();
  const refunded = Number(payment.refundedValue) - Number(refund.amountValue);
  const remaining = captured(payment) - refunded - Number(payment.disputedValue);
  return notRefundable(
    payment,
    remaining,
    'The connection of the payment was deleted. Refund the payment at its processor.',
  );
}

function refusal(payment: Payment, code: RefundRefusal, remaining: number): DomainError {
  const { status, currency } = payment;
  if (code === 'payment_not_refundable') {
    const detail =
      status === 'completed'
        ? 'Nothing is left to refund. The amount was refunded, is being refunded, or was withdrawn by a dispute.'
        : `The payment is ${status}; only a completed payment can be refunded.`;
    return notRefundable(payment, remaining, detail);
  }
  if (code === 'currency_mismatch') {
    const errors = [{ pointer: '/amount/currency', code: 'out_of_range' as const, detail: `must be ${currency}` }];
    return new DomainError(code, `The payment is in ${currency}.`, { errors });
  }
  const errors = [{ pointer: '/amount/value', code: 'out_of_range' as const, detail: `must be <= ${remaining}` }];
  const detail = `At most ${amountText(remaining, currency)} can still be refunded.`;
  return new DomainError(code, detail, { errors, members: { refundableAmount: { value: remaining, currency } } });
}

function notRefundable(payment: Payment, remaining: number, detail: string): DomainError {
  const { status, stage, currency } = payment;
  const state = { currentStatus: status, currentStage: stage, allowedActions: allowedActions(payment) };
  const refundableAmount = { value: remaining, currency };
  return new DomainError('payment_not_refundable', detail, { members: { ...state, refundableAmount } });
}

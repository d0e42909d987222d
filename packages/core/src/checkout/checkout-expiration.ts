import type { Schemas } from '@svc/contract';
import { lockPaymentIfAny } from '../payments/payment-store.js';
import type { Payment } from '../payments/payment.entity.js';
import type { Transaction } from '../platform/database/database.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { Idempotency } from '../platform/idempotency/idempotency.js';
import { requireMatch } from '../platform/preconditions.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { AuditLog } from '../security/audit-log.js';
import type { Caller } from '../security/caller.js';
import type { CheckoutChanges } from './checkout-changes.js';
import { CheckoutSession } from './checkout-session.entity.js';
import type { CheckoutSessionsService } from './checkout-sessions.service.js';
import { checkoutId, type HeldCheckout, lockCheckout, unknownCheckout } from './checkout-store.js';

export interface CheckoutExpirationDependencies {
  readonly sessions: CheckoutSessionsService;
  readonly changes: CheckoutChanges;
  readonly idempotency: Idempotency;
  readonly queues: WorkQueues;
  readonly audit: AuditLog;
}

/** Ends open checkout sessions by request. */
export class CheckoutExpiration {
  constructor(private readonly deps: CheckoutExpirationDependencies) {}

  /** Expires a session, or has its payment released first. Throws `not_found` and `state_conflict`. */
  async expire(caller: Caller, publicId: string): Promise<Schemas['CheckoutSession']> {
    let deliveries: readonly WorkRef[] = [];
    const answer = await this.deps.idempotency.inTransaction(caller, async (transaction) => {
      const { held, payment } = await this.lock(transaction, caller, publicId);
      const { session, now } = held;
      requireMatch(caller, session.version);
      if (session.status === 'completed') throw completedAlready();
      const isEnding = payment?.status === 'pending' && session.expiresAt <= now;
      if (session.status === 'expired' || isEnding) return this.deps.sessions.present(session, caller);
      const changed = await this.deps.changes.end(transaction, held, payment, caller.trace);
      deliveries = changed.deliveries;
      await this.deps.audit.record(transaction, caller, { action: 'checkout_session.expired', objectId: publicId });
      return this.deps.sessions.present(changed.session, caller);
    });
    await this.deps.queues.add('deliveries', deliveries);
    return answer;
  }

  /** Locks the payment before its session, as its outcome does. */
  private async lock(
    transaction: Transaction,
    caller: Caller,
    publicId: string,
  ): Promise<{ readonly held: HeldCheckout; readonly payment: Payment | undefined }> {
    const tables = transaction.forEnvironment(caller);
    const id = checkoutId(publicId);
    const known = await tables.find(CheckoutSession, id);
    if (known === undefined) throw unknownCheckout(publicId);
    const payment = known.paymentId === null ? undefined : await lockPaymentIfAny(transaction, caller, known.paymentId);
    const held = await lockCheckout(tables, id);
    if (held === undefined) throw unknownCheckout(publicId);
    if (held.session.paymentId === known.paymentId) return { held, payment };
    throw new DomainError('unavailable', 'The customer has just begun a payment. Try again.');
  }
}

function completedAlready(): DomainError {
  const members = { currentStatus: 'completed', currentStage: null, allowedActions: [] };
  return new DomainError('state_conflict', 'The checkout session is completed.', { members });
}

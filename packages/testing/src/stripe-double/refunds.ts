import { type Form, partsOf, textOf } from './form.js';
import { type Intent, newId, type PaymentIntents, seconds } from './payment-intents.js';
import { invalid, missing } from './stripe-error.js';

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  charge: string | null;
  created: number;
  currency: string;
  failure_reason?: string;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string | null;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
}

/** The last two digits of an amount whose refund is not done at once. */
export const REFUND_ENDINGS = { fails: 99, waits: 98 } as const;

/** Refunds of PaymentIntents. */
export class Refunds {
  readonly all = new Map<string, Refund>();
  /** Whether released money is listed as a refund, as under API versions before 2025-03-31. */
  listsReleases = false;
  private readonly releases = new Set<string>();

  constructor(
    private readonly intents: PaymentIntents,
    private readonly changed: (type: string, refund: Refund) => void,
  ) {}

  create(form: Form): Refund {
    const id = textOf(form, 'payment_intent') ?? '';
    const intent = this.intents.all.get(id);
    if (intent === undefined) throw missing('payment_intent', id, 'payment_intent');
    const remaining = intent.amount_received - this.refundedOf(id);
    const amount = Number(textOf(form, 'amount') ?? remaining);
    if (intent.status !== 'succeeded') throw invalid('This PaymentIntent does not have a successful charge to refund.');
    if (remaining === 0) throw invalid('The charge has already been refunded.', { code: 'charge_already_refunded' });
    if (amount > remaining) throw invalid('The amount is greater than the unrefunded amount.', { param: 'amount' });
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      charge: intent.latest_charge,
      created: seconds(),
      currency: intent.currency,
      metadata: partsOf(form, 'metadata'),
      payment_intent: id,
      reason: textOf(form, 'reason') ?? null,
      status: amount % 100 === REFUND_ENDINGS.waits ? 'pending' : 'succeeded',
    };
    this.all.set(refund.id, refund);
    this.changed('refund.created', refund);
    if (amount % 100 === REFUND_ENDINGS.fails) this.fail(refund.id);
    return refund;
  }

  /** A hold is released, or what was not captured of it: a refund of money that was never taken. */
  release({ id, latest_charge: charge, amount: held, amount_received: taken, currency }: Intent): void {
    const amount = held - taken;
    if (charge === null || amount === 0 || !this.listsReleases) return;
    const refund: Refund = {
      ...{ id: newId('re'), object: 'refund', amount, charge, created: seconds(), currency, metadata: {} },
      ...{ payment_intent: id, reason: null, status: 'succeeded' },
    };
    this.all.set(refund.id, refund);
    this.releases.add(refund.id);
    this.changed('refund.created', refund);
  }

  isRelease(id: string): boolean {
    return this.releases.has(id);
  }

  find(id: string): Refund {
    const refund = this.all.get(id);
    if (refund === undefined) throw missing('refund', id, 'id');
    return refund;
  }

  /** The refunds of a PaymentIntent, the newest first. */
  list(form: Form): Refund[] {
    const of = textOf(form, 'payment_intent');
    return [...this.all.values()].reverse().filter(({ payment_intent }) => of === undefined || payment_intent === of);
  }

  /** A refund fails, perhaps after it succeeded. */
  fail(id: string, reason = 'expired_or_canceled_card'): void {
    const refund = Object.assign(this.find(id), { status: 'failed', failure_reason: reason });
    this.changed('refund.failed', refund);
  }

  /** A pending refund succeeds. */
  settle(id: string): void {
    this.changed('refund.updated', Object.assign(this.find(id), { status: 'succeeded' }));
  }

  private refundedOf(intent: string): number {
    const own = [...this.all.values()].filter(({ id, payment_intent, status }) => {
      return payment_intent === intent && !this.releases.has(id) && status !== 'failed' && status !== 'canceled';
    });
    return own.reduce((sum, { amount }) => sum + amount, 0);
  }
}

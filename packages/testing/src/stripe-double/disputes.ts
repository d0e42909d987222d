import { newId, type PaymentIntents, seconds } from './payment-intents.js';
import { missing } from './stripe-error.js';

interface BalanceTransaction {
  readonly id: string;
  readonly object: 'balance_transaction';
  readonly amount: number;
  readonly exchange_rate: number | null;
  readonly fee: number;
  readonly type: 'adjustment';
}

export interface StripeDispute {
  id: string;
  object: 'dispute';
  amount: number;
  balance_transactions: BalanceTransaction[];
  charge: string | null;
  created: number;
  currency: string;
  evidence: { uncategorized_text: string | null };
  evidence_details: { due_by: number | null };
  livemode: boolean;
  payment_intent: string;
  reason: string;
  status: string;
}

/** Stripe's fee for a dispute, which is no part of the disputed amount. */
const FEE = 1_500;

/** Disputes of PaymentIntents. */
export class Disputes {
  readonly all = new Map<string, StripeDispute>();
  /** The rates to the currency of the balance, for the next movements. */
  rates: number[] = [];

  constructor(
    private readonly intents: PaymentIntents,
    private readonly changed: (type: string, dispute: object) => void,
  ) {}

  /** The bank contests a payment, or asks about it. Of a contested one, the money is withdrawn. */
  open(intentId: string, status: 'needs_response' | 'warning_needs_response', amount?: number): StripeDispute {
    const intent = this.intents.find(intentId);
    const dispute: StripeDispute = {
      id: newId('dp'),
      object: 'dispute',
      amount: amount ?? intent.amount_received,
      balance_transactions: [],
      charge: intent.latest_charge,
      created: seconds(),
      currency: intent.currency,
      evidence: { uncategorized_text: null },
      evidence_details: { due_by: seconds() + 14 * 86_400 },
      livemode: intent.livemode,
      payment_intent: intentId,
      reason: 'fraudulent',
      status,
    };
    this.all.set(dispute.id, dispute);
    this.changed('charge.dispute.created', dispute);
    if (status === 'needs_response') this.move(dispute, 'withdrawn');
    return dispute;
  }

  /** The bank contests what it had asked about, perhaps for another amount. */
  escalate(id: string, amount: number): void {
    const dispute = Object.assign(this.find(id), { status: 'needs_response', amount });
    this.changed('charge.dispute.updated', dispute);
    this.move(dispute, 'withdrawn');
  }

  /** The merchant answers at Stripe. */
  respond(id: string, text: string): void {
    const dispute = this.find(id);
    const status = dispute.status.startsWith('warning_') ? 'warning_under_review' : 'under_review';
    Object.assign(dispute, { status, evidence: { uncategorized_text: text } });
    this.changed('charge.dispute.updated', dispute);
  }

  /** The bank decides, or Stripe does. A won dispute gives its money back, and a lost one what was refunded before it. */
  close(id: string, status: 'won' | 'lost' | 'warning_closed', refunded = 0): void {
    const dispute = Object.assign(this.find(id), { status });
    this.changed('charge.dispute.closed', dispute);
    if (status === 'won') this.move(dispute, 'reinstated');
    if (status === 'lost' && refunded > 0) this.move(dispute, 'reinstated', refunded);
  }

  retrieve(id: string, expand: readonly string[]): object {
    const dispute = this.find(id);
    const intent = this.intents.find(dispute.payment_intent);
    return expand.includes('payment_intent') ? { ...dispute, payment_intent: intent } : dispute;
  }

  private find(id: string): StripeDispute {
    const dispute = this.all.get(id);
    if (dispute === undefined) throw missing('dispute', id, 'dispute');
    return dispute;
  }

  private move(dispute: StripeDispute, how: 'withdrawn' | 'reinstated', value = dispute.amount): void {
    const rate = this.rates.shift() ?? null;
    const amount = Math.round((how === 'withdrawn' ? -value : value) * (rate ?? 1));
    const fee = how === 'withdrawn' ? FEE : 0;
    dispute.balance_transactions.push({
      ...{ id: newId('txn'), object: 'balance_transaction', type: 'adjustment' },
      ...{ amount, exchange_rate: rate, fee },
    });
    this.changed(`charge.dispute.funds_${how}`, dispute);
  }
}

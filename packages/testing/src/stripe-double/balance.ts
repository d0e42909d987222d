import { newId, type PaymentIntents, seconds } from './payment-intents.js';
import type { StripeDispute } from './disputes.js';
import type { Intent } from './payment-intents.js';
import type { Refund, Refunds } from './refunds.js';

interface BalanceTransaction {
  readonly id: string;
  readonly object: 'balance_transaction';
  readonly amount: number;
  readonly available_on: number;
  readonly created: number;
  readonly currency: string;
  readonly exchange_rate: number | null;
  readonly fee: number;
  readonly net: number;
  readonly reporting_category: string;
  readonly source: string;
  readonly status: 'pending' | 'available';
  readonly type: 'charge' | 'refund' | 'refund_failure' | 'adjustment' | 'payout';
}

const WEEK_S = 7 * 86_400;
/** Stripe's fees, which a refund does not give back. */
const FEES = { rate: 0.015, fixed: 25, dispute: 1_500 };

/** The account's balance: what payments, refunds and disputes have moved. */
export class Balance {
  readonly all: BalanceTransaction[] = [];
  /** The currency of the balance, and the rate to it, by the currency of a payment; without one, it is settled as it is. */
  readonly rates = new Map<string, { readonly currency: string; readonly rate: number }>();
  private readonly sources = new Map<string, object>();

  constructor(
    private readonly intents: PaymentIntents,
    private readonly refunds: Refunds,
  ) {}

  /** Enters what an object has moved with this change. */
  note(type: string, object: object): void {
    if (type === 'payment_intent.succeeded') this.charge(object as Intent);
    if (type === 'refund.created' || type === 'refund.updated') this.refund(object as Refund);
    if (type === 'refund.failed') this.failedRefund(object as Refund);
    if (type === 'charge.dispute.funds_withdrawn') this.dispute(object as StripeDispute, -1);
    if (type === 'charge.dispute.funds_reinstated') this.dispute(object as StripeDispute, 1);
  }

  /** The balance leaves for a bank account. */
  payOut(amount: number, currency: string): void {
    this.enter('payout', { id: newId('po'), object: 'payout' }, { amount: -amount, currency, fee: 0 });
  }

  /** What an object has moved; null if nothing. */
  of(source: string): BalanceTransaction | null {
    return this.all.find((each) => each.source === source) ?? null;
  }

  shown(transaction: BalanceTransaction, expand: readonly string[]): { readonly id: string } {
    if (!expand.includes('data.source')) return transaction;
    return Object.assign({ id: transaction.id }, transaction, { source: this.sources.get(transaction.source) });
  }

  /** Where the rest of a hold is listed as a refund, the charge moves all of it. */
  private charge({ latest_charge: id, id: intent, amount: held, amount_received, currency, metadata }: Intent): void {
    if (id === null) return;
    const amount = this.refunds.listsReleases ? held : amount_received;
    const source = { id, object: 'charge', payment_intent: intent, metadata: { ...metadata } };
    this.enter('charge', source, { amount, currency, fee: Math.round(amount * FEES.rate) + FEES.fixed });
  }

  private refund(refund: Refund): void {
    const isTaken = refund.charge !== null && this.sources.has(refund.charge);
    if (refund.status !== 'succeeded' || !isTaken || this.sources.has(refund.id)) return;
    const amounts = { amount: -refund.amount, currency: refund.currency, fee: 0 };
    this.enter(
      'refund',
      { ...refund },
      amounts,
      this.refunds.isRelease(refund.id) ? 'partial_capture_reversal' : 'refund',
    );
  }

  private failedRefund(refund: Refund): void {
    if (!this.sources.has(refund.id)) return;
    this.enter('refund_failure', { ...refund }, { amount: refund.amount, currency: refund.currency, fee: 0 });
  }

  private dispute(dispute: StripeDispute, sign: 1 | -1): void {
    const charge = this.intents.find(dispute.payment_intent).latest_charge;
    const fee = sign === 1 ? 0 : FEES.dispute;
    const amount = dispute.balance_transactions.at(-1)?.amount ?? sign * dispute.amount;
    this.enter('adjustment', { ...dispute, charge }, { amount, currency: dispute.currency, fee });
  }

  private enter(
    type: BalanceTransaction['type'],
    source: { readonly id: string; readonly [field: string]: unknown },
    { amount, currency, fee }: Pick<BalanceTransaction, 'amount' | 'currency' | 'fee'>,
    category: string = type,
  ): void {
    this.sources.set(source.id, source);
    const exchange = this.rates.get(currency);
    const settled = exchange === undefined ? amount : Math.round(amount * exchange.rate);
    this.all.push({
      ...{ id: newId('txn'), object: 'balance_transaction', amount: settled, fee, net: settled - fee, type },
      ...{ currency: exchange?.currency ?? currency, exchange_rate: exchange?.rate ?? null, source: source.id },
      reporting_category: category,
      ...{ created: seconds(), available_on: seconds() + WEEK_S, status: 'pending' },
    });
  }
}

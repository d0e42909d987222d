import type Stripe from 'stripe';
import type { Logger } from '../../platform/logger.js';
import type { DisputeAnswer, ReportedDispute } from '../payment-processor.js';
import { amountAtStripe } from './stripe-amounts.js';
import type { StripeCalls } from './stripe-calls.js';
import type { StripeOwnership } from './stripe-ownership.js';
import { cutText } from './stripe-text.js';

const LATER_MS = 60_000;
/** A key without the permission is replaced by a person. */
const REFUSED_MS = 15 * 60_000;
/** Stripe's codes are short; the column takes no more. */
const MAX_REASON = 100;

export interface StripeDisputesDependencies {
  readonly calls: StripeCalls;
  readonly owner: StripeOwnership;
  readonly livemode: boolean;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Disputes of PaymentIntents of ours. */
export class StripeDisputes {
  constructor(private readonly deps: StripeDisputesDependencies) {}

  async read(id: string): Promise<DisputeAnswer> {
    const { object, failure } = await this.deps.calls.ask((sdk) =>
      sdk.disputes.retrieve(id, { expand: ['payment_intent'] }),
    );
    if (failure?.kind === 'refused') return { kind: 'foreign' };
    // The connection is not marked as failing: the key may lack this permission alone.
    if (failure?.kind === 'unauthorized') return { kind: 'later', checkAfterMs: REFUSED_MS };
    if (failure !== undefined) return { kind: 'later', checkAfterMs: LATER_MS };
    const dispute = this.reported(object);
    return dispute === undefined ? { kind: 'foreign' } : { kind: 'found', dispute };
  }

  private reported(dispute: Stripe.Dispute): ReportedDispute | undefined {
    const { payment_intent: intent, livemode, balance_transactions: moved } = dispute;
    if (intent === null || typeof intent === 'string' || livemode !== this.deps.livemode) return undefined;
    const authorization = this.deps.owner.attemptOf(intent.metadata);
    if (authorization === undefined) return undefined;
    const amount = amountAtStripe(dispute, this.deps.logger);
    if (amount === undefined) return undefined;
    const dueBy = dispute.evidence_details.due_by;
    return {
      authorization,
      // A status that is new at Stripe has not ended the dispute, as far as we know.
      status: STATUSES[dispute.status] ?? 'under_review',
      ...amount,
      reason: cutText(dispute.reason, MAX_REASON) || null,
      evidenceDueBy: dueBy === null ? null : new Date(dueBy * 1_000),
      processorUrl: `https://dashboard.stripe.com/${livemode ? '' : 'test/'}payments/${intent.id}`,
      withdrawn: moved.some(({ amount }) => amount < 0),
      reinstated: reinstatedOf(dispute, amount.amountValue),
    };
  }
}

/**
 * What was given back of a disputed amount. A dispute that is lost gives back what was refunded before it. Movements are in the
 * currency of the account, so only their share counts.
 */
function reinstatedOf({ status, balance_transactions: moved }: Stripe.Dispute, amountValue: number): number | 'all' {
  const taken = -sumOf(moved.filter(({ amount }) => amount < 0));
  const returned = sumOf(moved.filter(({ amount }) => amount > 0));
  if (taken === 0 || returned === 0) return 0;
  return status !== 'lost' || returned >= taken ? 'all' : Math.round((amountValue * returned) / taken);
}

/** The sum before its conversion, if all were converted: rates change between the movements. */
function sumOf(moved: readonly Stripe.BalanceTransaction[]): number {
  return moved.reduce((sum, { amount, exchange_rate: rate }) => sum + amount / (rate ?? 1), 0);
}

const STATUSES: Readonly<Record<Stripe.Dispute.Status, ReportedDispute['status']>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'under_review',
  warning_closed: 'closed',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  prevented: 'prevented',
};

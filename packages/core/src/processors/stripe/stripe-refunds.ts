import type Stripe from 'stripe';
import type { Logger } from '../../platform/logger.js';
import type { RefundLookup, RefundOutcome, RefundRequest, ReportedRefund } from '../payment-processor.js';
import { amountAtStripe, stripeAmount } from './stripe-amounts.js';
import type { StripeAnswer, StripeCalls, StripeFailure } from './stripe-calls.js';
import { intentOf } from './stripe-checkout.js';
import { idOf } from './stripe-customers.js';
import { refOf } from './stripe-intents.js';
import { declined, inexpressible, refundFailure, stripeRefundOutcome, unclear } from './stripe-outcomes.js';
import type { StripeOwnership } from './stripe-ownership.js';

/**
 * Stripe forgets idempotency keys after 24 hours. Each day of an attempt therefore has a key of its own. Nothing is sent in the
 * last hour of a day: after it, the list of refunds proves that no request under the older key has made one.
 */
const DAY_MS = 24 * 3_600_000;
const RESEND_MS = 23 * 3_600_000;
const PAGE = 100;
const LATER_MS = 60_000;

export interface StripeRefundsDependencies {
  readonly calls: StripeCalls;
  readonly owner: StripeOwnership;
  readonly livemode: boolean;
  /** Told that Stripe refuses the key. */
  readonly onUnauthorized: (failure: StripeFailure) => void;
  /** The outcome of a failure that proves nothing. */
  readonly fail: (request: RefundRequest, failure: StripeFailure) => RefundOutcome;
  readonly logger: Pick<Logger, 'warn'>;
}

type Found = StripeAnswer<Stripe.Refund | undefined>;

/** Refunds of PaymentIntents. A repetition finds the first one by its metadata. */
export class StripeRefunds {
  constructor(private readonly deps: StripeRefundsDependencies) {}

  async refund(request: RefundRequest): Promise<RefundOutcome> {
    const amount = stripeAmount(request);
    if (amount === undefined) return inexpressible(request);
    return this.ofPayment(request, async (intent) => {
      if (request.isRepeat) {
        const found = await this.find(request, intent);
        if (found.failure !== undefined || found.object !== undefined) return this.outcomeOf(request, intent, found);
        if (ageOf(request) % DAY_MS >= RESEND_MS) {
          return this.unclear(request, 'Stripe does not have it. It is sent again within the next hour');
        }
      }
      return this.send(request, intent, amount);
    });
  }

  /** Reads only. */
  status(request: RefundRequest): Promise<RefundOutcome> {
    return this.ofPayment(request, async (intent) => this.outcomeOf(request, intent, await this.find(request, intent)));
  }

  /** Reads a refund of a PaymentIntent of ours, which may have been made at Stripe. */
  async read(id: string): Promise<RefundLookup> {
    const { calls, owner } = this.deps;
    const { object, failure } = await calls.ask((sdk) => sdk.refunds.retrieve(id, { expand: ['payment_intent'] }));
    if (failure !== undefined) return failure.kind === 'refused' ? { kind: 'foreign' } : this.later(failure);
    const authorization = this.authorizationOf(object);
    if (authorization === undefined || owner.isOfAnother(object.metadata)) return { kind: 'foreign' };
    const amount = amountAtStripe(object, this.deps.logger);
    if (amount === undefined) return { kind: 'foreign' };
    const release = await isRelease(object, this.deps);
    if (release.failure !== undefined) return this.later(release.failure);
    if (release.object) return { kind: 'foreign' };
    const attempt = owner.attemptOf(object.metadata);
    if (attempt !== undefined) return { kind: 'ours', attempt };
    return { kind: 'found', refund: { ...stateOf(object), authorization, ...amount } };
  }

  private later(failure: StripeFailure): RefundLookup {
    if (failure.kind === 'unauthorized') this.deps.onUnauthorized(failure);
    return { kind: 'later', checkAfterMs: LATER_MS };
  }

  /** The attempt that authorized the payment of a refund; undefined if the payment is not one of ours. */
  private authorizationOf({ payment_intent: intent }: Stripe.Refund): ReportedRefund['authorization'] | undefined {
    if (intent === null || typeof intent === 'string' || intent.livemode !== this.deps.livemode) return undefined;
    return this.deps.owner.attemptOf(intent.metadata);
  }

  /** A payment that a person approved may still be stored as its Checkout Session. */
  private async ofPayment(
    request: RefundRequest,
    ask: (intent: string) => Promise<RefundOutcome>,
  ): Promise<RefundOutcome> {
    const { paymentExternalReference: reference } = request;
    if (reference === null) return this.unclear(request, 'the payment has no PaymentIntent');
    const { object: intent, failure } = await intentOf(this.deps.calls, reference);
    if (failure !== undefined) return this.deps.fail(request, failure);
    if (intent === null) return declined('not_paid', 'The customer has not paid on the page of Stripe.');
    return ask(intent);
  }

  private async send(request: RefundRequest, intent: string, amount: number): Promise<RefundOutcome> {
    const { calls, owner } = this.deps;
    const params = { payment_intent: intent, amount, metadata: owner.of(refOf(request)) };
    const day = Math.floor(ageOf(request) / DAY_MS);
    const options = { idempotencyKey: owner.keyOf(refOf(request), day === 0 ? 'refund' : `refund:${day}`) };
    const answer = await calls.ask((sdk) => sdk.refunds.create(params, options));
    const { failure } = answer;
    const isMissing = failure?.code === 'resource_missing';
    if (failure === undefined || isMissing || (failure.kind !== 'refused' && failure.kind !== 'card')) {
      return this.outcomeOf(request, intent, answer);
    }
    // Stripe made no refund now; an earlier request may have.
    const found = await this.find(request, intent);
    if (found.failure === undefined && found.object === undefined) return declined(failure.code, failure.message);
    return this.outcomeOf(request, intent, found);
  }

  private async outcomeOf(request: RefundRequest, intent: string, { object, failure }: Found): Promise<RefundOutcome> {
    if (failure !== undefined) return this.deps.fail(request, failure);
    if (object === undefined) return this.unclear(request, 'Stripe does not have the refund');
    if (!this.isExpected(request, intent, object))
      return this.unclear(request, `${object.id} is not that of the attempt`);
    if (request.externalReference === null) await request.storeExternalReference(object.id);
    const outcome = stripeRefundOutcome(object, request);
    return outcome.kind === 'unknown' ? this.unclear(request, `the refund is ${String(object.status)}`) : outcome;
  }

  private find(request: RefundRequest, intent: string): Promise<Found> {
    const { externalReference: id } = request;
    return this.deps.calls.ask(async (sdk) => {
      if (id !== null) return sdk.refunds.retrieve(id);
      for await (const refund of sdk.refunds.list({ payment_intent: intent, limit: PAGE })) {
        if (this.deps.owner.isOf(refOf(request), refund.metadata)) return refund;
      }
      return undefined;
    });
  }

  private isExpected(request: RefundRequest, intent: string, refund: Stripe.Refund): boolean {
    const isOf = request.origin === 'processor' || this.deps.owner.isOf(refOf(request), refund.metadata);
    return isOf && idOf(refund.payment_intent) === intent;
  }

  private unclear(request: RefundRequest, reason: string): { readonly kind: 'unknown' } {
    return unclear(this.deps.logger, request, reason);
  }
}

function stateOf(refund: Stripe.Refund): Pick<ReportedRefund, 'status' | 'failure' | 'reason' | 'createdAt'> {
  const failure = refundFailure(refund) ?? null;
  const status = refund.status === 'succeeded' ? 'completed' : 'pending';
  const createdAt = new Date(refund.created * 1_000);
  return { status: failure === null ? status : 'failed', failure, reason: refund.reason, createdAt };
}

/** Time since the first try, in milliseconds. */
function ageOf({ startedAt, now }: RefundRequest): number {
  return Math.max(now.getTime() - startedAt.getTime(), 0);
}

/**
 * Whether it only releases held money. Its PaymentIntent must be expanded. Stripe lists that as a refund, also the rest of a
 * partial capture, if it was captured or canceled under an API version before 2025-03-31: by the dashboard of an older account,
 * for example. Only the balance transaction tells such a rest from a refund of the same amount.
 */
export async function isRelease(
  { id, reason, amount, payment_intent: intent, metadata }: Stripe.Refund,
  { calls, owner }: Pick<StripeRefundsDependencies, 'calls' | 'owner'>,
): Promise<StripeAnswer<boolean>> {
  if (reason === 'expired_uncaptured_charge') return { object: true };
  if (intent === null || typeof intent === 'string') return { object: false };
  if (intent.amount_received === 0) return { object: true };
  const isRest = amount === intent.amount - intent.amount_received && owner.captureOf(intent.metadata) === undefined;
  if (!isRest || owner.attemptOf(metadata) !== undefined) return { object: false };
  const { object, failure } = await calls.ask((sdk) => sdk.refunds.retrieve(id, { expand: ['balance_transaction'] }));
  if (failure !== undefined) return { failure };
  const { balance_transaction: movement } = object;
  const isReversal = movement != null && typeof movement !== 'string' && isPartialCaptureReversal(movement);
  return { object: isReversal };
}

/** Whether a movement of the balance takes back what was not captured. */
export function isPartialCaptureReversal({ reporting_category: category }: Stripe.BalanceTransaction): boolean {
  return category === 'partial_capture_reversal';
}

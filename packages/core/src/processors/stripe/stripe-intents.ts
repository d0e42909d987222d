import type Stripe from 'stripe';
import type { Logger } from '../../platform/logger.js';
import { checkAfter } from '../check-after.js';
import type { ProcessorAttempt, ProcessorOutcome, ProcessorRequest, RefundOutcome } from '../payment-processor.js';
import { stripeAmount } from './stripe-amounts.js';
import { isMissing, type StripeAnswer, type StripeCalls, type StripeFailure } from './stripe-calls.js';
import { unclear } from './stripe-outcomes.js';
import type { StripeOwnership } from './stripe-ownership.js';

const MAX_LATER_WAIT_MS = 60_000;
const WAIT_MS = { unauthorized: 60_000, locked: 1_000 } as const;

/** The charge says until when the hold stands. */
export const WITH_CHARGE = { expand: ['latest_charge'] };

export interface StripeProblem {
  readonly reason: 'unauthorized' | 'wrong_mode' | 'missing_object';
  readonly message: string;
}

export interface StripeIntentsDependencies {
  readonly calls: StripeCalls;
  readonly owner: StripeOwnership;
  readonly livemode: boolean;
  readonly logger: Pick<Logger, 'warn'>;
  /** Told when the connection cannot be used as it is: its payments wait. */
  readonly onProblem?: ((problem: StripeProblem) => void) | undefined;
}

/** The PaymentIntents of attempts: reads and cancels them, and finds out what an answer about one proves. */
export class StripeIntents {
  constructor(private readonly deps: StripeIntentsDependencies) {}

  cancel(attempt: ProcessorAttempt, id: string, step: string): Promise<StripeAnswer<Stripe.PaymentIntent>> {
    return this.deps.calls.ask((sdk) => sdk.paymentIntents.cancel(id, {}, this.once(attempt, step)));
  }

  read(id: string): Promise<StripeAnswer<Stripe.PaymentIntent>> {
    return this.deps.calls.ask((sdk) => sdk.paymentIntents.retrieve(id, WITH_CHARGE));
  }

  outcomeOf(
    attempt: ProcessorAttempt,
    { object, failure }: StripeAnswer<Stripe.PaymentIntent>,
    decide: (intent: Stripe.PaymentIntent) => ProcessorOutcome,
  ): ProcessorOutcome {
    if (failure !== undefined) return this.afterFailure(attempt, failure);
    if (!this.isExpected(attempt, object)) return { kind: 'unknown' };
    const outcome = decide(object);
    return outcome.kind === 'unknown' ? this.unclear(attempt, `the PaymentIntent is ${object.status}`) : outcome;
  }

  /** The outcome of a call without an object that proves nothing. */
  afterFailure(request: ProcessorRequest, failure: StripeFailure): RefundOutcome {
    const { kind, message } = failure;
    if (kind === 'unauthorized') this.deps.onProblem?.({ reason: kind, message });
    if (isMissing(failure)) this.deps.onProblem?.({ reason: 'missing_object', message });
    const checkAfterMs = Math.min(checkAfter(request), MAX_LATER_WAIT_MS);
    if (kind === 'rate_limited') return { kind: 'later', reason: kind, checkAfterMs };
    if (kind === 'unauthorized' || kind === 'locked')
      return { kind: 'later', reason: kind, checkAfterMs: WAIT_MS[kind] };
    // Only before the first step nothing of this attempt can be at Stripe.
    const isUnsent = kind === 'unreachable' && !request.isRepeat && request.externalReference === null;
    if (isUnsent) return { kind: 'later', reason: kind, checkAfterMs };
    return this.unclear(request, `${failure.code}: ${message}`);
  }

  /** Whether it is the PaymentIntent of the attempt's authorization, in this mode. */
  isExpected(attempt: ProcessorAttempt, intent: Stripe.PaymentIntent): boolean {
    const { environmentId, authorization: id, currency, operation } = attempt;
    if (intent.livemode !== this.deps.livemode) {
      const message = `PaymentIntent ${intent.id} is of the other mode.`;
      this.deps.onProblem?.({ reason: 'wrong_mode', message });
      this.unclear(attempt, message);
      return false;
    }
    const isOf = this.deps.owner.isOf({ environmentId, id }, intent.metadata);
    const isAmount = operation !== 'authorize' || intent.amount === stripeAmount(attempt);
    if (!isOf || !isAmount || intent.currency !== currency.toLowerCase()) {
      this.unclear(attempt, `PaymentIntent ${intent.id} is not that of the attempt`);
      return false;
    }
    return true;
  }

  /**
   * Stripe repeats the answer to a key, a 500 too. So a repetition, whose PaymentIntent was read first, has a key of its
   * own: a PaymentIntent is authorized, captured and canceled at most once under any number of keys.
   */
  once(attempt: ProcessorAttempt, step: string): Stripe.RequestOptions {
    const again = attempt.isRepeat ? `-${attempt.now.getTime()}` : '';
    return { idempotencyKey: this.deps.owner.keyOf(refOf(attempt), `${step}${again}`) };
  }

  unclear(request: ProcessorRequest, reason: string): { readonly kind: 'unknown' } {
    return unclear(this.deps.logger, request, reason);
  }
}

export function refOf({ environmentId, reference }: ProcessorRequest): { environmentId: number; id: string } {
  return { environmentId, id: reference };
}

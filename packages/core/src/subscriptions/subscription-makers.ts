import type { TermMaker } from '../payments/payment-maker.js';
import type { Payment } from '../payments/payment.entity.js';
import { type Actor, actorColumns, makerColumns, makerOf } from '../security/caller.js';
import type { Subscription } from './subscription.entity.js';

type Makers = Pick<
  Subscription,
  'makerKeyId' | 'makerUserId' | 'amountMakerKeyId' | 'amountMakerUserId' | 'methodMakerKeyId' | 'methodMakerUserId'
>;
type AmountMaker = Pick<Makers, 'amountMakerKeyId' | 'amountMakerUserId'>;
type MethodMaker = Pick<Makers, 'methodMakerKeyId' | 'methodMakerUserId'>;

/** The makers of a new subscription: who creates it has set everything. */
export function newMakers(actor: Actor): Makers {
  return { ...makerColumns(actor), ...amountMaker(actor), ...methodMaker(actor) };
}

/** The subscription after a change by a person or key, who counts as the maker of what they have changed. */
export function withMakers(before: Subscription, after: Subscription, actor: Actor): Subscription {
  const isAmount = before.amountValue !== after.amountValue || before.currency !== after.currency;
  const isInterval = before.interval !== after.interval || before.intervalCount !== after.intervalCount;
  const goesOn = before.cancelAtPeriodEnd && !after.cancelAtPeriodEnd;
  return {
    ...after,
    ...(isAmount || isInterval || goesOn ? makerColumns(actor) : {}),
    // An interval or a card that another one changes does not let the author of the amount approve it.
    ...(isAmount ? amountMaker(actor) : {}),
    ...(before.paymentMethodId === after.paymentMethodId ? {} : methodMaker(actor)),
  };
}

/** The subscription without its payment method, which this key or person has removed. */
export function withoutMethod(
  subscription: Subscription,
  { keyId, userId }: ReturnType<typeof actorColumns>,
): Subscription {
  return { ...subscription, paymentMethodId: null, methodMakerKeyId: keyId, methodMakerUserId: userId };
}

type LastPayment = Pick<Payment, 'makerKeyId' | 'makerUserId' | 'otherMakers'>;

/** Who made a payment: its creator, and who else set what it charges. */
export interface PaymentMakers {
  readonly actor: Actor | undefined;
  readonly otherMakers: readonly TermMaker[];
}

/**
 * The makers of a period's next payment. Who changes the subscription later has not asked for the price of the period: it
 * keeps the makers of the period's last payment. The payment method is always the subscription's present one.
 */
export function paymentMakers(subscription: Subscription, last?: LastPayment): PaymentMakers {
  const creator = last && makerOf(last);
  const amount = {
    term: 'amount',
    keyId: subscription.amountMakerKeyId,
    userId: subscription.amountMakerUserId,
  } as const;
  const method = {
    term: 'method',
    keyId: subscription.methodMakerKeyId,
    userId: subscription.methodMakerUserId,
  } as const;
  if (creator === undefined) return { actor: makerOf(subscription), otherMakers: [amount, method] };
  const kept = last?.otherMakers?.filter(({ term }) => term === 'amount') ?? [];
  return { actor: creator, otherMakers: [...kept, method] };
}

function amountMaker(actor: Actor): AmountMaker {
  const { keyId, userId } = actorColumns(actor);
  return { amountMakerKeyId: keyId, amountMakerUserId: userId };
}

function methodMaker(actor: Actor): MethodMaker {
  const { keyId, userId } = actorColumns(actor);
  return { methodMakerKeyId: keyId, methodMakerUserId: userId };
}

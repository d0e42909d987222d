import type { CreateSubscription, Subscription, UpdateSubscription } from '@svc/sdk';
import { isSameText, textOf } from '../../lib/form';
import { enteredAmount } from '../../lib/money';

export const INTERVALS = ['day', 'week', 'month', 'year'] as const;

/** Reads the form. */
export function newSubscription(form: FormData): CreateSubscription {
  const interval = INTERVALS.find((each) => each === textOf(form, 'interval')) ?? 'month';
  const [paymentMethodId, description] = [textOf(form, 'paymentMethodId'), textOf(form, 'description')];
  return {
    customerId: textOf(form, 'customerId'),
    amount: enteredAmount(textOf(form, 'amount'), textOf(form, 'currency')),
    interval,
    intervalCount: Number(textOf(form, 'intervalCount')),
    ...(paymentMethodId === '' ? {} : { paymentMethodId }),
    ...(description === '' ? {} : { description }),
  };
}

/** Only what is different in the form of a subscription: null removes a value. */
export function changesTo(subscription: Subscription, form: FormData): UpdateSubscription {
  const amount = enteredAmount(textOf(form, 'amount'), textOf(form, 'currency'));
  const interval = INTERVALS.find((each) => each === textOf(form, 'interval')) ?? subscription.interval;
  const intervalCount = Number(textOf(form, 'intervalCount'));
  const paymentMethodId = textOf(form, 'paymentMethodId') || null;
  const description = textOf(form, 'description');
  const cancelAtPeriodEnd = form.has('cancelAtPeriodEnd');
  const isSameAmount = amount.value === subscription.amount.value && amount.currency === subscription.amount.currency;
  return {
    ...(isSameAmount ? {} : { amount }),
    ...(interval === subscription.interval ? {} : { interval }),
    ...(intervalCount === subscription.intervalCount ? {} : { intervalCount }),
    ...(paymentMethodId === subscription.paymentMethodId ? {} : { paymentMethodId }),
    ...(isSameText(description, subscription.description) ? {} : { description: description || null }),
    ...(cancelAtPeriodEnd === subscription.cancelAtPeriodEnd ? {} : { cancelAtPeriodEnd }),
  };
}

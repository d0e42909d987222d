import type { CreateSubscription } from '@svc/sdk';
import { textOf } from '../../lib/form';
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

import type { CreateSubscription } from '@svc/sdk';
import { textOf } from '../../lib/form';
import { parseDecimal } from '../../lib/money';

export const INTERVALS = ['day', 'week', 'month', 'year'] as const;

/** Reads the form. Undefined if the amount is invalid. */
export function newSubscription(form: FormData): CreateSubscription | undefined {
  const currency = textOf(form, 'currency');
  const value = parseDecimal(textOf(form, 'amount'), currency);
  if (value === undefined) return undefined;
  const interval = INTERVALS.find((each) => each === textOf(form, 'interval')) ?? 'month';
  const [paymentMethodId, description] = [textOf(form, 'paymentMethodId'), textOf(form, 'description')];
  return {
    customerId: textOf(form, 'customerId'),
    amount: { value, currency },
    interval,
    intervalCount: Number(textOf(form, 'intervalCount')),
    ...(paymentMethodId === '' ? {} : { paymentMethodId }),
    ...(description === '' ? {} : { description }),
  };
}

import type { FieldError, Schemas } from '@svc/contract';
import { type DomainError, validationFailed } from '../platform/errors/domain-error.js';
import type { LineItem } from './checkout-session.entity.js';

const MIN_MS = 30 * 60_000;
const MAX_MS = 23 * 3_600_000;
const DEFAULT_MS = 3_600_000;

/** When a new session expires: between 30 minutes and 23 hours from `now`, by default in an hour. */
export function checkoutExpiry(text: string | undefined, now: Date): Date {
  if (text === undefined) return new Date(now.getTime() + DEFAULT_MS);
  const date = new Date(text);
  const ahead = date.getTime() - now.getTime();
  if (ahead >= MIN_MS && ahead <= MAX_MS) return date;
  throw invalid([{ pointer: '/expiresAt', code: 'out_of_range', detail: 'must be 30 minutes to 23 hours from now' }]);
}

/** The positions as they are stored. They must be in the currency of the session, and their sum must be its amount. */
export function checkoutLines({ amount, lineItems = [] }: Schemas['CreateCheckoutSession']): LineItem[] {
  const errors = lineItems.flatMap(({ unitAmount: { currency } }, index): FieldError[] => {
    if (currency === amount.currency) return [];
    const pointer = `/lineItems/${index}/unitAmount/currency`;
    return [{ pointer, code: 'not_accepted', detail: 'must be the currency of the amount' }];
  });
  const sum = lineItems.reduce(
    (total, { quantity, unitAmount: { value } }) => total + BigInt(quantity) * BigInt(value),
    0n,
  );
  if (errors.length === 0 && lineItems.length > 0 && sum !== BigInt(amount.value)) {
    errors.push({
      pointer: '/lineItems',
      code: 'not_accepted',
      detail: `add up to ${sum}, which differs from the amount`,
    });
  }
  if (errors.length > 0) throw invalid(errors);
  return lineItems.map(({ name, quantity, unitAmount }) => ({ name, quantity, unitAmountValue: unitAmount.value }));
}

function invalid(errors: FieldError[]): DomainError {
  return validationFailed('The checkout session is invalid.', ...errors);
}

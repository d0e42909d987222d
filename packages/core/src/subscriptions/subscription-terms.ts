import type { FieldError } from '@svc/contract';
import { addMonths } from '../platform/add-months.js';
import { isPeriodLength, type Rhythm } from './billing-calendar.js';

/** A start of now may be this old when the request arrives. */
const LATE_MS = 5 * 60_000;
const MAX_AHEAD_MONTHS = 60;

export const NO_CUSTOMER: FieldError = { pointer: '/customerId', code: 'not_found', detail: 'does not exist' };

export const NO_PAYMENT_METHOD: FieldError = {
  pointer: '/paymentMethodId',
  code: 'not_found',
  detail: 'is not a payment method of the customer',
};

export const METHOD_NEEDED: FieldError = {
  pointer: '/paymentMethodId',
  code: 'required',
  detail: 'is required: this processor only charges stored payment methods, and the customer has no default one',
};

/** Validates the length of a period. */
export function periodErrors({ interval, intervalCount }: Pick<Rhythm, 'interval' | 'intervalCount'>): FieldError[] {
  if (isPeriodLength(interval, intervalCount)) return [];
  return [{ pointer: '/intervalCount', code: 'out_of_range', detail: 'a period must be at most three years long' }];
}

/** Validates the start of the first period at `now`, both in the environment's time. */
export function startErrors(startAt: Date, now: Date): FieldError[] {
  if (Number.isNaN(startAt.getTime())) {
    return [{ pointer: '/startAt', code: 'invalid_format', detail: 'must be a valid date and time' }];
  }
  const late = startAt.getTime() < now.getTime() - LATE_MS;
  const early = startAt > addMonths(now, MAX_AHEAD_MONTHS);
  if (!late && !early) return [];
  const detail = late ? 'must not be in the past' : 'must be at most five years ahead';
  return [{ pointer: '/startAt', code: 'out_of_range', detail }];
}

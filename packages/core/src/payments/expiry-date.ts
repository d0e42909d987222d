import { DomainError } from '../platform/errors/domain-error.js';

const LONGEST_MS = 366 * 86_400_000;

/** The moment that a request names for a payment to expire: after `now`, by at most 366 days. */
export function expiryDate(text: string, now: Date): Date {
  const date = new Date(text);
  const ahead = date.getTime() - now.getTime();
  if (ahead > 0 && ahead <= LONGEST_MS) return date;
  const detail = 'must be in the future, at most 366 days from now';
  const errors = [{ pointer: '/expiresAt', code: 'out_of_range' as const, detail }];
  throw new DomainError('validation_failed', 'The expiry of the payment is invalid.', { errors });
}

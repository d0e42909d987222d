import { DomainError } from '../../platform/errors/domain-error.js';

/** What a request says of its payer cannot be. */
export function wrongPayer(
  pointer: string,
  code: 'required' | 'unknown_field' | 'not_found',
  detail: string,
): DomainError {
  const errors = [{ pointer, code, detail }];
  return new DomainError('validation_failed', 'The customer is ambiguous.', { errors });
}

/** The customer that a request names by id does not exist, or does no longer. */
export function noSuchPayer(): DomainError {
  return wrongPayer('/customer/id', 'not_found', 'does not exist');
}

/** The payment method that a request names cannot be used for this payment. */
export function wrongPaymentMethod(detail: string): DomainError {
  const errors = [{ pointer: '/paymentMethodId', code: 'not_found' as const, detail }];
  return new DomainError('validation_failed', 'The payment method is ambiguous.', { errors });
}

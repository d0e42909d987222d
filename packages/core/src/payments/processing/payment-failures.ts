import type { FailureCode } from '../payment-state.js';

/** Why a payment failed, as in the API. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

const MESSAGES: Readonly<Record<FailureCode, string>> = {
  rejected: 'The payment was rejected.',
  cancelled: 'The payment was cancelled.',
  expired: 'The payment expired before it was completed.',
  authentication_required: 'The payment requires authentication, but the customer is not present.',
};

/** The failure after a decision or an expiry; processors give their own. */
export function failureOf(code: FailureCode): Failure {
  return { code, message: MESSAGES[code] };
}

import type { FailureCode } from '../payment-state.js';

/** Why a payment failed, as its `failure` shows it. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

const MESSAGES: Readonly<Record<FailureCode, string>> = {
  rejected: 'The payment was rejected.',
  cancelled: 'The payment was cancelled.',
  expired: 'The payment expired before it was completed.',
};

/** The failure that a person or the calendar brings about; a processor tells its own. */
export function failureOf(code: FailureCode): Failure {
  return { code, message: MESSAGES[code] };
}

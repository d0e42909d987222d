/** An error answer of Stripe's API. */
export class StripeApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: Readonly<Record<string, unknown>> & { readonly message: string },
    /** Whether it is an answer of the operation, which the idempotency key keeps, and not of the checks before it. */
    readonly isKept = false,
  ) {
    super(body.message);
  }
}

export function missing(what: string, id: string, param: string, status = 404): StripeApiError {
  return invalid(`No such ${what}: '${id}'`, { code: 'resource_missing', param }, status);
}

export function invalid(message: string, more: Readonly<Record<string, unknown>> = {}, status = 400): StripeApiError {
  return new StripeApiError(status, { type: 'invalid_request_error', message, ...more });
}

/** The object is not in a state for the operation. */
export function unexpectedState(message: string, intent: object): StripeApiError {
  const code = 'payment_intent_unexpected_state';
  return new StripeApiError(400, { type: 'invalid_request_error', code, message, payment_intent: intent }, true);
}

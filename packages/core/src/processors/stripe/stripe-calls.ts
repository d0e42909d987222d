import type Stripe from 'stripe';
import { reasonOf } from '../../platform/errors/domain-error.js';
import { StripeHttpClient, type StripeHttpOptions, StripeUnanswered } from './stripe-http-client.js';

/** The version that the SDK's types describe; webhooks are made for it too. */
export const STRIPE_API_VERSION = '2026-08-26.dahlia' satisfies Stripe.LatestApiVersion;

const STRIPE_URL = 'https://api.stripe.com';

/** The code of a failure without an answer of Stripe. */
const NO_ANSWER = 'no_answer';

/**
 * Why a call has no object. `unclear`: it may have had an effect. `refused`: it had none. `card`: the card was declined.
 * `unreachable`: nothing was sent. `locked`: it had no effect, because another request uses the object.
 */
export interface StripeFailure {
  readonly kind: 'unclear' | 'refused' | 'card' | 'rate_limited' | 'locked' | 'unauthorized' | 'unreachable';
  /** Stripe's code. */
  readonly code: string;
  readonly message: string;
  /** The parameter that Stripe objects to. */
  readonly param: string | undefined;
}

export type StripeAnswer<T> =
  | { readonly object: T; readonly failure?: never }
  | { readonly object?: never; readonly failure: StripeFailure };

/** Refusals that say that the object has changed: its present state shows what happened. */
const STATE_CODES = new Set(['payment_intent_unexpected_state', 'charge_already_captured', 'idempotency_key_in_use']);

export interface StripeCallsOptions extends StripeHttpOptions {
  readonly secretKey: string;
  /** Told of every object that Stripe returns: it accepts the key. */
  readonly onAnswer?: (() => void) | undefined;
}

/** Calls of one account's API. Loads the SDK with the first one. */
export class StripeCalls {
  private readonly http: StripeHttpClient;
  private sdk: Promise<Stripe> | undefined;

  constructor(private readonly options: StripeCallsOptions) {
    this.http = new StripeHttpClient({ ...options, baseUrl: options.baseUrl ?? STRIPE_URL });
  }

  /** Makes a call of the SDK, and returns its object or failure. */
  async ask<T>(call: (sdk: Stripe) => Promise<T>): Promise<StripeAnswer<T>> {
    const sdk = await (this.sdk ??= this.load());
    try {
      const object = await call(sdk);
      this.options.onAnswer?.();
      return { object };
    } catch (error) {
      if (error instanceof sdk.errors.StripeError) return { failure: failureOf(error) };
      return { failure: unclear(reasonOf(error)) };
    }
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async load(): Promise<Stripe> {
    const { default: Sdk } = await import('stripe');
    return new Sdk(this.options.secretKey, {
      apiVersion: STRIPE_API_VERSION,
      httpClient: this.http,
      maxNetworkRetries: 0,
      telemetry: false,
      timeout: this.options.timeoutMs,
    });
  }
}

function failureOf(error: Stripe.errors.StripeError): StripeFailure {
  const { detail, statusCode = 0, param, message, rawType } = error;
  // The SDK makes a missing decline code an empty one.
  const code = (statusCode === 402 && error.decline_code) || error.code;
  if (detail instanceof StripeUnanswered) {
    return { kind: detail.isUnsent ? 'unreachable' : 'unclear', code: NO_ANSWER, message: detail.message, param };
  }
  return { kind: kindOf(statusCode, rawType, code), code: code ?? rawType ?? `status_${statusCode}`, message, param };
}

function kindOf(status: number, type: string | undefined, code: string | undefined): StripeFailure['kind'] {
  if (status === 429) return code === 'lock_timeout' ? 'locked' : 'rate_limited';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 402) return 'card';
  const isState = type === 'idempotency_error' || (code !== undefined && STATE_CODES.has(code));
  return (status === 400 || status === 404) && !isState ? 'refused' : 'unclear';
}

function unclear(message: string): StripeFailure {
  return { kind: 'unclear', code: NO_ANSWER, message, param: undefined };
}

/** Whether Stripe answered that it did not do it: the present state of the object tells why. */
export function isAnswered(failure: StripeFailure | undefined): boolean {
  if (failure === undefined || failure.code === NO_ANSWER) return false;
  return failure.kind === 'card' || failure.kind === 'refused' || failure.kind === 'unclear';
}

/** Whether Stripe answered with an error of its own, which it repeats for the idempotency key. */
export function isStripesFault({ kind, code }: StripeFailure): boolean {
  return kind === 'unclear' && code !== NO_ANSWER && code !== 'idempotency_error' && !STATE_CODES.has(code);
}

/** Parameters that name an object of ours. */
const OWN_PARAMS = new Set(['intent', 'payment_intent', 'session', 'id', 'refund']);

/** Whether an object of ours is missing: the key is of another account, or of the other mode. */
export function isMissing({ kind, code, param }: StripeFailure): boolean {
  return kind === 'refused' && code === 'resource_missing' && OWN_PARAMS.has(param ?? '');
}

import type { StripeDouble } from '@svc/testing';
import { StripeProcessor, type StripeProcessorOptions } from '../src/processors/stripe/stripe-processor.js';

/** Opens the adapter of Stripe on its double. */
export function openStripe(stripe: StripeDouble, change: Partial<StripeProcessorOptions> = {}): StripeProcessor {
  return new StripeProcessor({
    ...{ name: 'proc_1', installationId: 'inst', livemode: false, timeoutMs: 2_000, logger: { warn: () => {} } },
    ...{ secretKey: stripe.secretKey, baseUrl: stripe.url, returnUrl: () => 'https://pay.example/return' },
    ...change,
  });
}

import { forThisFile, startStripeDouble, type StripeDouble } from '@svc/testing';
import type { OpenConnection } from '../src/processors/connections/connection-adapters.js';
import { StripeProcessor, type StripeProcessorOptions } from '../src/processors/stripe/stripe-processor.js';

/** Opens the adapter of Stripe on its double. */
export function openStripe(stripe: StripeDouble, change: Partial<StripeProcessorOptions> = {}): StripeProcessor {
  return new StripeProcessor({
    ...{ name: 'proc_1', installationId: 'inst', livemode: false, timeoutMs: 2_000, logger: { warn: () => {} } },
    ...{ secretKey: stripe.secretKey, baseUrl: stripe.url, returnUrl: () => 'https://pay.example/return' },
    ...change,
  });
}

/** A double of Stripe for all tests of this file, with its adapter. */
export async function stripeForThisFile(
  change: Partial<StripeProcessorOptions> = {},
): Promise<{ readonly stripe: StripeDouble; readonly processor: StripeProcessor }> {
  const stripe = await forThisFile(startStripeDouble());
  return { stripe, processor: await forThisFile(Promise.resolve(openStripe(stripe, change))) };
}

/** Connection 7 of environment 1, which is enabled and takes everything. */
export function stripeConnection(processor: StripeProcessor): OpenConnection {
  return { environmentId: 1, name: 'stripe:7', enabled: true, takes: () => true, mode: 'test', processor };
}

import type { Form } from './form.js';
import type { PaymentIntents } from './payment-intents.js';
import type { Refund, Refunds } from './refunds.js';

/** What people do in Stripe's dashboard: no metadata, no idempotency key. */
export class Dashboard {
  constructor(
    private readonly intents: PaymentIntents,
    private readonly refunds: Refunds,
  ) {}

  /** Refunds an amount of a PaymentIntent, or the rest. */
  refund(intent: string, amount?: number): Refund {
    const part: Form = amount === undefined ? {} : { amount: String(amount) };
    return this.refunds.create({ payment_intent: intent, reason: 'requested_by_customer', ...part });
  }

  /** Captures an amount of a hold, or everything. */
  capture(intent: string, amount?: number): void {
    this.intents.capture(intent, amount === undefined ? {} : { amount_to_capture: String(amount) });
  }

  /** Releases a hold. */
  cancel(intent: string): void {
    this.intents.cancel(intent, 'requested_by_customer');
  }
}

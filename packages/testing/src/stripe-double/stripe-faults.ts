/** What a request asks Stripe for. */
export type StripeStep =
  | ('create' | 'confirm' | 'capture' | 'cancel' | 'retrieve' | 'list_intents')
  | ('refund' | 'retrieve_refund' | 'list_refunds')
  | ('create_session' | 'retrieve_session' | 'expire_session')
  | ('create_customer' | 'update_customer' | 'delete_customer' | 'attach' | 'retrieve_method')
  | ('list_events' | 'other');

/**
 * `lost_before`, `lost_after`: the connection is cut before or after the effect. `error_before`, `error_after`: a 500
 * instead. `hangs`: no answer, after the effect.
 */
export const STRIPE_FAULTS = [
  'lost_before',
  'lost_after',
  'error_before',
  'error_after',
  'hangs',
  'rate_limited',
  'in_use',
] as const;

export type StripeFault = (typeof STRIPE_FAULTS)[number];

/** Faults that the next requests of a step meet, in order. */
export class StripeFaults {
  private planned: { readonly step: StripeStep; readonly fault: StripeFault }[] = [];

  plan(step: StripeStep, ...faults: StripeFault[]): void {
    this.planned.push(...faults.map((fault) => ({ step, fault })));
  }

  clear(): void {
    this.planned = [];
  }

  next(step: StripeStep): StripeFault | undefined {
    const index = this.planned.findIndex((each) => each.step === step);
    return index === -1 ? undefined : this.planned.splice(index, 1)[0]?.fault;
  }
}

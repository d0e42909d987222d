import { chanceOf } from '../random.js';

/** What a request asks Stripe for. */
export type StripeStep =
  | ('create' | 'confirm' | 'capture' | 'cancel' | 'retrieve' | 'list_intents')
  | ('refund' | 'retrieve_refund' | 'list_refunds')
  | ('create_session' | 'retrieve_session' | 'expire_session')
  | ('create_customer' | 'update_customer' | 'delete_customer' | 'attach' | 'detach' | 'retrieve_method')
  | ('list_events' | 'list_balance' | 'other');

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

/** `locked`: another request uses the object. It is only planned, and never drawn. */
export type StripeFault = (typeof STRIPE_FAULTS)[number] | 'locked';

/** Faults that the next requests of a step meet, in order; then those that are drawn at random. */
export class StripeFaults {
  /** How often each fault was drawn. */
  readonly met = new Map<StripeFault, number>();
  private seed = 0;
  private rate = 0;
  private readonly heard = new Map<string, number>();
  private planned: { readonly step: StripeStep; readonly fault: StripeFault }[] = [];

  plan(step: StripeStep, ...faults: StripeFault[]): void {
    this.planned.push(...faults.map((fault) => ({ step, fault })));
  }

  /** Draws each fault for this share of the requests that move money or read about it. */
  follow(seed: number, rate: number): void {
    [this.seed, this.rate] = [seed, rate];
  }

  clear(): void {
    [this.planned, this.rate] = [[], 0];
  }

  /** `name` tells requests apart: their faults do not depend on the order in which they come. */
  next(step: StripeStep, name: string): StripeFault | undefined {
    const index = this.planned.findIndex((each) => each.step === step);
    if (index !== -1) return this.planned.splice(index, 1)[0]?.fault;
    if (step === 'other' || this.rate === 0) return undefined;
    const drawn = this.draw(`${step} ${name}`);
    // Stripe repeats the error for the key of the refund, which then stays unknown for a day.
    if (step === 'refund' && drawn === 'error_before') return undefined;
    if (drawn !== undefined) this.met.set(drawn, (this.met.get(drawn) ?? 0) + 1);
    return drawn;
  }

  private draw(name: string): StripeFault | undefined {
    const n = (this.heard.get(name) ?? 0) + 1;
    this.heard.set(name, n);
    return STRIPE_FAULTS[Math.floor(chanceOf(`${this.seed} ${name} ${n}`) / this.rate)];
  }
}

import { createHash } from 'node:crypto';

/** What can go wrong with one request. */
export const FAULTS = [
  /** Nothing is done, and nobody answers. */
  'lost_request',
  /** It is done, and nobody answers. */
  'lost_answer',
  /** It is done, and answered, when nobody waits for it any more. */
  'late',
  'reset_before',
  'reset_after',
  'error_before',
  'error_after',
  /** It is done, and answered with 200 and something that is no JSON. */
  'garbage',
  /** It is done, and answered with JSON that breaks the contract. */
  'nonsense',
  /** It is done, and answered with the outcome of something else. */
  'mixed_up',
  /** It is done, and answered without end. */
  'flood',
  /** Nothing is done; the answer leads elsewhere. */
  'redirect',
  /** It is done and answered in its own time, which is still good. */
  'slow',
] as const;
export type Fault = (typeof FAULTS)[number];

/** What can go wrong with one callback. */
export const CALLBACK_FAULTS = ['missing', 'twice', 'forged', 'early'] as const;
export type CallbackFault = (typeof CALLBACK_FAULTS)[number];

export interface FaultPlan {
  readonly seed: number;
  /** Shares of all requests, each from 0 to 1. */
  readonly rates: Partial<Readonly<Record<Fault, number>>>;
  /** Shares of all callbacks. */
  readonly callbackRates: Partial<Readonly<Record<CallbackFault, number>>>;
  /** What the next requests meet, one each, before the rates count. */
  readonly next: readonly (Fault | 'none')[];
}

export const NO_FAULTS: FaultPlan = { seed: 1, rates: {}, callbackRates: {}, next: [] };

/**
 * Says what goes wrong. The fault of a request follows from the seed, its reference and how often that was heard, so that
 * it does not depend on what else is going on.
 */
export class Faults {
  private next: (Fault | 'none')[] = [];
  private readonly heard = new Map<string, number>();

  constructor(private plan: FaultPlan = NO_FAULTS) {
    this.follow(plan);
  }

  follow(plan: FaultPlan): void {
    this.plan = plan;
    this.next = [...plan.next];
  }

  ofRequest(reference: string): Fault | undefined {
    const planned = this.next.shift();
    if (planned !== undefined) return planned === 'none' ? undefined : planned;
    return pick(FAULTS, this.plan.rates, this.chance(reference));
  }

  ofCallback(reference: string): CallbackFault | undefined {
    return pick(CALLBACK_FAULTS, this.plan.callbackRates, this.chance(`callback ${reference}`));
  }

  private chance(name: string): number {
    const n = (this.heard.get(name) ?? 0) + 1;
    this.heard.set(name, n);
    return createHash('sha256').update(`${this.plan.seed} ${name} ${n}`).digest().readUInt32BE() / 2 ** 32;
  }
}

function pick<Name extends string>(
  names: readonly Name[],
  rates: Partial<Readonly<Record<Name, number>>>,
  chance: number,
): Name | undefined {
  let reached = 0;
  return names.find((name) => (reached += rates[name] ?? 0) > chance);
}

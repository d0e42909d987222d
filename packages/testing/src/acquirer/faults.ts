import { chanceOf } from '../random.js';

/** Faults of a request. */
export const FAULTS = [
  /** Not executed, no response. */
  'lost_request',
  /** Executed, no response. */
  'lost_answer',
  /** Executed, but the response comes after the caller's timeout. */
  'late',
  'reset_before',
  'reset_after',
  'error_before',
  'error_after',
  /** Executed; the response is 200 without JSON. */
  'garbage',
  /** Executed; the response is JSON that violates the contract. */
  'nonsense',
  /** Executed; the response is that of another operation. */
  'mixed_up',
  /** Executed; the response never ends. */
  'flood',
  /** Not executed; the response redirects. */
  'redirect',
  /** Not executed; the response asks for fewer requests. */
  'rate_limited',
  /** Executed; the response is slow but within the timeout. */
  'slow',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Faults of a callback. */
const CALLBACK_FAULTS = ['missing', 'twice', 'forged'] as const;
export type CallbackFault = (typeof CALLBACK_FAULTS)[number];

export interface FaultPlan {
  readonly seed: number;
  /** Share of all requests, from 0 to 1. */
  readonly rates: Partial<Readonly<Record<Fault, number>>>;
  /** Share of all callbacks, from 0 to 1. */
  readonly callbackRates: Partial<Readonly<Record<CallbackFault, number>>>;
  /** Faults of the next requests, one each, before `rates` apply. */
  readonly next: readonly (Fault | 'none')[];
}

export const NO_FAULTS: FaultPlan = { seed: 1, rates: {}, callbackRates: {}, next: [] };

/**
 * Selects the faults. The fault of a request depends only on the seed, its reference and the number of its repetitions,
 * so concurrent requests do not influence it.
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
    return chanceOf(`${this.plan.seed} ${name} ${n}`);
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

/** Requests of one measurement: what is sent, over how many connections, and when it ends. */
export interface LoadPlan {
  readonly port: number;
  readonly connections: number;
  readonly until: { readonly seconds: number } | { readonly requests: number };
  readonly traffic: Traffic;
}

export type Traffic =
  /** The same small JSON body again and again, answered with 200. */
  | { readonly kind: 'json' }
  /** POST /v1/payments with the next key in turn, answered with 201. */
  | {
      readonly kind: 'create-payment';
      readonly keys: readonly string[];
      readonly customers: 'unique' | 'repeating';
      /** Whether test payments wait for a person as well. */
      readonly held?: boolean;
    }
  /** GET of the next path in turn, answered with 200. */
  | { readonly kind: 'read'; readonly requests: readonly { readonly key: string; readonly path: string }[] };

/** What a load came to. Times in milliseconds. */
export interface LoadReport {
  readonly requests: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Answers that were not the expected one. */
  readonly errors: number;
  readonly firstError: string | null;
}

/** The load of one measurement: requests, connections, and duration. */
export interface LoadPlan {
  readonly port: number;
  readonly connections: number;
  /** Requests per second. By default a connection sends its next request as soon as the last one is answered. */
  readonly rate?: number;
  readonly until: { readonly seconds: number } | { readonly requests: number };
  readonly traffic: Traffic;
}

export type Traffic =
  /** The same small JSON body every time, with response 200. */
  | { readonly kind: 'json' }
  /** POST /v1/payments with the next key in turn, answered with 201. */
  | {
      readonly kind: 'create-payment';
      readonly keys: readonly string[];
      readonly customers: 'unique' | 'repeating';
      /** Whether payments of test mode wait for approval as well. */
      readonly held?: boolean;
    }
  /** POST of a message to another webhook server. */
  | MessageTraffic
  /** GET of the next path in turn, answered with 200. */
  | { readonly kind: 'read'; readonly requests: readonly { readonly key: string; readonly path: string }[] };

export interface MessageTraffic {
  readonly kind: 'message';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `{{id}}` stands for a new id, `{{payload}}` for the JSON of a message of about 750 bytes. */
  readonly body: string;
  readonly expectedStatus: number;
}

/** The result of a load. Durations in milliseconds. */
export interface LoadReport {
  readonly requests: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Number of unexpected responses. */
  readonly errors: number;
  readonly firstError: string | null;
}

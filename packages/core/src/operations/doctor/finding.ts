export interface Finding {
  /** The subject of the check, such as `postgres` or `redis memory`. */
  readonly about: string;
  /** A warning means that it works, but not as it should. */
  readonly state: 'ok' | 'warning' | 'failed';
  readonly text: string;
}

export function ok(about: string, text: string): Finding {
  return { about, state: 'ok', text };
}

export function warning(about: string, text: string): Finding {
  return { about, state: 'warning', text };
}

export function failed(about: string, text: string): Finding {
  return { about, state: 'failed', text };
}

/** What one look at the installation has shown. */
export interface Finding {
  /** What was looked at: `postgres`, `redis memory`. */
  readonly about: string;
  /** A warning works, but not as it should. */
  readonly state: 'ok' | 'warning' | 'failed';
  /** What was seen and, where it is not well, what to do about it. */
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

/** A hand-written statement. `name` is that of the prepared statement, so it must be unique to this text. */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
  /** Timeout of the response, if longer than the default. */
  readonly answerMs?: number;
}

/** Declares a hand-written statement; `text` is sent unchanged. */
export function namedQuery(name: string, text: string): NamedQuery {
  return { name, text };
}

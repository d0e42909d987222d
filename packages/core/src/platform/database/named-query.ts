/**
 * A statement written by hand. Its name is that of the prepared statement, so it must be unique and stand for this
 * text alone.
 */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
  /** How long its answer may take, where that is longer than of others. */
  readonly answerMs?: number;
}

/** Declares a statement written by hand; `sql` collapses nothing, the text is sent as it stands. */
export function namedQuery(name: string, text: string): NamedQuery {
  return { name, text };
}

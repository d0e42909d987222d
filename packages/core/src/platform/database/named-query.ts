/** A hand-written statement. `name` is that of the prepared statement, so it must be unique to this text. */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
  /** False if connections do not keep it prepared. */
  readonly isKept?: boolean;
  /** Timeout of the response, if longer than the default. */
  readonly answerMs?: number;
  /** Whether the best index depends on the values. Outside a transaction, Postgres then plans each run if that looks cheaper. */
  readonly plannedForValues?: boolean;
  /** Whether it is quick. Outside a transaction, it shares a connection with others of the same turn of the event loop. */
  readonly sharesConnection?: boolean;
  /** Whether it may read many rows. Outside a transaction, only a few run at once, and fewer of each environment. The first value is the environment. */
  readonly scans?: boolean;
}

/** Declares a hand-written statement; `text` is sent unchanged. */
export function namedQuery(
  name: string,
  text: string,
  options: Pick<NamedQuery, 'plannedForValues' | 'scans'> = {},
): NamedQuery {
  return { name, text, ...options };
}

/** What a limit says to one more request. */
export interface LimitVerdict {
  readonly allowed: boolean;
  /** How many more may come now. */
  readonly remaining: number;
  /** Seconds until there are more again. */
  readonly resetSeconds: number;
}

/** How many requests to count: one, or none to see what is left. */
export type Cost = 0 | 1;

/**
 * A window counts in whole seconds and spans 61 of them, because its first second may have begun up to a second too early:
 * at any moment, the 60 seconds before it lie inside.
 */
export const WINDOW_SECONDS = 61;

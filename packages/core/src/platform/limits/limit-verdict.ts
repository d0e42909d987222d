/** What a limit says to one more request. */
export interface LimitVerdict {
  readonly allowed: boolean;
  /** How many more may come now. */
  readonly remaining: number;
  /** Seconds until there are more again. */
  readonly resetSeconds: number;
}

/**
 * A window counts in whole seconds and spans 61 of them, since its first second may have begun up to a second too early:
 * whatever the moment, the 60 seconds before it lie inside.
 */
export const WINDOW_SECONDS = 61;

const limit = 5;
const windowMs = 30_000;

/** Counts the deaths of something that is started again each time. */
export class CrashLimit {
  #times = [];

  /** Milliseconds to wait before the next start; undefined when it has died too often for another one. */
  delayAfterCrash(now = Date.now()) {
    this.#times = [...this.#times.filter((time) => now - time < windowMs), now];
    return this.#times.length < limit ? 250 * 2 ** (this.#times.length - 1) : undefined;
  }

  toString() {
    return `${limit} times within ${windowMs / 1000} s`;
  }
}

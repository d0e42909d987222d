const limit = 5;
const windowMs = 30_000;

/** Counts the crashes of a process that is restarted after each. */
export class CrashLimit {
  #times = [];

  /** Milliseconds to wait before the next start; undefined after too many crashes. */
  delayAfterCrash(now = Date.now()) {
    this.#times = [...this.#times.filter((time) => now - time < windowMs), now];
    return this.#times.length < limit ? 250 * 2 ** (this.#times.length - 1) : undefined;
  }

  toString() {
    return `${limit} times within ${windowMs / 1000} s`;
  }
}

import { withTimeout } from './with-timeout.js';

/** Callers (readiness probes, metrics scrapes) have their own timeouts of a few seconds: respond before those. */
const ANSWER_WITHIN_MS = 1_500;
/** A read that hangs for this long is abandoned and started again, perhaps on a better connection. */
const ASK_AGAIN_MS = 10_000;

/** Shares one read of an outside state among concurrent callers, and bounds how long they wait. */
export class CachedProbe<Value> {
  private last: { readonly value: Value; readonly at: number } | undefined;
  private asked: { readonly answer: Promise<Value | undefined>; readonly at: number } | undefined;

  constructor(
    private readonly read: () => Promise<Value>,
    private readonly freshMs = 0,
  ) {}

  /** Returns the value, or undefined when the read fails or times out. */
  async value(): Promise<Value | undefined> {
    if (this.last !== undefined && performance.now() - this.last.at < this.freshMs) return this.last.value;
    return withTimeout(ANSWER_WITHIN_MS, this.ask());
  }

  private ask(): Promise<Value | undefined> {
    if (this.asked !== undefined && performance.now() - this.asked.at < ASK_AGAIN_MS) return this.asked.answer;
    const answer = this.answer();
    const asked = { answer, at: performance.now() };
    this.asked = asked;
    void answer.then(() => {
      if (this.asked === asked) this.asked = undefined;
    });
    return answer;
  }

  private async answer(): Promise<Value | undefined> {
    try {
      const value = await this.read();
      this.last = { value, at: performance.now() };
      return value;
    } catch {
      return undefined;
    }
  }
}

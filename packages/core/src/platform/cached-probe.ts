/** Whoever asks gives up after a few seconds, and must be told before. */
const ANSWER_WITHIN_MS = 1_500;
/** A connection that has gone silent may stay so for long; another may do better. */
const ASK_AGAIN_MS = 10_000;

/**
 * Something outside of this process that others want to know in a moment: one question to it at a time for all who ask,
 * and nobody waits for long.
 */
export class CachedProbe<Value> {
  private last: { readonly value: Value; readonly at: number } | undefined;
  private asked: { readonly answer: Promise<Value | undefined>; readonly at: number } | undefined;

  constructor(
    private readonly read: () => Promise<Value>,
    /** For how long what was read is good enough for others. */
    private readonly freshMs = 0,
  ) {}

  /** What it says; undefined when it fails, or says nothing in time. */
  async value(): Promise<Value | undefined> {
    if (this.last !== undefined && performance.now() - this.last.at < this.freshMs) return this.last.value;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, ANSWER_WITHIN_MS, undefined);
    });
    const value = await Promise.race([this.ask(), late]);
    clearTimeout(timer);
    return value;
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

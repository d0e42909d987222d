import type { Database } from '@svc/core';

/** Whoever asks gives up after a few seconds, and must be told before. */
const ANSWER_WITHIN_MS = 1_500;
/** A connection that has gone silent may stay so for long; another may do better. */
const ASK_AGAIN_MS = 10_000;

/** Knows whether Postgres answers, with one question to it at a time for all who want to know. */
export class Readiness {
  private asked: { readonly answer: Promise<boolean>; readonly at: number } | undefined;

  constructor(private readonly database: Pick<Database, 'ping'>) {}

  /** Whether Postgres answers in time. */
  async check(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, ANSWER_WITHIN_MS, false);
    });
    const ready = await Promise.race([this.ask(), late]);
    clearTimeout(timer);
    return ready;
  }

  private ask(): Promise<boolean> {
    if (this.asked !== undefined && performance.now() - this.asked.at < ASK_AGAIN_MS) return this.asked.answer;
    const answer = this.database.ping().then(
      () => true,
      () => false,
    );
    const asked = { answer, at: performance.now() };
    this.asked = asked;
    void answer.then(() => {
      if (this.asked === asked) this.asked = undefined;
    });
    return answer;
  }
}

import { ConnectionError, TimeoutError } from './errors.js';

/** What may end the reading of an answer that goes on: a silence, or the signals of the call. */
export interface ReadingLimits {
  /** The longest silence. */
  readonly milliseconds: number;
  readonly endings: readonly AbortSignal[];
}

/** The body of an answer that is taken as it comes, when its call is long over. */
export class LongBody {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #limits: ReadingLimits;
  readonly #name: string;

  /** @param name what it is, for its errors */
  constructor(body: ReadableStream<Uint8Array>, limits: ReadingLimits, name: string) {
    this.#reader = body.getReader();
    this.#limits = limits;
    this.#name = name;
  }

  /**
   * What comes next; undefined at its end.
   * @throws ConnectionError when it breaks off, or, a `TimeoutError`, when nothing comes for too long
   */
  async next(): Promise<Uint8Array | undefined> {
    const { milliseconds, endings } = this.#limits;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TimeoutError(milliseconds)), milliseconds);
    });
    try {
      return (await Promise.race([this.#reader.read(), silence])).value;
    } catch (cause) {
      for (const ending of endings) ending.throwIfAborted();
      throw cause instanceof TimeoutError ? cause : this.brokenOff(cause);
    } finally {
      clearTimeout(timer);
    }
  }

  brokenOff(cause?: unknown): ConnectionError {
    return new ConnectionError(`The ${this.#name} was interrupted.`, { cause });
  }

  /** Ends it; what is being read comes to its end. */
  async close(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined);
  }
}

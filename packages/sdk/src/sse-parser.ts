/** A message, or without data the bare news of how far the stream is. */
export interface SseMessage {
  readonly id: string | undefined;
  readonly data: string | undefined;
}

/** The longest message, in characters. Events are far shorter. */
const MAX_MESSAGE = 1_048_576;

/** Reads Server-Sent Events as HTML has them (9.2.6), in pieces of any size; `event` fields are not looked at. */
export class SseParser {
  retryMs: number | undefined;
  /** Whether the comment has come that ends a stream in order. */
  ended = false;
  /** The beginning of a line that has not ended. */
  #rest = '';
  /** Whether the last piece ended with a CR: a LF after it is part of the same line end. */
  #isAfterReturn = false;
  #id: string | undefined;
  #data: string[] = [];
  /** The characters of the message so far. */
  #length = 0;

  /**
   * The messages that this piece completes.
   * @throws RangeError if one is longer than any event
   */
  push(text: string): SseMessage[] {
    if (text === '') return [];
    const messages: SseMessage[] = [];
    const lines = text.slice(this.#isAfterReturn && text.startsWith('\n') ? 1 : 0).split(/\r\n|\n|\r/);
    this.#isAfterReturn = text.endsWith('\r');
    const begun = lines.pop() ?? '';
    for (const end of lines) {
      const line = this.#extended(end);
      this.#rest = '';
      if (line === '') messages.push(this.#message());
      else this.#take(line);
    }
    this.#rest = this.#extended(begun);
    return messages;
  }

  /** The line that has begun, with this end or middle. */
  #extended(text: string): string {
    this.#length += text.length;
    if (this.#length > MAX_MESSAGE) throw new RangeError('The message is too long.');
    return this.#rest + text;
  }

  #message(): SseMessage {
    const data = this.#data.length === 0 ? undefined : this.#data.join('\n');
    this.#data = [];
    this.#length = 0;
    return { id: this.#id, data };
  }

  #take(line: string): void {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? [];
    if (name === '' && value === 'end') this.ended = true;
    if (name === 'data') this.#data.push(value);
    if (name === 'id' && !value.includes('\0')) this.#id = value;
    if (name === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
  }
}

/** A message, or without data the bare news of how far the stream is. */
export interface SseMessage {
  readonly id: string | undefined;
  readonly data: string | undefined;
}

const LINE_END = /\r\n|\n|\r/;

/** Reads Server-Sent Events as HTML has them (9.2.6), in pieces of any size; `event` fields are not looked at. */
export class SseParser {
  retryMs: number | undefined;
  /** Whether the comment has come that ends a stream in order. */
  ended = false;
  #rest = '';
  #id: string | undefined;
  #data: string[] = [];

  /** The messages that this piece completes. */
  push(text: string): SseMessage[] {
    const messages: SseMessage[] = [];
    this.#rest += text;
    for (;;) {
      const end = LINE_END.exec(this.#rest);
      // A CR at the very end may be half of a CR LF.
      if (end === null || (end[0] === '\r' && end.index === this.#rest.length - 1)) return messages;
      const line = this.#rest.slice(0, end.index);
      this.#rest = this.#rest.slice(end.index + end[0].length);
      if (line === '') messages.push(this.#message());
      else this.#take(line);
    }
  }

  #message(): SseMessage {
    const data = this.#data.length === 0 ? undefined : this.#data.join('\n');
    this.#data = [];
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

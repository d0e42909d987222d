import { LongBody, type ReadingLimits } from './body.js';
import { InvalidResponseError, type ResponseHead } from './errors.js';
import type { WebhookEvent } from './generated/models/WebhookEvent.js';
import { isJsonObject } from './json-object.js';
import { requireSuccess } from './response.js';
import { SseParser, type SseMessage } from './sse-parser.js';

/** An event of a stream. */
export interface StreamedEvent {
  /** The position of the stream after this event. Pass it as `lastEventId` to continue there. */
  readonly id: string;
  readonly event: WebhookEvent;
  /** The event as text. In UTF-8 it is exactly the signed bytes of a webhook delivery. */
  readonly body: string;
}

/**
 * The stream of a response, which has not been read yet.
 * @throws ApiError if the request was refused
 */
export async function readStream(response: Response, limits: ReadingLimits): Promise<EventStream> {
  await requireSuccess(response);
  const type = response.headers.get('Content-Type') ?? 'none';
  if (response.body === null || !/^text\/event-stream\b/i.test(type)) {
    await response.body?.cancel();
    throw new InvalidResponseError(`is no stream of events (Content-Type: ${type})`, response);
  }
  return new EventStream(response.body, limits, response);
}

/**
 * Events as they happen. Read them once with `for await`. The stream ends when the service ends it, or when you close
 * it. It throws a `ConnectionError` when it is interrupted or silent for too long. In both cases open a new stream with
 * its `lastEventId`, and nothing is lost. It throws an `InvalidResponseError` when it receives something that is no
 * event.
 */
export class EventStream implements AsyncIterable<StreamedEvent> {
  /**
   * The position to continue at, after the last event that was read. Undefined until the service has sent a position,
   * which it does first.
   */
  lastEventId: string | undefined;
  readonly #body: LongBody;
  readonly #head: ResponseHead;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #parser = new SseParser();
  #closed = false;

  constructor(body: ReadableStream<Uint8Array>, limits: ReadingLimits, head: ResponseHead) {
    this.#body = new LongBody(body, limits, 'stream');
    this.#head = head;
  }

  /** Milliseconds to wait before reconnecting, as requested by the service. Undefined until it has sent a value. */
  get retryMs(): number | undefined {
    return this.#parser.retryMs;
  }

  /** Ends the stream. A loop that reads it receives no more events. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#body.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamedEvent, void, undefined> {
    try {
      while (!this.#closed) {
        const bytes = await this.#body.next();
        if (bytes === undefined && !this.#parser.ended && !this.#closed) throw this.#body.brokenOff();
        if (bytes === undefined) return;
        for (const { id, data } of this.#messagesIn(bytes)) {
          if (this.#closed) return;
          this.lastEventId = id;
          if (data !== undefined) yield { id: id ?? '', event: this.#eventIn(data), body: data };
        }
      }
    } finally {
      await this.#body.close();
    }
  }

  #messagesIn(bytes: Uint8Array): readonly SseMessage[] {
    try {
      return this.#parser.push(this.#decoder.decode(bytes, { stream: true }));
    } catch (cause) {
      const reason = cause instanceof RangeError ? 'has an event that is longer than 1 MiB' : 'is not UTF-8';
      throw new InvalidResponseError(reason, this.#head, { cause });
    }
  }

  #eventIn(data: string): WebhookEvent {
    let cause: unknown;
    try {
      const event: unknown = JSON.parse(data);
      if (isJsonObject(event)) return event as WebhookEvent;
    } catch (error) {
      cause = error;
    }
    throw new InvalidResponseError('brings something that is no event', this.#head, { cause });
  }
}

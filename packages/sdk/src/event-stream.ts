import { ConnectionError, InvalidResponseError, TimeoutError } from './errors.js';
import type { WebhookEvent } from './generated/models/WebhookEvent.js';
import { requireSuccess, type ReadingLimits } from './response.js';
import { SseParser } from './sse-parser.js';

/** An event as a stream brings it. */
export interface StreamedEvent {
  /** Where the stream is with it: the `lastEventId` to go on behind it. */
  readonly id: string;
  readonly event: WebhookEvent;
  /** The event as text: in UTF-8 the very bytes that a webhook is delivered, and that are signed. */
  readonly body: string;
}

/**
 * The stream that an answer brings, still to be read.
 * @throws ApiError when the request was refused
 */
export async function readStream(response: Response, limits: ReadingLimits): Promise<EventStream> {
  await requireSuccess(response);
  const type = response.headers.get('Content-Type') ?? 'none';
  if (response.body === null || !type.startsWith('text/event-stream')) {
    await response.body?.cancel();
    throw new InvalidResponseError(`is no stream of events (Content-Type: ${type})`, response);
  }
  return new EventStream(response.body, limits);
}

/**
 * Events as they happen; read them with `for await`, once. It ends when the service ends it, and throws a
 * `ConnectionError` when it breaks off or falls silent. Nothing is lost either way: open another with its `lastEventId`.
 */
export class EventStream implements AsyncIterable<StreamedEvent> {
  /** Where to go on, behind what has been read; undefined until the service has said so, which it does first of all. */
  lastEventId: string | undefined;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #limits: ReadingLimits;
  readonly #parser = new SseParser();

  constructor(body: ReadableStream<Uint8Array>, limits: ReadingLimits) {
    this.#reader = body.getReader();
    this.#limits = limits;
  }

  /** Milliseconds after which the service wants to be asked again; undefined until it has said so. */
  get retryMs(): number | undefined {
    return this.#parser.retryMs;
  }

  /** Ends it; whoever reads it gets no more. */
  async close(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamedEvent, void, undefined> {
    const decoder = new TextDecoder();
    try {
      for (;;) {
        const { done, value } = await this.#read();
        if (done && !this.#parser.ended) throw new ConnectionError('The stream broke off.');
        if (done) return;
        for (const { id, data } of this.#parser.push(decoder.decode(value, { stream: true }))) {
          this.lastEventId = id;
          if (data !== undefined) yield { id: id ?? '', event: JSON.parse(data) as WebhookEvent, body: data };
        }
      }
    } finally {
      await this.close();
    }
  }

  /** Rejects when nothing comes for too long: not even the signs of life that the service gives. */
  async #read(): ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']> {
    const { milliseconds, endings } = this.#limits;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TimeoutError(milliseconds)), milliseconds);
    });
    try {
      return await Promise.race([this.#reader.read(), silence]);
    } catch (cause) {
      for (const ending of endings) ending.throwIfAborted();
      throw cause instanceof TimeoutError ? cause : new ConnectionError('The stream broke off.', { cause });
    } finally {
      clearTimeout(timer);
    }
  }
}

import { LongBody, type ReadingLimits } from './body.js';
import { InvalidResponseError } from './errors.js';
import type { WebhookEvent } from './generated/models/WebhookEvent.js';
import { requireSuccess } from './response.js';
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
  readonly #body: LongBody;
  readonly #parser = new SseParser();

  constructor(body: ReadableStream<Uint8Array>, limits: ReadingLimits) {
    this.#body = new LongBody(body, limits, 'stream');
  }

  /** Milliseconds after which the service wants to be asked again; undefined until it has said so. */
  get retryMs(): number | undefined {
    return this.#parser.retryMs;
  }

  /** Ends it; whoever reads it gets no more. */
  async close(): Promise<void> {
    await this.#body.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamedEvent, void, undefined> {
    const decoder = new TextDecoder();
    try {
      for (;;) {
        const bytes = await this.#body.next();
        if (bytes === undefined && !this.#parser.ended) throw this.#body.brokenOff();
        if (bytes === undefined) return;
        for (const { id, data } of this.#parser.push(decoder.decode(bytes, { stream: true }))) {
          this.lastEventId = id;
          if (data !== undefined) yield { id: id ?? '', event: JSON.parse(data) as WebhookEvent, body: data };
        }
      }
    } finally {
      await this.close();
    }
  }
}

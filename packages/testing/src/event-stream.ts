import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { noteAnswer } from './answer-log.js';

interface StreamedMessage {
  readonly id: string;
  /** The raw data line; undefined without one. */
  readonly data: string | undefined;
}

export interface EventStreamOptions {
  readonly lastEventId?: string;
  /** The query, with its question mark. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const MAX_HEAD_BYTES = 4_096;

/** Opens an event stream on its own connection and records its messages. */
export async function openEventStream(
  baseUrl: string,
  key: string,
  { lastEventId, query = '', headers = {} }: EventStreamOptions = {},
): Promise<EventStream> {
  const path = `/v1/events/stream${query}`;
  const sent = request(`${baseUrl}${path}`, {
    agent: false,
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${key}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      ...headers,
    },
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject).end();
  });
  const answered = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
  noteAnswer('GET', path, { status: response.statusCode ?? 0, headers: answered });
  return new EventStream(response);
}

/** An event stream as its client sees it. */
export class EventStream {
  /** Every complete message, also those without data. */
  readonly messages: StreamedMessage[] = [];
  /** The first bytes of the stream. */
  head = '';
  /** How it ended: in order with the final comment, or broken off. */
  end: 'whole' | 'broken' | undefined;

  private rest = '';
  private saidGoodbye = false;

  constructor(private readonly response: IncomingMessage) {
    response.setEncoding('utf8').on('data', (chunk: string) => this.take(chunk));
    response.on('error', () => {});
    response.once('close', () => (this.end = response.complete && this.saidGoodbye ? 'whole' : 'broken'));
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  get headers(): IncomingHttpHeaders {
    return this.response.headers;
  }

  /** The data of the messages. */
  get data(): string[] {
    return this.messages.flatMap(({ data }) => data ?? []);
  }

  /** The id to resume from. */
  get lastEventId(): string {
    return this.messages.at(-1)?.id ?? '';
  }

  /** Stops reading from the connection. */
  stopReading(): void {
    this.response.pause();
  }

  readOn(): void {
    this.response.resume();
  }

  /** Closes the connection without notice. */
  close(): void {
    this.response.destroy();
  }

  private take(chunk: string): void {
    this.head = (this.head + chunk).slice(0, MAX_HEAD_BYTES);
    const blocks = (this.rest + chunk).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block === ': end') this.saidGoodbye = true;
      else this.messages.push({ id: field(block, 'id') ?? '', data: field(block, 'data') });
    }
  }
}

function field(block: string, name: string): string | undefined {
  const line = block.split('\n').find((each) => each.startsWith(`${name}: `));
  return line?.slice(name.length + 2);
}

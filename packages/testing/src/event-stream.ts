import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { noteAnswer } from './answer-log.js';

export interface StreamedMessage {
  readonly id: string;
  /** The line of data as it came; undefined when there was none. */
  readonly data: string | undefined;
}

export interface EventStreamOptions {
  readonly lastEventId?: string;
  /** The query, with its question mark. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const MAX_HEAD_BYTES = 4_096;

/** Opens a stream of events, over a connection of its own, and writes down what comes. */
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

/** A stream as its client sees it. */
export class EventStream {
  /** Every message that has come whole, those without data among them. */
  readonly messages: StreamedMessage[] = [];
  /** What came first, as it came. */
  head = '';
  /** How it ended: in order, which it says last of all, or broken off. */
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

  /** What the messages brought. */
  get data(): string[] {
    return this.messages.flatMap(({ data }) => data ?? []);
  }

  /** Where a client would go on. */
  get lastEventId(): string {
    return this.messages.at(-1)?.id ?? '';
  }

  /** From now on nothing is taken any more. */
  stopReading(): void {
    this.response.pause();
  }

  readOn(): void {
    this.response.resume();
  }

  /** Goes away without a word. */
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

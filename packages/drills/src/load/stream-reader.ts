import { setTimeout as sleep } from 'node:timers/promises';
import { openEventStream, type EventStream } from '@svc/testing';
import type { Answers } from './answers.js';

const RETRY_MS = 500;
const LOOK_MS = 250;
/** Several heartbeats. */
const SILENT_MS = 20_000;

/** A client that follows the event stream, and resumes where it was after each break. */
export class StreamReader {
  /** How often each event has come. */
  readonly events = new Map<string, number>();
  breaks = 0;
  private goesOn = true;
  private lastEventId: string | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly baseUrl: string,
    private readonly key: string,
    private readonly answers: Answers,
  ) {}

  /** Resolves once the first stream is open: it has only events from then on. */
  start(): Promise<void> {
    return new Promise((opened) => {
      this.running = this.follow(opened);
    });
  }

  async stop(): Promise<void> {
    this.goesOn = false;
    await this.running;
  }

  private async follow(opened: () => void): Promise<void> {
    while (this.goesOn) {
      const options = this.lastEventId === undefined ? {} : { lastEventId: this.lastEventId };
      const stream = await openEventStream(this.baseUrl, this.key, options).catch(() => undefined);
      if (stream !== undefined) {
        const has = (name: string): boolean => name in stream.headers;
        this.answers.note('GET /v1/events/stream', stream.status, { has });
        if (stream.status === 200) {
          opened();
          await this.read(stream);
        }
        stream.close();
      }
      this.breaks += 1;
      await sleep(RETRY_MS);
    }
  }

  /** Reads until the stream ends or is silent. */
  private async read(stream: EventStream): Promise<void> {
    let heardAt = performance.now();
    for (;;) {
      const messages = stream.messages.splice(0);
      for (const { id, data } of messages) {
        if (id !== '') this.lastEventId = id;
        if (data !== undefined) this.take(data);
      }
      if (messages.length > 0) heardAt = performance.now();
      const isOver = stream.end !== undefined && messages.length === 0;
      if (isOver || !this.goesOn || performance.now() - heardAt > SILENT_MS) return;
      await sleep(LOOK_MS);
    }
  }

  private take(data: string): void {
    const { id } = JSON.parse(data) as { id: string };
    this.events.set(id, (this.events.get(id) ?? 0) + 1);
  }
}

import { MAX_PATIENCE_MS, retryAfter } from '../attempts.js';
import { Svc } from '../client.js';
import { ApiError, InvalidResponseError, SvcError } from '../errors.js';
import type { EventStream, StreamedEvent } from '../event-stream.js';
import type { EventKind } from '../generated/models/EventKind.js';
import { Forwarder } from './forwarder.js';
import type { ListenOptions } from './listen-options.js';
import type { Printer, Summary } from './printer.js';

/** The service sends a heartbeat every 15 seconds. */
const SILENCE_MS = 45_000;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;
/** Errors for which a retry would get the same response. */
const FINAL = new Set([400, 401, 403, 404, 405, 406]);

/** Streams events and forwards them, with any number of connections, until it is stopped. */
export class Listener {
  private readonly svc: Svc;
  private readonly forwarder: Forwarder | undefined;
  private readonly underWay = new Set<Promise<void>>();
  private place: string | undefined;
  private isReady = false;
  private failures = 0;
  private received = 0;
  private acknowledged = 0;
  private failed = 0;

  /**
   * @throws TypeError if the URL of the service is invalid
   */
  constructor(
    private readonly options: ListenOptions,
    private readonly printer: Printer,
    private readonly ended: AbortSignal,
  ) {
    // It reconnects by itself, without a limit.
    this.svc = new Svc(options.apiKey, { baseUrl: options.apiBase, timeout: SILENCE_MS, maxRetries: 0 });
    const { forwardTo, secret, skipVerify } = options;
    this.forwarder = forwardTo && new Forwarder(forwardTo, secret, skipVerify);
    this.place = options.since;
  }

  /** Resolves after it was stopped and all events were forwarded. Rejects if the service refuses the stream. */
  async run(): Promise<Summary> {
    while (!this.ended.aborted) {
      const waitMs = await this.stream();
      await sleep(waitMs, this.ended);
    }
    await Promise.all(this.underWay);
    const { received, acknowledged, failed, place } = this;
    return { received, acknowledged, failed, lastEventId: place ?? null };
  }

  /** Follows one connection to its end. Resolves with the time to wait before the next one. */
  private async stream(): Promise<number> {
    let stream: EventStream | undefined;
    try {
      stream = await this.open();
      for await (const streamed of stream) {
        await this.take(streamed);
        // Others may have come in the same piece: they are for the next time.
        if (this.ended.aborted) break;
      }
      return Math.min(stream.retryMs ?? FIRST_WAIT_MS, MAX_PATIENCE_MS);
    } catch (error) {
      if (this.ended.aborted) return 0;
      if (isFinal(error)) throw error;
      const waitMs = this.waitAfter(error);
      this.printer.lost(reasonOf(error), waitMs);
      return waitMs;
    } finally {
      this.place = stream?.lastEventId ?? this.place;
    }
  }

  private async open(): Promise<EventStream> {
    const { events } = this.options;
    const type = events.length === 1 ? (events[0] as EventKind) : undefined;
    const params = { ...(type && { type }), ...(this.place === undefined ? {} : { lastEventId: this.place }) };
    if (!this.isReady) await this.requireKinds();
    const stream = await this.svc.events.stream(params, { signal: this.ended });
    if (!this.isReady) this.tellReady();
    else if (this.failures > 0) this.printer.back();
    this.isReady = true;
    this.failures = 0;
    return stream;
  }

  /** Resolves when the next event may be forwarded: immediately, until the maximum is in progress. */
  private async take({ id, event, body }: StreamedEvent): Promise<void> {
    const { events, concurrency } = this.options;
    if (events.length > 0 && !events.includes(event.type)) return;
    this.received += 1;
    const done = this.forward({ id, event, body }).finally(() => this.underWay.delete(done));
    this.underWay.add(done);
    if (this.underWay.size >= concurrency) await Promise.race(this.underWay);
  }

  private async forward({ id, event, body }: StreamedEvent): Promise<void> {
    const outcome = (await this.forwarder?.forward({ id: event.id, body: Buffer.from(body) })) ?? null;
    if (outcome?.acknowledged === true) this.acknowledged += 1;
    if (outcome?.acknowledged === false) this.failed += 1;
    this.printer.event({ id, event, outcome });
  }

  /** The service knows the kinds; where it is asked for all, it would not say that one is none. */
  private async requireKinds(): Promise<void> {
    const { events } = this.options;
    if (events.length < 2) return;
    for (const type of events as readonly EventKind[]) {
      await this.svc.events.list({ type, limit: 1 }, { signal: this.ended });
    }
  }

  private tellReady(): void {
    const { apiBase, forwardTo, secret, isOwnSecret } = this.options;
    const isSecretNew = forwardTo !== undefined && !isOwnSecret;
    this.printer.ready({
      apiBase,
      forwardTo: forwardTo ? shown(forwardTo) : null,
      secret: isSecretNew ? secret : null,
    });
  }

  private waitAfter(error: unknown): number {
    const asked = error instanceof SvcError ? retryAfter(error.headers.get('Retry-After')) : 0;
    const doubled = Math.min(FIRST_WAIT_MS * 2 ** this.failures, MAX_WAIT_MS);
    this.failures += 1;
    // So that clients that were disconnected together do not reconnect at the same time.
    return Math.max(Math.min(asked, MAX_PATIENCE_MS), Math.round(doubled * (0.75 + Math.random() / 2)));
  }
}

/** A URL without user name and password: terminals are shared, and output is logged. */
function shown(address: URL): string {
  const bare = new URL(address);
  bare.username = '';
  bare.password = '';
  return bare.href;
}

function isFinal(error: unknown): boolean {
  if (error instanceof ApiError) return FINAL.has(error.status);
  return error instanceof InvalidResponseError || !(error instanceof SvcError);
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const deeper = cause instanceof Error ? (cause.cause instanceof Error ? cause.cause : cause).message : '';
  return deeper === '' ? message.replace(/\.$/, '') : `${message.replace(/\.$/, '')} (${deeper})`;
}

async function sleep(milliseconds: number, ended: AbortSignal): Promise<void> {
  if (ended.aborted) return;
  let stop: () => void = () => {};
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    stop = resolve;
    timer = setTimeout(resolve, milliseconds);
    ended.addEventListener('abort', stop);
  });
  clearTimeout(timer);
  ended.removeEventListener('abort', stop);
}

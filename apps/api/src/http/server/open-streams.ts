import { Inject, Injectable } from '@nestjs/common';
import { allOperations, type StreamOutput } from '@svc/contract';
import { type Caller, CONFIG, DomainError, LOGGER, Metrics, type Config, type Logger } from '@svc/core';
import type { Response } from 'express';
import type { ApiRequest } from '../api-request.js';
import { Admission } from '../authentication.guard.js';
import type { Streaming } from '../event-stream.js';

/** Per process, for all accounts together. */
const MAX_STREAMS = 2_000;
/** Together with the cache lifetime of keys, a change to a key takes effect within five seconds. */
const CHECK_KEY_EVERY_MS = 1_000;
/** Jitter: streams that were opened together, as after a restart, must not reconnect together. */
const END_EARLIER_BY = 0.1;
const RETRY_AFTER_S = 10;

/** Counts and limits the open streams of this process, and ends them. */
@Injectable()
export class OpenStreams {
  /** Aborts each stream; the value is whose it is. */
  private readonly endings = new Map<AbortController, string>();
  private draining = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly admission: Admission,
    metrics: Metrics,
  ) {
    metrics.gauge('svc_event_streams_open', 'Open event streams.', () => this.endings.size);
  }

  /** Reserves a slot until the response is closed. Throws when there is none. */
  admit(request: ApiRequest, response: Response, stream: StreamOutput): Streaming {
    const { caller, requestId } = request;
    const ending = new AbortController();
    if (request.method !== 'HEAD') {
      this.requirePlace(ownerOf(caller));
      this.keep(ending, request, response);
    }
    return {
      stream,
      ended: ending.signal,
      patienceMs: 2 * this.config.EVENT_STREAM_HEARTBEAT,
      failed: (error) => {
        this.logger.warn({ event: 'stream_broken', requestId, err: error }, 'an event stream was aborted');
      },
    };
  }

  /** Shutdown: ends every stream and admits no more. */
  end(): void {
    this.draining = true;
    for (const ending of this.endings.keys()) ending.abort();
  }

  private requirePlace(owner: string): void {
    if (this.draining || this.endings.size >= MAX_STREAMS) {
      throw new DomainError('unavailable', 'This process cannot open more streams now. Try again later.');
    }
    const most = this.config.EVENT_STREAMS_PER_ACCOUNT;
    const open = [...this.endings.values()].filter((other) => other === owner).length;
    if (open < most) return;
    const detail = `There are ${open} open streams here, which is the maximum.`;
    throw new DomainError('too_many_streams', detail, { retryAfterSeconds: RETRY_AFTER_S });
  }

  private keep(ending: AbortController, request: ApiRequest, response: Response): void {
    const end = (): void => ending.abort();
    const longest = this.config.EVENT_STREAM_DURATION * (1 - END_EARLIER_BY * Math.random());
    const over = setTimeout(end, longest);
    const watch = setInterval(() => {
      void this.isStillAdmitted(request).then((admitted) => admitted || end());
    }, CHECK_KEY_EVERY_MS);
    const leave = (): void => {
      clearTimeout(over);
      clearInterval(watch);
      this.endings.delete(ending);
      end();
    };
    this.endings.set(ending, ownerOf(request.caller));
    response.once('close', leave);
    if (response.destroyed) leave();
  }

  /**
   * Whether the key or session is still valid for the stream. During an outage of Postgres that is unknown, and nothing is
   * streamed anyway.
   */
  private async isStillAdmitted(request: ApiRequest): Promise<boolean> {
    const { operationId } = request;
    if (operationId === undefined) return false;
    try {
      return await this.admission.isStillAdmitted(request, allOperations[operationId].scope);
    } catch {
      return true;
    }
  }
}

/** All keys of an account share a limit. People have limits of their own, so that pages do not use up that of programs. */
function ownerOf(caller: Caller | undefined): string {
  return caller?.actor.kind === 'member' ? `usr_${caller.actor.userId}` : (caller?.accountId ?? '');
}

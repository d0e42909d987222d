import type { BeforeApplicationShutdown } from '@nestjs/common';
import { isDatabaseAway, isDatabaseBusy } from '../platform/database/database-away.js';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { Logger } from '../platform/logger.js';
import type { Metrics } from '../platform/metrics/metrics.js';
import { actorColumns, type Caller } from '../security/caller.js';
import { rowIdOf, uuidOf } from './request-row-id.js';

// A batch whose response was lost is written again. Of two requests in two processes that arrive in the same
// millisecond, one in four million has the row id of the other, and is not logged.
const WRITE = namedQuery(
  'request_log_write',
  `INSERT INTO request_log (environment_id, id, request_id, method, route, operation_id, status, code, duration_ms, key_id,
                            user_id)
   SELECT * FROM unnest($1::int[], $2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::smallint[],
                        $8::text[], $9::int[], $10::bigint[], $11::bigint[])
   ON CONFLICT DO NOTHING`,
);

const FLUSH_MS = 1_000;
const BATCH = 1_000;
/** Refused rows of a batch after which its other refused parts are not divided. */
const MAX_REFUSED = 10;
const MAX_WAITING = 10_000;
const TELL_EVERY_MS = 60_000;

/** A request that has ended. */
export interface FinishedRequest {
  readonly caller: Pick<Caller, 'environmentId' | 'actor' | 'requestId'>;
  readonly method: string;
  /** The path of the operation in the contract. Null, like the operation, if none has the address. */
  readonly route: string | null;
  readonly operationId: string | null;
  /** Null if the connection was closed before the response. */
  readonly status: number | null;
  /** The problem code. */
  readonly code: string | null;
  readonly durationMs: number;
}

export interface RequestLogDependencies {
  readonly database: Database;
  readonly metrics: Metrics;
  readonly logger: Pick<Logger, 'warn'>;
  /** REQUEST_LOG. */
  readonly enabled: boolean;
}

/**
 * Logs requests in batches, off their path. What Postgres does not take in time is dropped and counted: requests never
 * wait for their log.
 */
export class RequestLog implements BeforeApplicationShutdown {
  private readonly waiting: FinishedRequest[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;
  private readonly drops: { inc(count: number): void };
  private untold = 0;
  private toldAt = -Infinity;

  constructor(private readonly deps: RequestLogDependencies) {
    const help = 'Requests that were left out of the request log.';
    this.drops = deps.metrics.counter('svc_request_log_dropped_total', help);
  }

  add(request: FinishedRequest): void {
    if (!this.deps.enabled) return;
    if (this.waiting.length >= MAX_WAITING) {
      this.drop(1, 'the buffer is full');
      return;
    }
    this.waiting.push(request);
    if (this.waiting.length === BATCH) void this.write();
    else this.schedule();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.writing;
    await this.write(1);
    clearTimeout(this.timer);
    if (this.waiting.length > 0) this.drop(this.waiting.length, 'the process ends');
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => void this.write(), FLUSH_MS).unref();
  }

  /** Writes a batch, and more while at least `least` requests wait. One batch at a time. */
  private write(least = BATCH): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.waiting.length === 0) return this.writing ?? Promise.resolve();
    this.writing ??= this.writeBatches(least).finally(() => {
      this.writing = undefined;
      if (this.waiting.length > 0) this.schedule();
    });
    return this.writing;
  }

  /** After an outage, what waits is written with the next batch. */
  private async writeBatches(least: number): Promise<void> {
    do {
      const batch = this.waiting.slice(0, BATCH);
      try {
        await this.writeParts(batch);
      } catch (error) {
        if (isDatabaseAway(error) || isDatabaseBusy(error)) return;
        throw error;
      }
      this.waiting.splice(0, batch.length);
    } while (this.waiting.length >= least);
  }

  /** Writes a batch. If Postgres refuses it, halves of it, so that only refused rows are left out; after many, the rest too. */
  private async writeParts(batch: readonly FinishedRequest[]): Promise<void> {
    const parts = [batch];
    let refused = 0;
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      try {
        await this.deps.database.forRequestLog().run(WRITE, columnsOf(part));
      } catch (error) {
        if (isDatabaseAway(error) || isDatabaseBusy(error)) throw error;
        const half = Math.ceil(part.length / 2);
        if (part.length > 1 && refused < MAX_REFUSED) parts.push(part.slice(half), part.slice(0, half));
        else refused += this.drop(part.length, error);
      }
    }
  }

  /** Returns the number. */
  private drop(count: number, reason: unknown): number {
    this.drops.inc(count);
    this.untold += count;
    const now = performance.now();
    if (now - this.toldAt < TELL_EVERY_MS) return count;
    const line = { event: 'requests_not_logged', requests: this.untold, err: reason };
    this.deps.logger.warn(line, 'requests are missing from the request log');
    this.toldAt = now;
    this.untold = 0;
    return count;
  }
}

/** The values of the statement, a list for each column. */
function columnsOf(batch: readonly FinishedRequest[]): unknown[][] {
  const actors = batch.map(({ caller }) => actorColumns(caller.actor));
  return [
    batch.map(({ caller }) => caller.environmentId),
    batch.map(({ caller }) => rowIdOf(caller.requestId)),
    batch.map(({ caller }) => uuidOf(caller.requestId)),
    batch.map(({ method }) => method),
    batch.map(({ route }) => route),
    batch.map(({ operationId }) => operationId),
    batch.map(({ status }) => status),
    batch.map(({ code }) => code),
    batch.map(({ durationMs }) => durationMs),
    actors.map(({ keyId }) => keyId),
    actors.map(({ userId }) => userId),
  ];
}

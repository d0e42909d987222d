import { ApiError, ConnectionError, TimeoutError } from './errors.js';
import type { Connection, RequestOptions } from './options.js';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 8_000;
/** The longest `Retry-After` that is followed. A longer one ends the call. */
export const MAX_PATIENCE_MS = 60_000;

/** How often and for how long a call is tried. */
export interface Patience {
  readonly maxRetries: number;
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  /** Milliseconds for all attempts and the waits between them. */
  readonly totalTimeout: number;
  /** Cancels the call. */
  readonly endings: readonly AbortSignal[];
  /** Receives each wait: the attempt before it, and its length in milliseconds. */
  readonly onWait: (attempt: number, milliseconds: number) => void;
}

/** The limits of one call: those of its client, with the options of the call. */
export function patienceOf(
  to: Connection,
  call: RequestOptions,
): Pick<Patience, 'maxRetries' | 'timeout' | 'totalTimeout'> {
  const { maxRetries = to.maxRetries, timeout = to.timeout, totalTimeout = to.totalTimeout } = call;
  return { maxRetries, timeout, totalTimeout };
}

/**
 * Makes attempts until one succeeds, and fails with the error of the last one. Each attempt receives the milliseconds
 * that it has and its number, starting at 1.
 */
export async function attempts<T>(
  attempt: (milliseconds: number, n: number) => Promise<T>,
  { maxRetries, timeout, totalTimeout, endings, onWait }: Patience,
): Promise<T> {
  const end = performance.now() + totalTimeout;
  for (let n = 1; ; n += 1) {
    try {
      return await attempt(Math.min(timeout, Math.max(1, end - performance.now())), n);
    } catch (error) {
      const wait = n > maxRetries ? undefined : waitAfter(error, n);
      if (wait === undefined || performance.now() + wait >= end) throw error;
      onWait(n, wait);
      await pause(wait, endings);
    }
  }
}

/** Milliseconds until the next attempt. Undefined if a retry cannot succeed. */
function waitAfter(error: unknown, n: number): number | undefined {
  const backoff = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (n - 1)) * (1 - Math.random() / 2);
  if (error instanceof ConnectionError) return backoff;
  if (!(error instanceof ApiError) || !mayPass(error)) return undefined;
  const asked = retryAfter(error.headers.get('Retry-After'));
  return asked > MAX_PATIENCE_MS ? undefined : Math.max(backoff, asked);
}

function mayPass({ status, code }: ApiError): boolean {
  const isInProgress = status === 409 && code === 'idempotency_in_progress';
  return isInProgress || status === 408 || status === 429 || status >= 500;
}

/** The milliseconds in the header, which is in seconds or a date in GMT. 0 if it cannot be read. */
export function retryAfter(header: string | null): number {
  if (header === null) return 0;
  const milliseconds = /^\d+$/.test(header.trim())
    ? Number(header) * 1_000
    : Date.parse(/GMT$/.test(header) ? header : `${header} GMT`) - Date.now();
  return Number.isNaN(milliseconds) ? 0 : Math.max(0, milliseconds);
}

function pause(milliseconds: number, endings: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve, reject) => {
    // A signal of its own: many calls may wait for the same one of the caller.
    const ending = AbortSignal.any([...endings]);
    const end = () => {
      clearTimeout(timer);
      reject(ending.reason as Error);
    };
    const timer = setTimeout(() => {
      ending.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    if (ending.aborted) return end();
    ending.addEventListener('abort', end);
  });
}

/**
 * Ends `work` after this many milliseconds, or when the call is cancelled. The time limit applies until its body is
 * read.
 */
export async function within<T>(
  milliseconds: number,
  endings: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), milliseconds);
  try {
    return await work(AbortSignal.any([late.signal, ...endings]));
  } catch (error) {
    for (const ending of endings) ending.throwIfAborted();
    throw late.signal.aborted ? new TimeoutError(milliseconds) : error;
  } finally {
    clearTimeout(timer);
  }
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attempts, type Patience } from './attempts.js';
import { apiError, ConnectionError, SvcError } from './errors.js';
import type { Problem } from './generated/models/Problem.js';

let waits: number[];

beforeEach(() => {
  waits = [];
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const patience = (own: Partial<Patience> = {}): Patience => ({
  maxRetries: 2,
  timeout: 1_000,
  totalTimeout: Infinity,
  endings: [],
  onWait: (_, milliseconds) => waits.push(milliseconds),
  ...own,
});

const unavailable = (headers: Record<string, string> = {}) =>
  apiError({ status: 503, headers: new Headers(headers) }, undefined);

/** Runs attempts that all fail alike, and returns the wait before each. */
async function waitsAfter(error: unknown, own: Partial<Patience> = {}): Promise<unknown[]> {
  const call = attempts(() => Promise.reject(error as Error), patience(own)).catch((reason: unknown) => reason);
  await vi.runAllTimersAsync();
  expect(await call).toBe(error);
  return waits;
}

describe('the wait before the next attempt', () => {
  it('doubles from half a second, up to eight', async () => {
    const error = new ConnectionError('gone');
    expect(await waitsAfter(error, { maxRetries: 6 })).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  });

  it('is shorter by chance, by half at most', async () => {
    vi.mocked(Math.random).mockReturnValue(0.999999);
    expect(await waitsAfter(new ConnectionError('gone'))).toEqual([
      expect.closeTo(250, 0) as number,
      expect.closeTo(500, 0) as number,
    ]);
  });

  it.each([
    ['3', 3_000],
    ['60', 60_000],
    ['0', 500],
    ['soon', 500],
    ['-5', 500],
    ['Wed, 25 Nov 2026 10:00:07 GMT', 7_000],
    ['Wed, 25 Nov 2026 09:00:00 GMT', 500],
  ])('is what Retry-After: %s asks for, %d ms', async (header, milliseconds) => {
    vi.setSystemTime(new Date('2026-11-25T10:00:00Z'));
    expect(await waitsAfter(unavailable({ 'Retry-After': header }), { maxRetries: 1 })).toEqual([milliseconds]);
  });

  it('is what a Retry-After without a time zone asks for, which is in GMT everywhere', async () => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(new Date(0).getHours()).toBe(9);
    vi.setSystemTime(new Date('2026-11-25T10:00:00Z'));
    const error = unavailable({ 'Retry-After': 'Wed Nov 25 10:00:07 2026' });
    expect(await waitsAfter(error, { maxRetries: 1 })).toEqual([7_000]);
    vi.unstubAllEnvs();
  });

  it('is not begun after a Retry-After of more than a minute', async () => {
    expect(await waitsAfter(unavailable({ 'Retry-After': '61' }))).toEqual([]);
  });

  it('is not begun when the whole time would be over by its end', async () => {
    expect(await waitsAfter(unavailable(), { totalTimeout: 600 })).toEqual([500]);
  });
});

it.each([
  ['a mistake of the caller', new TypeError('no')],
  ['an answer that cannot be read', new SvcError('no', 'invalid_response')],
])('%s is not tried again', async (_, error) => {
  expect(await waitsAfter(error)).toEqual([]);
});

it('tells each attempt how long it has', async () => {
  const told: number[][] = [];
  const call = attempts(
    (milliseconds, n) => {
      told.push([n, milliseconds]);
      return n < 3 ? Promise.reject(unavailable()) : Promise.resolve('done');
    },
    patience({ timeout: 1_000, totalTimeout: 1_800 }),
  );
  await vi.runAllTimersAsync();
  expect([await call, told]).toEqual([
    'done',
    [
      [1, 1_000],
      [2, 1_000],
      [3, 300],
    ],
  ]);
});

it('a conflict is only tried again while its key is in progress', async () => {
  const problem = { code: 'idempotency_in_progress', detail: '' } as Problem;
  const refused = (status: number) => apiError({ status, headers: new Headers() }, problem);
  expect(await waitsAfter(refused(400))).toEqual([]);
  expect(await waitsAfter(refused(409))).toEqual([500, 1_000]);
});

it('many calls may wait for one signal', async () => {
  const { signal } = new AbortController();
  const warnings: string[] = [];
  const warned = (warning: Error): void => void warnings.push(warning.name);
  process.on('warning', warned);
  const calls = Array.from({ length: 20 }, () =>
    attempts(() => Promise.reject(unavailable()), patience({ endings: [signal] })).catch(String),
  );
  await vi.runAllTimersAsync();
  await Promise.all(calls);
  // Node reports a warning in a later turn.
  vi.useRealTimers();
  await new Promise(setImmediate);
  process.off('warning', warned);
  expect(warnings).toEqual([]);
});

it('a signal ends the wait with its reason', async () => {
  const ending = new AbortController();
  const call = attempts(() => Promise.reject(unavailable()), patience({ endings: [ending.signal] })).catch(String);
  await vi.advanceTimersByTimeAsync(100);
  ending.abort(new Error('the user left'));
  expect(await call).toBe('Error: the user left');
  expect(vi.getTimerCount()).toBe(0);
});

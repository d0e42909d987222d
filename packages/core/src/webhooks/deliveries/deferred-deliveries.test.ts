import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Keeps } from '../../platform/queues/backlog.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import { WorkUnderWay } from '../../platform/queues/work-under-way.js';
import { EndpointConcurrency, endpointOf, type Slot } from './endpoint-concurrency.js';
import { DeferredDeliveries } from './deferred-deliveries.js';
import type { DueDelivery, Deferred } from './deferred-delivery-store.js';

const SLOW_AFTER_MS = 1_000;
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const endpoint = { environmentId: 1, webhookId: '10' };
const dues = (from: number, count: number): DueDelivery[] =>
  Array.from({ length: count }, (_, n) => ({ ...endpoint, id: String(from + n) }));

let endpoints: EndpointConcurrency;
let underWay: WorkUnderWay;
/** What waits for the endpoint. */
let waiting: DueDelivery[];
/** How many endpoints of the environment something waits for. */
let lines: number;
/** The calls to Postgres. */
let asked: string[];
let waits: number[];
let isAway: boolean;
let isPaused: boolean;
/** What workers that are gone have deferred. */
let deferredBefore: DueDelivery[];
let taken: WorkRef[];
let logged: unknown[];
let refilled: number[];
let deferred: DeferredDeliveries;

beforeEach(() => {
  endpoints = new EndpointConcurrency({ concurrency: 100, slowAfterMs: SLOW_AFTER_MS });
  [underWay, waiting, asked, waits, isAway, isPaused] = [new WorkUnderWay(), [], [], [], false, false];
  [taken, logged, refilled, lines, deferredBefore] = [[], [], [], 1, []];
  const answer = <T>(what: string, result: T): Promise<T> => {
    asked.push(what);
    return isAway ? Promise.reject(away) : Promise.resolve(result);
  };
  const deliveries = {
    defer: (rows: readonly Deferred[]) => {
      waits.push(...rows.map(({ waitMs }) => waitMs));
      return answer(`defer ${rows.length}`, undefined);
    },
    recall: (_environment: number, _webhook: string, from: string, most: number) =>
      answer(`recall ${most} from ${from}`, from === '200' ? dues(200, 5) : []),
    endpoints: () => answer('endpoints', deferredBefore),
  };
  const worker = {
    cut: (keeps: Keeps) => waiting.splice(keeps(1, '10')),
    waitingIn: () => waiting.length,
    linesIn: () => lines,
    stopped: false,
    get isPaused() {
      return isPaused;
    },
    track: (work: Promise<void>) => underWay.track(work),
  };
  const runner = {
    worker,
    jobs: { take: (refs: readonly WorkRef[]) => void taken.push(...refs) },
    refill: (environmentId: number) => Promise.resolve(void refilled.push(environmentId)),
  };
  const logger = { warn: (line: unknown) => void logged.push((line as { event: string }).event) };
  deferred = new DeferredDeliveries(deliveries, runner, endpoints, { countDeferred: () => {} }, logger);
});

afterEach(() => {
  vi.useRealTimers();
});

/** Makes the endpoint respond after `ms`. */
function answerAfter(ms: number): void {
  for (let n = 0; n < 20; n++) {
    const slot = endpoints.enter(endpointOf(endpoint));
    slot.answeredMs = ms;
    endpoints.free(slot);
  }
}

/** Takes all places of the endpoint. */
function occupy(): Slot[] {
  const slots: Slot[] = [];
  while (endpoints.admits(endpointOf(endpoint))) slots.push(endpoints.enter(endpointOf(endpoint)));
  return slots;
}

async function relieve(): Promise<void> {
  deferred.relieve();
  await underWay.over();
}

it('defers nothing for an endpoint that responds in time', async () => {
  answerAfter(1);
  waiting = dues(200, 5);
  await relieve();
  expect([asked, waiting.length]).toEqual([[], 5]);
});

/** How many stay, of so many that wait for each of the endpoints. */
async function staying(count: number, endpointCount: number): Promise<number> {
  [waiting, lines] = [dues(200, count), endpointCount];
  await relieve();
  return waiting.length;
}

it('leaves room for other endpoints of the environment', async () => {
  answerAfter(SLOW_AFTER_MS / 2);
  occupy();
  expect([await staying(500, 5), asked]).toEqual([200, ['defer 300']]);
  answerAfter(SLOW_AFTER_MS - 1);
  expect([await staying(500, 1), await staying(500, 20)]).toEqual([100, 100]);
});

it('fills the room that it leaves, at most every half second', async () => {
  answerAfter(SLOW_AFTER_MS - 1);
  vi.useFakeTimers({ toFake: ['performance'] });
  for (let n = 0; n < 5; n++) await staying(500, 1);
  expect(refilled).toEqual([1]);
  vi.advanceTimersByTime(500);
  for (let n = 0; n < 5; n++) await staying(50, 1);
  expect(refilled).toEqual([1, 1]);
});

it('defers nothing that the endpoint takes within a second, with its share of the free places', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  expect(await staying(500, 2)).toBe(500);
  answerAfter(100);
  // Each has 50 of 100 places, and each place is free again after a tenth of a second.
  expect(await staying(500, 2)).toBe(500);
  expect(await staying(500, 10)).toBe(100);
  // Another environment has the places.
  for (let n = 0; n < 100; n++) endpoints.enter('2-20');
  expect(await staying(500, 20)).toBe(10);
});

it('recalls less than its share of them once few wait', async () => {
  answerAfter(SLOW_AFTER_MS / 2);
  [waiting, lines] = [dues(160, 400), 5];
  await relieve();
  expect(waiting).toHaveLength(40);
  deferred.released(endpointOf(endpoint));
  expect(asked).toEqual(['defer 360']);
  waiting = dues(0, 4);
  deferred.released(endpointOf(endpoint));
  await underWay.over();
  expect(asked).toEqual(['defer 360', 'recall 16 from 200', 'recall 16 from 204']);
});

it('defers what waits for a slow endpoint, longer the more are deferred', async () => {
  answerAfter(SLOW_AFTER_MS);
  occupy();
  waiting = dues(200, 500);
  await relieve();
  waiting = dues(800, 500);
  await relieve();
  expect(asked).toEqual(['defer 500', 'defer 500']);
  expect(waits[0]).toBe(1_000);
  // 25 places, a second each.
  expect(waits.at(-1)).toBeGreaterThan(30_000);
  expect(waits.at(-1)).toBeLessThan(50_000);
});

it('books the time of the endpoint behind what waits here and what was deferred before', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  answerAfter(SLOW_AFTER_MS - 1);
  await staying(1_100, 1);
  // 100 wait here, and the endpoint takes 100 a second.
  expect([waits[0], waits.at(-1)]).toEqual([1_000, expect.closeTo(11_000, -2)]);
  await staying(1_100, 1);
  expect(waits.at(-1)).toBeCloseTo(21_000, -2);
  vi.advanceTimersByTime(60_000);
  waits = [];
  await staying(1_100, 1);
  expect(waits.at(-1)).toBeCloseTo(11_000, -2);
});

it('recalls from an endpoint that it does not know as many as it may try', async () => {
  await relieve();
  waiting = [];
  deferredBefore = dues(200, 1);
  await deferred.poll();
  await underWay.over();
  expect(asked).toEqual(['endpoints', 'recall 10 from 200', 'recall 10 from 204']);
});

it('recalls as many as a slow endpoint has places, and a page of one that responds in time', async () => {
  answerAfter(SLOW_AFTER_MS);
  const occupied = occupy();
  waiting = dues(200, 500);
  await relieve();
  deferred.released(endpointOf(endpoint));
  await underWay.over();
  expect(asked.slice(1)).toEqual([]);
  for (const slot of occupied.slice(0, 3)) endpoints.free(slot);
  deferred.released(endpointOf(endpoint));
  await underWay.over();
  expect(asked.slice(1)).toEqual(['recall 3 from 200', 'recall 3 from 204']);
  expect(taken.map(({ id }) => id)).toEqual(['200', '201', '202', '203', '204']);
  occupy();
  waiting = dues(900, 1);
  await relieve();
  for (const slot of occupied) endpoints.free(slot);
  answerAfter(1);
  deferred.released(endpointOf(endpoint));
  await underWay.over();
  expect(asked.at(-1)).toBe('recall 100 from 900');
});

it('leaves rows due while Postgres is away, and pauses', async () => {
  answerAfter(SLOW_AFTER_MS);
  occupy();
  waiting = dues(200, 5);
  isAway = true;
  await relieve();
  isPaused = true;
  waiting = dues(300, 5);
  await relieve();
  expect([asked, logged, waiting.length]).toEqual([['defer 5'], ['defer_failed'], 5]);
});

it('keeps the start of a recall that failed, and repeats it', async () => {
  answerAfter(SLOW_AFTER_MS);
  occupy();
  waiting = dues(200, 5);
  await relieve();
  answerAfter(1);
  isAway = true;
  deferred.released(endpointOf(endpoint));
  await underWay.over();
  isAway = false;
  deferred.released(endpointOf(endpoint));
  await underWay.over();
  expect(logged).toEqual(['recall_failed']);
  expect(taken.map(({ id }) => id)).toEqual(['200', '201', '202', '203', '204']);
});

import { beforeEach, describe, expect, it } from 'vitest';
import { EndpointConcurrency, type Slot } from './endpoint-concurrency.js';

const CONCURRENCY = 100;
const SLOW_AFTER_MS = 5_000;

let clock: number;
let endpoints: EndpointConcurrency;

beforeEach(() => {
  clock = 0;
  endpoints = new EndpointConcurrency({ concurrency: CONCURRENCY, slowAfterMs: SLOW_AFTER_MS, now: () => clock });
});

/** Takes slots for as long as the endpoint has free ones. */
function enterAll(endpoint: string): Slot[] {
  const slots: Slot[] = [];
  while (endpoints.admits(endpoint)) slots.push(endpoints.enter(endpoint));
  return slots;
}

/** Frees a slot, with the response time. */
function leave(slot: Slot, ms: number | null): void {
  slot.answeredMs = ms;
  endpoints.free(slot);
}

function answer(endpoint: string, ms: number | null): void {
  leave(endpoints.enter(endpoint), ms);
}

describe('EndpointConcurrency', () => {
  it('admits few to an unknown endpoint, and many once it has responded', () => {
    const slots = enterAll('a');
    expect(slots).toHaveLength(10);
    for (const slot of slots) leave(slot, 20);
    expect(enterAll('a')).toHaveLength(CONCURRENCY);
  });

  it('keeps half of the places for endpoints that have responded, however many others there are', () => {
    answer('good', 20);
    for (let n = 0; n < 1_000; n++) enterAll(`unknown ${n}`);
    expect(endpoints.size).toBe(CONCURRENCY / 2);
    expect(enterAll('good')).toHaveLength(CONCURRENCY / 2);
  });

  it('treats an endpoint that keeps a delivery waiting as slow, and frees its places at once', () => {
    answer('good', 20);
    for (const endpoint of ['hangs', 'hangs too', 'and this', 'and that', 'and another']) enterAll(endpoint);
    enterAll('good');
    expect(endpoints.hasRoom).toBe(false);
    clock = SLOW_AFTER_MS;
    endpoints.findSlow();
    expect(endpoints.pace('hangs')).toBe('slow');
    expect(endpoints.hasRoom).toBe(true);
    expect(enterAll('new')).toHaveLength(10);
    expect(endpoints.admits('hangs')).toBe(false);
  });

  it('gives slow endpoints a quarter of the places on top, and fewest to one that does not respond', () => {
    for (let n = 0; n < 10; n++) answer(`stuck ${n}`, null);
    answer('slow', SLOW_AFTER_MS);
    expect(enterAll('stuck 0')).toHaveLength(5);
    expect(enterAll('slow')).toHaveLength(20);
    for (let n = 1; n < 10; n++) enterAll(`stuck ${n}`);
    expect(endpoints.size).toBe(CONCURRENCY / 4);
    answer('good', 20);
    expect(enterAll('good')).toHaveLength(CONCURRENCY);
  });

  it('treats an endpoint that responds late as slow until it responds in time', () => {
    answer('a', SLOW_AFTER_MS);
    expect(endpoints.pace('a')).toBe('slow');
    answer('a', SLOW_AFTER_MS - 1);
    expect(endpoints.pace('a')).toBe('quick');
  });

  it('learns nothing from a delivery that was not sent', () => {
    endpoints.free(endpoints.enter('a'));
    expect(endpoints.pace('a')).toBe('new');
    expect(endpoints.size).toBe(0);
  });

  it('never has more than three times its places in flight', () => {
    for (let wave = 0; wave < 20; wave++) {
      for (let n = 0; n < 50; n++) enterAll(`endpoint ${wave} ${n}`);
      clock += SLOW_AFTER_MS;
      endpoints.findSlow();
    }
    expect(endpoints.size).toBe(3 * CONCURRENCY);
  });

  it('estimates a wait by the average duration', () => {
    for (let n = 0; n < 50; n++) answer('a', 10_000);
    expect(endpoints.msEach('a')).toBeCloseTo(400, -1);
  });

  it('counts a slot once, even if it is freed twice', () => {
    const slot = endpoints.enter('a');
    leave(slot, 10);
    leave(slot, 10);
    expect(endpoints.size).toBe(0);
  });

  it('forgets endpoints beyond its limit, but none in use or recently used', () => {
    for (const endpoint of ['long unused', 'in use', 'used of late']) answer(endpoint, SLOW_AFTER_MS);
    endpoints.enter('in use');
    for (let n = 0; n < 60_000; n++) {
      answer(`other ${n}`, 20);
      if (n % 10_000 === 0) answer('used of late', SLOW_AFTER_MS);
    }
    expect(endpoints.pace('long unused')).toBe('new');
    expect(endpoints.pace('in use')).toBe('slow');
    expect(endpoints.pace('used of late')).toBe('slow');
    expect(endpoints.pace('other 59999')).toBe('quick');
  });
});

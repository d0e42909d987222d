import { beforeEach, describe, expect, it } from 'vitest';
import { EndpointGate, type Passage } from './endpoint-gate.js';

const CONCURRENCY = 100;
const SLOW_AFTER_MS = 5_000;

let clock: number;
let gate: EndpointGate;

beforeEach(() => {
  clock = 0;
  gate = new EndpointGate({ concurrency: CONCURRENCY, slowAfterMs: SLOW_AFTER_MS, now: () => clock });
});

/** Enters for as long as the gate admits it. */
function enterAll(endpoint: string): Passage[] {
  const passages: Passage[] = [];
  while (gate.admits(endpoint)) passages.push(gate.enter(endpoint));
  return passages;
}

/** Ends a passage, with the response time. */
function leave(passage: Passage, ms: number | null): void {
  passage.answeredMs = ms;
  gate.free(passage);
}

function answer(endpoint: string, ms: number | null): void {
  leave(gate.enter(endpoint), ms);
}

describe('EndpointGate', () => {
  it('admits few to an unknown endpoint, and many once it has responded', () => {
    const passages = enterAll('a');
    expect(passages).toHaveLength(10);
    for (const passage of passages) leave(passage, 20);
    expect(enterAll('a')).toHaveLength(CONCURRENCY);
  });

  it('keeps half of the places for endpoints that have responded, however many others there are', () => {
    answer('good', 20);
    for (let n = 0; n < 1_000; n++) enterAll(`unknown ${n}`);
    expect(gate.size).toBe(CONCURRENCY / 2);
    expect(enterAll('good')).toHaveLength(CONCURRENCY / 2);
  });

  it('treats an endpoint that keeps a delivery waiting as slow, and frees its places at once', () => {
    answer('good', 20);
    for (const endpoint of ['hangs', 'hangs too', 'and this', 'and that', 'and another']) enterAll(endpoint);
    enterAll('good');
    expect(gate.hasRoom).toBe(false);
    clock = SLOW_AFTER_MS;
    gate.findSlow();
    expect(gate.pace('hangs')).toBe('slow');
    expect(gate.hasRoom).toBe(true);
    expect(enterAll('new')).toHaveLength(10);
    expect(gate.admits('hangs')).toBe(false);
  });

  it('gives slow endpoints a quarter of the places on top, and fewest to one that does not respond', () => {
    for (let n = 0; n < 10; n++) answer(`stuck ${n}`, null);
    answer('slow', SLOW_AFTER_MS);
    expect(enterAll('stuck 0')).toHaveLength(5);
    expect(enterAll('slow')).toHaveLength(20);
    for (let n = 1; n < 10; n++) enterAll(`stuck ${n}`);
    expect(gate.size).toBe(CONCURRENCY / 4);
    answer('good', 20);
    expect(enterAll('good')).toHaveLength(CONCURRENCY);
  });

  it('treats an endpoint that responds late as slow until it responds in time', () => {
    answer('a', SLOW_AFTER_MS);
    expect(gate.pace('a')).toBe('slow');
    answer('a', SLOW_AFTER_MS - 1);
    expect(gate.pace('a')).toBe('quick');
  });

  it('learns nothing from a delivery that was not sent', () => {
    gate.free(gate.enter('a'));
    expect(gate.pace('a')).toBe('new');
    expect(gate.size).toBe(0);
  });

  it('never has more than three times its places in flight', () => {
    for (let wave = 0; wave < 20; wave++) {
      for (let n = 0; n < 50; n++) enterAll(`endpoint ${wave} ${n}`);
      clock += SLOW_AFTER_MS;
      gate.findSlow();
    }
    expect(gate.size).toBe(3 * CONCURRENCY);
  });

  it('estimates a wait by the average duration', () => {
    for (let n = 0; n < 50; n++) answer('a', 10_000);
    expect(gate.msEach('a')).toBeCloseTo(400, -1);
  });

  it('counts a passage once, even if it is ended twice', () => {
    const passage = gate.enter('a');
    leave(passage, 10);
    leave(passage, 10);
    expect(gate.size).toBe(0);
  });

  it('forgets endpoints beyond its limit, but none in use or recently used', () => {
    for (const endpoint of ['long unused', 'in use', 'used of late']) answer(endpoint, SLOW_AFTER_MS);
    gate.enter('in use');
    for (let n = 0; n < 60_000; n++) {
      answer(`other ${n}`, 20);
      if (n % 10_000 === 0) answer('used of late', SLOW_AFTER_MS);
    }
    expect(gate.pace('long unused')).toBe('new');
    expect(gate.pace('in use')).toBe('slow');
    expect(gate.pace('used of late')).toBe('slow');
    expect(gate.pace('other 59999')).toBe('quick');
  });
});

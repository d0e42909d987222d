import { beforeEach, describe, expect, it } from 'vitest';
import { CallLimits } from './call-limits.js';
import { CallSlots, type CallSlot } from './call-slots.js';

const SLOW = 'http:1';
const OTHER = 'stripe:2';
const environmentId = 1;

let now: number;
let limits: CallLimits;

beforeEach(() => {
  now = 1_000;
  limits = new CallLimits(8, { isRemote: (name) => name !== 'sandbox' }, () => now);
});

/** Starts as many calls as are admitted. */
function fill(slots: CallSlots, processor: string): CallSlot[] {
  const taken: CallSlot[] = [];
  for (let slot = slots.take({ environmentId, id: '1', processor }); slot !== undefined && taken.length < 100;) {
    taken.push(slot);
    slot = slots.take({ environmentId, id: '1', processor });
  }
  return taken;
}

function end(slots: CallSlots, slot: CallSlot | undefined, outcome?: CallSlot['outcome']): void {
  if (slot === undefined) throw new Error('it has no slot');
  slots.free(outcome === undefined ? slot : { ...slot, outcome });
}

const rateLimited = { kind: 'later', reason: 'rate_limited', checkAfterMs: 2_000 } as const;
const approved = { kind: 'approved' } as const;

describe('the calls to a processor', () => {
  it('are limited for each one alone, and for payments and refunds together', () => {
    const [payments, refunds] = [new CallSlots(limits), new CallSlots(limits)];
    const taken = fill(payments, SLOW);
    expect(taken).toHaveLength(8);
    expect(fill(refunds, SLOW)).toHaveLength(0);
    expect(fill(payments, OTHER)).toHaveLength(8);
    end(payments, taken[0], approved);
    expect(fill(refunds, SLOW)).toHaveLength(1);
  });

  it('are not limited without a network, or without a name', () => {
    const slots = new CallSlots(limits);
    expect(fill(slots, 'sandbox').length).toBeGreaterThan(32);
    expect(slots.take({ environmentId: 2, id: '1' })).toBeDefined();
  });

  it('pause once when the processor asks for fewer, and then begin with half as many', () => {
    const slots = new CallSlots(limits);
    const taken = fill(slots, SLOW);
    for (const slot of taken) end(slots, slot, rateLimited);
    expect(fill(slots, SLOW)).toHaveLength(0);
    expect(fill(slots, OTHER)).toHaveLength(8);
    now += 1_000;
    expect(fill(slots, SLOW)).toHaveLength(4);
  });

  it('pause twice as long each time, until one is accepted', () => {
    const slots = new CallSlots(limits);
    for (const pauseMs of [1_000, 2_000, 4_000]) {
      const [slot] = fill(slots, SLOW);
      for (let n = 0; n < 8; n++) limits.leave(SLOW);
      for (let n = 0; n < 8; n++) limits.enter(SLOW);
      end(slots, slot, rateLimited);
      now += pauseMs - 1;
      expect(limits.admits(SLOW)).toBe(false);
      now += 1;
      for (let n = 0; n < 7; n++) limits.leave(SLOW);
      expect(limits.admits(SLOW)).toBe(true);
    }
  });

  it('become as many as before, one more with each that is accepted', () => {
    const slots = new CallSlots(limits);
    end(slots, fill(slots, SLOW)[0], rateLimited);
    for (let n = 0; n < 7; n++) limits.leave(SLOW);
    now += 1_000;
    for (const most of [4, 5, 6, 7, 8, 8]) {
      const taken = fill(slots, SLOW);
      expect(taken).toHaveLength(most);
      end(slots, taken.shift(), approved);
      for (const slot of taken) end(slots, slot);
    }
  });

  it('tell every runner when there is room again, each in its turn first', () => {
    const told: string[] = [];
    limits.onRoom(() => told.push('payments'));
    limits.onRoom(() => told.push('refunds'));
    const slots = new CallSlots(limits);
    const taken = fill(slots, SLOW);
    end(slots, taken[0], approved);
    expect(told).toEqual(['payments', 'refunds']);
    end(slots, taken[1], approved);
    expect(told).toHaveLength(2);
    limits.enter(SLOW);
    limits.enter(SLOW);
    end(slots, taken[2], approved);
    expect(told.slice(2)).toEqual(['refunds', 'payments']);
  });

  it('tell every runner while the processor recovers from a pause, too', () => {
    const slots = new CallSlots(limits);
    end(slots, fill(slots, SLOW)[0], rateLimited);
    for (let n = 0; n < 7; n++) limits.leave(SLOW);
    now += 1_000;
    const told: string[] = [];
    limits.onRoom(() => told.push('payments'));
    limits.onRoom(() => told.push('refunds'));
    end(slots, fill(slots, SLOW)[0], approved);
    expect(told).toEqual(['payments', 'refunds']);
  });
});

describe('a row without room', () => {
  it('waits for its place, as long as the calls before it take', () => {
    for (let n = 0; n < 8; n++) limits.enter(SLOW);
    for (let n = 0; n < 30; n++) {
      limits.leave(SLOW, { tookMs: 4_000 });
      limits.enter(SLOW);
    }
    // Eight wait here, and each place takes an eighth of four seconds.
    const waits = Array.from({ length: 4 }, () => limits.reserveWait(SLOW));
    expect(waits.map((waitMs) => Math.round(waitMs / 10) * 10)).toEqual([4_000, 4_500, 5_000, 5_500]);
  });

  it('waits beyond a pause, and no longer than a minute', () => {
    limits.enter(SLOW);
    limits.leave(SLOW, { tookMs: 1, answer: 'refused' });
    expect(limits.reserveWait(SLOW)).toBeGreaterThan(1_000);
    const waits = Array.from({ length: 1_000 }, () => limits.reserveWait(SLOW));
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
    expect(Math.min(...waits.slice(500))).toBeGreaterThanOrEqual(30_000);
  });

  it('waits shortly again once the processor is quick, however many have waited', () => {
    limits.enter(SLOW);
    limits.leave(SLOW, { tookMs: 60_000 });
    for (let n = 0; n < 10_000; n++) limits.reserveWait(SLOW);
    for (let n = 0; n < 100; n++) {
      limits.enter(SLOW);
      limits.leave(SLOW, { tookMs: 1 });
    }
    now += 60_000;
    expect(limits.reserveWait(SLOW)).toBeLessThan(1_000);
  });
});

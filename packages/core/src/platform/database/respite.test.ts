import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Respite } from './respite.js';

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const wrong = Object.assign(new Error('syntax error'), { code: '42601' });

let over: number;
let respite: Respite;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  over = 0;
  respite = new Respite(() => void (over += 1));
});

afterEach(() => void vi.useRealTimers());

it('begins when Postgres is away, and for no other reason', () => {
  respite.after(wrong);
  expect(respite.isOn).toBe(false);
  respite.after(away);
  expect(respite.isOn).toBe(true);
});

it('ends half a second after the last time, and says so once', () => {
  respite.after(away);
  vi.advanceTimersByTime(300);
  respite.after(away);
  vi.advanceTimersByTime(499);
  expect([respite.isOn, over]).toEqual([true, 0]);
  vi.advanceTimersByTime(1);
  expect([respite.isOn, over]).toEqual([false, 1]);
  vi.advanceTimersByTime(5_000);
  expect(over).toBe(1);
  respite.after(away);
  vi.advanceTimersByTime(500);
  expect(over).toBe(2);
});

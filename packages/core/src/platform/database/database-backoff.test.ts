import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DatabaseBackoff } from './database-backoff.js';

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const wrong = Object.assign(new Error('syntax error'), { code: '42601' });

let over: number;
let databaseBackoff: DatabaseBackoff;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  over = 0;
  databaseBackoff = new DatabaseBackoff(() => void (over += 1));
});

afterEach(() => void vi.useRealTimers());

it('begins only when Postgres is unavailable', () => {
  databaseBackoff.after(wrong);
  expect(databaseBackoff.isOn).toBe(false);
  databaseBackoff.after(away);
  expect(databaseBackoff.isOn).toBe(true);
});

it('ends half a second after the last error, and calls onOver once', () => {
  databaseBackoff.after(away);
  vi.advanceTimersByTime(300);
  databaseBackoff.after(away);
  vi.advanceTimersByTime(499);
  expect([databaseBackoff.isOn, over]).toEqual([true, 0]);
  vi.advanceTimersByTime(1);
  expect([databaseBackoff.isOn, over]).toEqual([false, 1]);
  vi.advanceTimersByTime(5_000);
  expect(over).toBe(1);
  databaseBackoff.after(away);
  vi.advanceTimersByTime(500);
  expect(over).toBe(2);
});

import { expect, test } from 'vitest';
import type { NameAnswer } from './name-answer.js';
import { NameCache } from './name-cache.js';

let now = 0;

function found(ttlMs: number, address = '192.0.2.1'): NameAnswer {
  return { kind: 'found', addresses: [{ address, family: 4 }], ttlMs };
}

function keptFor(answer: NameAnswer): number {
  const cache = new NameCache(() => now);
  now = 0;
  cache.put('shop.test', answer);
  while (now < 200_000 && cache.get('shop.test') !== undefined) now += 500;
  return now;
}

test.each<[string, NameAnswer, number]>([
  ['a time to live', found(20_000), 20_000],
  ['a zero time to live', found(0), 1_000],
  ['a time to live of a day', found(86_400_000), 60_000],
  ['no such name', { kind: 'absent' }, 5_000],
  ['a failure', { kind: 'failed', code: 'ESERVFAIL' }, 5_000],
  ['a time-out', { kind: 'timed_out' }, 60_000],
])('%s has its cache duration', (_, answer, expected) => {
  expect(keptFor(answer)).toBe(expected);
});

test('a timeout keeps addresses of the last ten minutes, other answers replace them', () => {
  now = 0;
  const cache = new NameCache(() => now);
  cache.put('shop.test', found(1_000));
  now = 599_000;
  cache.put('shop.test', { kind: 'timed_out' });
  expect(cache.get('shop.test')).toMatchObject({ addresses: [{ address: '192.0.2.1' }] });
  now = 659_500;
  expect(cache.get('shop.test')).toBeUndefined();
  cache.put('shop.test', { kind: 'timed_out' });
  expect(cache.get('shop.test')).toEqual({ kind: 'timed_out' });

  cache.put('shop.test', found(1_000));
  cache.put('shop.test', { kind: 'absent' });
  cache.put('shop.test', { kind: 'timed_out' });
  expect(cache.get('shop.test')).toEqual({ kind: 'timed_out' });
});

test('the last 10,000 names are kept', () => {
  now = 0;
  const cache = new NameCache(() => now);
  for (let n = 0; n <= 10_000; n++) cache.put(`shop-${n}.test`, found(60_000));
  expect([cache.get('shop-0.test'), cache.get('shop-1.test')]).toEqual([undefined, found(60_000)]);
  expect(cache.get('shop-10000.test')).toEqual(found(60_000));
});

import { deferred, type Deferred } from '@svc/testing';
import { beforeEach, expect, test, vi } from 'vitest';
import { LookupQueue } from './lookup-queue.js';
import type { NameAnswer } from './name-answer.js';

const FOUND: NameAnswer = { kind: 'found', addresses: [{ address: '192.0.2.1', family: 4 }], ttlMs: 0 };

let begun: string[];
let answers: Map<string, Deferred<NameAnswer>>;
let ends: Map<string, Deferred<void>>;
let queue: LookupQueue;
let givenUp: number;

beforeEach(() => {
  [begun, answers, ends, givenUp] = [[], new Map(), new Map(), 0];
  queue = new LookupQueue({
    ask: (name) => {
      begun.push(name);
      const [answer, over] = [deferred<NameAnswer>(), deferred<void>()];
      answers.set(name, answer);
      ends.set(name, over);
      return { answer: answer.promise, over: over.promise };
    },
    onAnswer: () => {},
    onGivenUp: () => givenUp++,
  });
});

async function finish(name: string): Promise<void> {
  answers.get(name)?.resolve(FOUND);
  ends.get(name)?.resolve();
  await new Promise(setImmediate);
}

function ask(accountId: string | null, ...names: string[]): Promise<NameAnswer>[] {
  return names.map((name) => queue.find(name, accountId));
}

const names = (account: string, count: number) => Array.from({ length: count }, (_, n) => `${account}-${n}.test`);

test('runs four look-ups of an account at a time, and the others in order', async () => {
  void ask('a', ...names('a', 7));
  expect(begun).toEqual(names('a', 4));
  await finish('a-2.test');
  expect(begun).toEqual(names('a', 5));
  expect([queue.size, queue.waiting]).toEqual([4, 2]);
});

test('leaves a slot for another account, whatever 16 accounts ask for', () => {
  for (let account = 0; account < 16; account++) void ask(`a${account}`, ...names(`a${account}`, 30));
  void ask('other', 'other.test');
  expect(begun).toContain('other.test');
  expect(queue.size).toBeLessThan(64);
});

test('gives every account its first turn before any second one when all 64 slots are taken', async () => {
  for (let account = 0; account < 100; account++) void ask(`a${account}`, ...names(`a${account}`, 30));
  expect(queue.size).toBe(64);
  void ask('other', 'other.test');
  expect(begun).not.toContain('other.test');
  for (let n = 0; n < 100 && !begun.includes('other.test'); n++) await finish(begun[n] ?? '');
  const turns = begun.slice(64).map((name) => name.replace(/-.*/, ''));
  const first = Number(turns[0]?.slice(1));
  expect(turns).toEqual([...Array.from({ length: 100 - first }, (_, n) => `a${first + n}`), 'other.test']);
  expect(queue.size).toBe(64);
});

test('looks up a name once for all callers, including those already waiting', async () => {
  void ask('a', ...names('a', 4), 'shared.test');
  const [waiting] = ask('a', 'shared.test');
  const [other] = ask('b', 'shared.test');
  const [late] = ask('c', 'shared.test');
  expect(begun.filter((name) => name === 'shared.test')).toHaveLength(1);
  await finish('shared.test');
  expect(await Promise.all([waiting, other, late])).toEqual([FOUND, FOUND, FOUND]);
  expect(queue.waiting).toBe(0);
});

test('does not queue configured names', async () => {
  for (let account = 0; account < 100; account++) void ask(`a${account}`, ...names(`a${account}`, 30));
  const [own] = ask(null, 'acquirer.test');
  expect(begun).toContain('acquirer.test');
  await finish('acquirer.test');
  expect(await own).toBe(FOUND);
  expect(queue.size).toBe(64);
});

test('times out after 2 s including the wait, and forgets callers that gave up', async () => {
  vi.useFakeTimers();
  try {
    const asked = ask('a', ...names('a', 6));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(givenUp).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all(asked)).toEqual(asked.map(() => ({ kind: 'timed_out' })));
    expect([givenUp, queue.waiting]).toEqual([2, 0]);
  } finally {
    vi.useRealTimers();
  }
  for (const name of names('a', 4)) await finish(name);
  expect([begun.length, queue.size]).toEqual([4, 0]);
});

test('keeps the slot until the look-up is over, even if its answer came before', async () => {
  const [first] = ask('a', ...names('a', 5));
  answers.get('a-0.test')?.resolve({ kind: 'timed_out' });
  expect(await first).toEqual({ kind: 'timed_out' });
  expect(begun).toHaveLength(4);
  ends.get('a-0.test')?.resolve();
  await new Promise(setImmediate);
  expect(begun).toHaveLength(5);
});

import { once } from 'node:events';
import { fork } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { fileURLToPath } from 'node:url';
import { eventually } from '@svc/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SystemSource } from './system-source.js';

const script = fileURLToPath(new URL('../../../dist/platform/dns/system-lookups.js', import.meta.url));
let source: SystemSource;

beforeEach(() => {
  source = new SystemSource(script);
});

afterEach(() => source.close());

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function pidOf(asked: SystemSource): number {
  if (asked.pid === undefined) throw new Error('no process is running');
  return asked.pid;
}

test('returns what getaddrinfo returns, from a process that starts with the first query', async () => {
  expect(source.pid).toBeUndefined();
  const expected = await lookup('localhost', { all: true, verbatim: true });
  const answer = await source.ask('localhost').answer;
  expect(answer.kind === 'found' && new Set(answer.addresses)).toEqual(new Set(expected));
  expect(await source.ask('does-not-exist.invalid').answer).not.toMatchObject({ kind: 'found' });
});

test('fails open queries when the process dies, and starts another for the next one', async () => {
  await source.ask('localhost').answer;
  const pid = pidOf(source);
  process.kill(pid, 'SIGSTOP');
  const { answer, over } = source.ask('localhost');
  process.kill(pid, 'SIGKILL');
  expect(await answer).toEqual({ kind: 'failed', code: 'EAI_AGAIN' });
  await over;
  expect(await source.ask('localhost').answer).toMatchObject({ kind: 'found' });
  expect(pidOf(source)).not.toBe(pid);
});

test('times out after 2 s if the process hangs, and keeps the slot until it responds', async () => {
  await source.ask('localhost').answer;
  const pid = pidOf(source);
  process.kill(pid, 'SIGSTOP');
  const { answer, over } = source.ask('localhost');
  expect(await answer).toEqual({ kind: 'timed_out' });
  const state = await Promise.race([over.then(() => 'over'), new Promise((settle) => setImmediate(settle, 'held'))]);
  expect(state).toBe('held');
  process.kill(pid, 'SIGCONT');
  await over;
});

test('leaves no process behind after close()', async () => {
  await source.ask('localhost').answer;
  const pid = pidOf(source);
  source.close();
  await eventually(() => expect(isAlive(pid)).toBe(false));
});

test('leaves no process behind when the service is killed, and survives signals to the whole terminal', async () => {
  const program = `
    import { SystemSource } from ${JSON.stringify(new URL('../../../dist/platform/dns/system-source.js', import.meta.url).href)};
    const source = new SystemSource();
    await source.ask('localhost').answer;
    process.send(source.pid);
    setInterval(() => {}, 1_000);`;
  const service = fork('-', [], {
    execArgv: ['--input-type=module', '-e', program],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [pid] = (await once(service, 'message')) as [number];
  process.kill(pid, 'SIGINT');
  process.kill(pid, 'SIGTERM');
  expect(isAlive(pid)).toBe(true);
  service.kill('SIGKILL');
  await eventually(() => expect(isAlive(pid)).toBe(false));
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepPreviousLog, rotateLogs } from './log-files.js';

/** How many previous logs are kept. */
const KEPT = 5;

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-log-files-'));
  file = join(folder, 'api.log');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('the log of a new run', () => {
  it('leaves those of the five runs before', () => {
    for (const run of ['1', '2', '3', '4', '5', '6', '7']) {
      keepPreviousLog(file);
      writeFileSync(file, run);
    }
    expect(readdirSync(folder).sort()).toEqual(['api.log', ...[1, 2, 3, 4, 5].map((n) => `api.log.${n}`)]);
    expect([read('api.log'), read('api.log.1'), read('api.log.5')]).toEqual(['7', '6', '2']);
  });
});

describe('a log that grows', () => {
  const rotated = (n: number): Promise<void> =>
    expect.poll(() => readdirSync(folder).length, { interval: 5 }).toBeGreaterThanOrEqual(n);

  it('is rotated, and its process goes on at the start of the file', async () => {
    const log = openSync(file, 'a');
    writeFileSync(join(folder, 'postgres.log'), 'small');
    const rotation = rotateLogs(folder, { maxBytes: 10, everyMs: 5 });
    try {
      writeSync(log, 'ten bytes and more\n');
      await rotated(3);
      writeSync(log, 'next\n');
      expect([read('api.log'), read('api.log.1')]).toEqual(['next\n', 'ten bytes and more\n']);
      expect(read('postgres.log')).toBe('small');
      writeSync(log, 'ten bytes and more again\n');
      await rotated(4);
      expect(read('api.log.2')).toBe('ten bytes and more\n');
      expect(read('api.log.1')).toBe('next\nten bytes and more again\n');
    } finally {
      rotation.stop();
      closeSync(log);
    }
  });

  it('does not cost older logs, nor the others their rotation, if it cannot be copied', async () => {
    mkdirSync(`${file}.part`);
    writeFileSync(`${file}.1`, 'older');
    const failed: string[] = [];
    for (const name of ['api.log', 'worker.log']) writeFileSync(join(folder, name), 'ten bytes and more');
    const rotation = rotateLogs(folder, { maxBytes: 10, everyMs: 5, failed: (_, log) => failed.push(log) });
    try {
      await expect.poll(() => failed.length, { interval: 5 }).toBeGreaterThan(KEPT);
    } finally {
      rotation.stop();
    }
    expect(new Set(failed)).toEqual(new Set([file]));
    expect([read('api.log'), read('api.log.1')]).toEqual(['ten bytes and more', 'older']);
    expect([read('worker.log'), read('worker.log.1')]).toEqual(['', 'ten bytes and more']);
  });

  it('is rotated again once somebody who has deleted the folder has made it anew', async () => {
    rmSync(folder, { recursive: true });
    const failed: string[] = [];
    const rotation = rotateLogs(folder, { maxBytes: 10, everyMs: 5, failed: (_, path) => failed.push(path) });
    try {
      await expect.poll(() => failed, { interval: 5 }).toContain(folder);
      mkdirSync(folder);
      writeFileSync(file, 'ten bytes and more');
      await rotated(2);
    } finally {
      rotation.stop();
    }
    expect(read('api.log.1')).toBe('ten bytes and more');
  });

  it('keeps whole lines in order while a process writes', async () => {
    const log = openSync(file, 'a');
    const script = `
      const { writeSync } = require('node:fs');
      const end = Date.now() + 1500;
      for (let n = 0; Date.now() < end; n += 1) writeSync(1, 'line ' + n + '\\n');`;
    const writer = spawn(process.execPath, ['-e', script], { stdio: ['ignore', log, 'inherit'] });
    closeSync(log);
    const rotation = rotateLogs(folder, { maxBytes: 1_000_000, everyMs: 20 });
    await once(writer, 'exit');
    rotation.stop();
    const names = readdirSync(folder).sort().reverse();
    expect(names.length).toBeGreaterThan(1);
    const lines = names.flatMap((name) => read(name).split('\n').slice(0, -1));
    const numbers = lines.map((line) => Number(/^line (\d+)$/.exec(line)?.[1]));
    expect(numbers.every((n, index) => index === 0 || n > Number(numbers[index - 1]))).toBe(true);
  });
});

import {
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const MAX_BYTES = 64 * 1024 * 1024;
const KEPT = 5;
const LOOK_EVERY_MS = 5_000;

/** Moves a log to `<file>.1`, that one to `<file>.2` and so on; the last of KEPT is deleted. */
export function keepPreviousLog(file) {
  shift(file);
  if (exists(file)) renameSync(file, `${file}.1`);
}

/** Rotates the logs of a folder that have grown beyond `maxBytes`, until `stop`. `failed` gets an error, and the next look tries again. */
export function rotateLogs(folder, { maxBytes = MAX_BYTES, everyMs = LOOK_EVERY_MS, failed = () => {} } = {}) {
  const look = setInterval(() => {
    try {
      for (const name of readdirSync(folder)) {
        const file = join(folder, name);
        if (name.endsWith('.log') && statSync(file).size > maxBytes) copyAndTruncate(file);
      }
    } catch (error) {
      failed(error);
    }
  }, everyMs);
  look.unref();
  return { stop: () => clearInterval(look) };
}

/**
 * Empties a log that processes have open for appending, after copying it to `<file>.1`. They go on at its start. A line that is
 * written between the last look at the size and the truncation is lost.
 */
function copyAndTruncate(file) {
  shift(file);
  const kept = `${file}.1`;
  copyFileSync(file, kept);
  while (appendRest(file, kept)) {
    // What was written during the copy is in it now. The next round finds what was written since.
  }
  truncateSync(file);
}

/** Copies what a log has beyond its copy; returns false if there was nothing. */
function appendRest(file, copy) {
  const from = statSync(copy).size;
  const rest = Buffer.alloc(statSync(file).size - from);
  if (rest.length === 0) return false;
  const [log, target] = [openSync(file, 'r'), openSync(copy, 'a')];
  writeSync(target, rest, 0, readSync(log, rest, 0, rest.length, from));
  closeSync(log);
  closeSync(target);
  return true;
}

function shift(file) {
  for (let n = KEPT - 1; n >= 1; n -= 1) {
    if (exists(`${file}.${n}`)) renameSync(`${file}.${n}`, `${file}.${n + 1}`);
  }
}

function exists(file) {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

import {
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const MAX_BYTES = 64 * 1024 * 1024;
const KEPT = 5;
const LOOK_EVERY_MS = 5_000;

/** Moves a log to `<file>.1`, that one to `<file>.2` and so on; the last of KEPT is deleted. */
export function keepPreviousLog(file: string): void {
  if (!exists(file)) return;
  shift(file);
  renameSync(file, `${file}.1`);
}

/** Where previous logs of a file are, newest first. */
export function previousLogs(file: string): string[] {
  return Array.from({ length: KEPT }, (_, index) => `${file}.${index + 1}`);
}

interface LogRotationOptions {
  readonly maxBytes?: number;
  readonly everyMs?: number;
  /** Gets an error with the log, or the folder. The next look tries again. */
  readonly failed?: (error: unknown, file: string) => void;
}

/** Rotates the logs of a folder that have grown beyond `maxBytes`, until `stop`. */
export function rotateLogs(
  folder: string,
  { maxBytes = MAX_BYTES, everyMs = LOOK_EVERY_MS, failed }: LogRotationOptions = {},
): { readonly stop: () => void } {
  const look = setInterval(() => {
    const attempt = (path: string, work: () => void): void => {
      try {
        work();
      } catch (error) {
        failed?.(error, path);
      }
    };
    attempt(folder, () => {
      for (const name of readdirSync(folder).filter((each) => each.endsWith('.log'))) {
        const file = join(folder, name);
        attempt(file, () => {
          if (statSync(file).size > maxBytes) copyAndTruncate(file);
        });
      }
    });
  }, everyMs);
  look.unref();
  return { stop: () => clearInterval(look) };
}

/**
 * Empties a log that processes have open for appending, after copying it to `<file>.1`. They go on at its start. A line that is
 * written between the last look at the size and the truncation is lost. Older logs only move once the copy is complete.
 */
function copyAndTruncate(file: string): void {
  const copy = `${file}.part`;
  try {
    copyFileSync(file, copy);
    // What was written during the copy is in it now. The next round finds what was written since.
    while (appendRest(file, copy));
    shift(file);
    renameSync(copy, `${file}.1`);
  } finally {
    rmSync(copy, { force: true });
  }
  truncateSync(file);
}

/** Copies what a log has beyond its copy; returns false if there was nothing. */
function appendRest(file: string, copy: string): boolean {
  const from = statSync(copy).size;
  const rest = Buffer.alloc(statSync(file).size - from);
  if (rest.length === 0) return false;
  const log = openSync(file, 'r');
  const target = openSync(copy, 'a');
  try {
    writeSync(target, rest, 0, readSync(log, rest, 0, rest.length, from));
  } finally {
    closeSync(log);
    closeSync(target);
  }
  return true;
}

function shift(file: string): void {
  const previous = previousLogs(file);
  for (let n = KEPT - 2; n >= 0; n -= 1) {
    const [from = '', to = ''] = previous.slice(n, n + 2);
    if (exists(from)) renameSync(from, to);
  }
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

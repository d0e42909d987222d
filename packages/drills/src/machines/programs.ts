import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { ProgramOptions } from './machine.js';

/** Where programs run and write. */
export interface Place {
  /** The folder of the drill. */
  readonly folder: string;
  /** The user of the servers; undefined if that is the user of the drill. */
  readonly user: string | undefined;
}

const INHERITED = ['PATH', 'HOME', 'LANG', 'LD_LIBRARY_PATH'];

/** Starts a program with these words before its command. Its output is appended to `<machine>-<program>.log`. */
export function startProgram(
  { folder, user }: Place,
  machine: string,
  prefix: readonly string[],
  { name, command, env = {}, asSelf = false }: ProgramOptions,
): ChildProcess {
  const identity = user === undefined || asSelf ? [] : ['--reuid', user, '--regid', user, '--clear-groups'];
  const words = [...prefix, 'setpriv', '--pdeathsig', 'KILL', ...identity, ...command];
  const inherited = Object.fromEntries(
    INHERITED.flatMap((each) => (process.env[each] ? [[each, process.env[each]]] : [])),
  );
  const log = createWriteStream(join(folder, `${machine}-${name}.log`), { flags: 'a' });
  const child = spawn(words[0] ?? '', words.slice(1), {
    cwd: folder,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  child.once('error', (error) => log.write(`${String(error)}\n`));
  child.once('close', (code, signal) => log.end(`ended with ${signal ?? `exit code ${String(code)}`}\n`));
  return child;
}

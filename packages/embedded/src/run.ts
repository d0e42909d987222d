import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Identity } from './placement.js';

interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  identity?: Identity | undefined;
  input?: string;
}

/** Runs a command to its end and returns what it printed. Throws with its last lines when it fails. */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? { PATH: process.env.PATH, LC_ALL: 'C' },
    ...options.identity,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  let everything = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    everything += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (everything += text));
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  if (code === 0) return output;
  throw new Error(`${command} ended with ${signal ?? code}:\n${lastLines(everything, 12)}`);
}

export function lastLines(text: string, count: number): string {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}

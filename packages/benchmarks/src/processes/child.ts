import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Cleanup } from './cleanup.js';

const STARTUP_MS = 60_000;
const SHUTDOWN_MS = 40_000;
const KEPT_OUTPUT = 2_000;

/** A child process that has reported ready. */
export interface Child {
  readonly pid: number;
  /** The port it listens on; 0 for none. */
  readonly port: number;
  /** The end of its output. */
  output(): string;
  /** Throws with the end of its output if it has exited. */
  assertRunning(): void;
  /** Sends a message and waits for the reply. */
  ask(message: object): Promise<unknown>;
  /** Stops it before the end of the run. */
  stop(): Promise<void>;
}

interface ChildOptions {
  readonly name: string;
  readonly module: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts a module as a child process and waits for `{ type: 'ready', port }`. */
export async function startChild(options: ChildOptions, cleanup: Cleanup): Promise<Child> {
  const child = fork(options.module, options.args ?? [], {
    env: { ...process.env, ...options.env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = keepOutput(child);
  cleanup.defer(() => stop(child));
  const explain = (what: string) => new Error(`${options.name} ${what}\n${output()}`.trim());

  const { port } = (await nextMessage(child, explain, STARTUP_MS)) as { port?: number };
  return {
    pid: child.pid ?? 0,
    port: port ?? 0,
    output,
    assertRunning() {
      if (hasEnded(child)) throw explain(`ended: ${child.signalCode ?? child.exitCode}`);
    },
    async ask(message) {
      const answer = nextMessage(child, explain);
      child.send(message);
      return answer;
    },
    stop: () => stop(child),
  };
}

function keepOutput(child: ChildProcess): () => string {
  let text = '';
  const keep = (chunk: Buffer): void => {
    text = (text + chunk.toString()).slice(-KEPT_OUTPUT);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => text;
}

function nextMessage(child: ChildProcess, explain: (what: string) => Error, withinMs?: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer =
      withinMs === undefined ? undefined : setTimeout(() => settle(explain('did not become ready')), withinMs);
    const onMessage = (message: unknown): void => settle(undefined, message);
    const onExit = (code: number | null, signal: string | null): void => settle(explain(`ended: ${signal ?? code}`));
    const settle = (error: Error | undefined, message?: unknown): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      if (error === undefined) resolve(message);
      else reject(error);
    };
    child.on('message', onMessage).on('exit', onExit);
  });
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), SHUTDOWN_MS);
  await gone;
  clearTimeout(timer);
}

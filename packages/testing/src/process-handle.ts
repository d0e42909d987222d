import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const START_TIMEOUT = 120_000;
/** A drain may take 35 s. */
const STOP_TIMEOUT = 40_000;

interface ProcessOptions {
  /** Its name in logs. */
  readonly name: string;
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  /** Words before the command, such as those that run it in a namespace. */
  readonly prefix?: readonly string[];
  /** CommonJS module that Node loads before the script. */
  readonly preload?: string;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** An API or worker process under test. */
export class ProcessHandle {
  /** All lines of its output. */
  readonly lines: string[] = [];
  /** The port it listens on, if any. */
  port: number | undefined;
  exit: Exit | undefined;
  private mayExit = false;
  private readonly exited: Promise<Exit>;

  private constructor(
    readonly name: string,
    private readonly child: ChildProcess,
  ) {
    const dieWithUs = (): void => void child.kill('SIGKILL');
    process.once('exit', dieWithUs);
    const closed = new Promise<Exit>((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal }));
    });
    this.exited = closed.then((exit) => {
      process.off('exit', dieWithUs);
      this.exit = exit;
      return exit;
    });
    for (const stream of [child.stdout, child.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on('line', (line) => this.lines.push(line));
    }
  }

  /** Starts the program and waits until it reports that it is ready. */
  static async start({ name, script, env, prefix = [], preload }: ProcessOptions): Promise<ProcessHandle> {
    const options = preload === undefined ? [] : ['--require', preload];
    const [execPath = process.execPath, ...execArgv] = [...prefix, process.execPath, ...options];
    const child = fork(script, [], { env, execPath, execArgv, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const handle = new ProcessHandle(name, child);
    try {
      await handle.ready();
    } catch (error) {
      await handle.kill();
      throw error;
    }
    return handle;
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Sends SIGKILL or another fatal signal, and waits for the exit. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<Exit> {
    this.mayExit = true;
    this.child.kill(signal);
    return this.exited;
  }

  /** Sends SIGTERM and waits for a clean exit; otherwise `failure` is set. */
  async stop(): Promise<Exit> {
    if (this.exit === undefined) this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_TIMEOUT);
    const exit = await this.exited;
    clearTimeout(timer);
    return exit;
  }

  /** Sends a signal that it survives, such as SIGSTOP or SIGCONT. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Describes an unexpected exit with the last lines of the output, if there was one. */
  get failure(): string | undefined {
    if (this.exit === undefined || this.mayExit || this.exit.code === 0) return undefined;
    return `${this.name} ended with ${this.exit.signal ?? `exit code ${this.exit.code}`}:\n${lastWords(this.lines)}`;
  }

  private async ready(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const ready = new Promise<void>((resolve) => {
      this.child.on('message', (message: { type?: unknown; port?: unknown }) => {
        if (message.type !== 'ready') return;
        if (typeof message.port === 'number') this.port = message.port;
        resolve();
      });
    });
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, START_TIMEOUT, `was not ready within ${START_TIMEOUT} ms`);
    });
    const ended = this.exited.then(({ code, signal }) => `ended at once with ${signal ?? `exit code ${code}`}`);
    const problem = await Promise.race([ready, late, ended]);
    clearTimeout(timer);
    if (problem !== undefined) throw new Error(`${this.name} ${problem}:\n${lastWords(this.lines)}`);
  }
}

/** Why a process ended: the messages of its fatal log lines first, then its last lines, which have the stack. */
function lastWords(lines: readonly string[]): string {
  return [...lines.flatMap(fatalReason), ...lines.slice(-20)].join('\n');
}

function fatalReason(line: string): string[] {
  if (!line.startsWith('{"level":"fatal"')) return [];
  const { msg, err } = JSON.parse(line) as { msg: string; err?: { message: string } };
  return [err === undefined ? msg : `${msg}: ${err.message}`];
}

/** The memory that a process holds. */
export function residentMegabytes(handle: ProcessHandle | undefined): number {
  const status = readFileSync(`/proc/${handle?.pid ?? 0}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

import { fork, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

const START_TIMEOUT = 120_000;
/** A drain may take 35 s. */
const STOP_TIMEOUT = 40_000;

export interface ProcessOptions {
  /** What the logs call it. */
  readonly name: string;
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** One API or worker process under test. */
export class ProcessHandle {
  /** Everything it wrote, line by line. */
  readonly lines: string[] = [];
  /** Where it listens, if it does. */
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

  /** Starts the program and waits until it says that it is ready. */
  static async start({ name, script, env }: ProcessOptions): Promise<ProcessHandle> {
    const child = fork(script, [], { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
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

  /** Sends SIGKILL, or another signal that it is expected to die of, and waits for its end. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<Exit> {
    this.mayExit = true;
    this.child.kill(signal);
    return this.exited;
  }

  /** Sends SIGTERM and waits for the orderly end, which it is held to: see `failure`. */
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

  /** How it ended, if that is not how it should have. */
  get failure(): string | undefined {
    if (this.exit === undefined || this.mayExit || this.exit.code === 0) return undefined;
    return `${this.name} ended with ${this.exit.signal ?? `exit code ${this.exit.code}`}`;
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
    if (problem !== undefined) throw new Error(`${this.name} ${problem}:\n${this.lines.slice(-20).join('\n')}`);
  }
}

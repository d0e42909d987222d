import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Claim, claimService } from './claim.js';
import { EmbeddedError } from './errors.js';
import { freePort } from './free-port.js';
import { Guardian } from './guardian.js';
import { type Leftovers, removeLeftovers } from './leftovers.js';
import { keepPreviousLog, previousLogs } from './log-files.js';
import { type Placement, makeDataDir, placeService, setHomeAside } from './placement.js';
import { type ProcessRef, endProcess, processRef } from './process-ref.js';
import { lastLines } from './run.js';
import { keepSecret } from './secret.js';
import type { EmbeddedService, ServiceOptions } from './service.js';

interface Command {
  program: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  input?: string;
}

/** Where a server is about to run. */
interface Site {
  dataDir: string;
  placement: Placement;
  password: string;
}

/** What differs between one kind of server and another. */
export interface ServerKind {
  name: 'postgres' | 'redis';
  title: string;
  /** Signal for a fast, orderly shutdown. */
  stopSignal: 'INT' | 'TERM';
  /** Finds the program and makes the data ready; returns how to start it on a port. */
  prepare(site: Site): Promise<(port: number) => Command>;
  isReady(site: Site, port: number, pid: number): Promise<boolean>;
  /** Whether what the server said on its way out means that another try may succeed. */
  readFailure(output: string): 'port-taken' | 'try-again' | 'fatal';
  url(password: string, port: number): string;
}

const host = '127.0.0.1';
const retryForMs = 5_000;
const readyWithinMs = 60_000;
const stopWithinSeconds = 30;

type State = 'stopped' | 'starting' | 'running' | 'stopping';

class Server implements EmbeddedService {
  readonly host = host;
  port = 0;
  private child: ChildProcess | undefined;
  private guardian: Guardian | undefined;
  private state: State = 'stopped';
  private stopping: Promise<void> | undefined;

  constructor(
    private readonly kind: ServerKind,
    private readonly site: Site,
    private readonly claim: Claim,
    private readonly command: (port: number) => Command,
    private readonly options: ServiceOptions,
  ) {}

  get url(): string {
    return this.kind.url(this.site.password, this.port);
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  async start(requestedPort: number | undefined): Promise<void> {
    this.state = 'starting';
    const giveUpAt = Date.now() + retryForMs;
    for (;;) {
      const port = requestedPort ?? (await freePort());
      const failure = await this.launch(port);
      if (failure === undefined) break;
      const verdict = this.kind.readFailure(failure);
      if (verdict === 'fatal' || Date.now() > giveUpAt) {
        const reason =
          verdict === 'port-taken' ? `port ${port} is taken` : `its last words were:\n${lastLines(failure, 12)}`;
        throw new EmbeddedError(`${this.kind.title} did not start: ${reason}`);
      }
      if (requestedPort !== undefined || verdict === 'try-again') await sleep(250);
    }
    this.state = 'running';
  }

  stop(): Promise<void> {
    this.stopping ??= this.shutDown();
    return this.stopping;
  }

  async restart(): Promise<void> {
    if (this.stopping !== undefined) throw new Error(`${this.kind.title} has been stopped for good`);
    this.state = 'stopping';
    await this.end();
    await this.start(this.port);
  }

  private async shutDown(): Promise<void> {
    this.state = 'stopping';
    await this.end();
    this.state = 'stopped';
    await this.claim.release();
    if (this.leftovers !== undefined) await removeLeftovers(this.leftovers);
  }

  /** Returns what the server printed when it ended before it was ready. */
  private async launch(port: number): Promise<string | undefined> {
    const { program, args, env, input } = this.command(port);
    const log = await open(this.logFile, 'a', 0o600);
    const said = (await log.stat()).size;
    const child = spawn(program, args, {
      cwd: this.site.placement.home,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...env },
      ...this.site.placement.identity,
      // A session of its own: Ctrl-C must reach the API and the worker before their database goes.
      detached: true,
      stdio: ['pipe', log.fd, log.fd],
    });
    try {
      await once(child, 'spawn');
    } finally {
      await log.close();
    }
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
    this.child = child;
    await this.settle(child, port);
    if (await this.becomesReady(child, port)) {
      child.once('exit', (code, signal) => this.ended(child, signal ?? `exit code ${code}`));
      return undefined;
    }
    await this.end();
    return (await readFile(this.logFile)).subarray(said).toString();
  }

  /** From here on the server cannot outlive this process. */
  private async settle(child: ChildProcess, port: number): Promise<void> {
    this.port = port;
    const server = refOf(child);
    if (server === undefined) return;
    this.guardian = await Guardian.watch(server.pid, this.kind.stopSignal, this.leftovers);
    const guardian = processRef(this.guardian.pid ?? 0);
    await this.claim.record({ server, url: this.url, ...(guardian && { guardian }) });
  }

  private async becomesReady(child: ChildProcess, port: number): Promise<boolean> {
    const deadline = Date.now() + readyWithinMs;
    while (isRunning(child) && Date.now() < deadline) {
      if (await this.kind.isReady(this.site, port, child.pid ?? 0)) return true;
      await sleep(10);
    }
    return false;
  }

  private async end(): Promise<void> {
    const child = this.child;
    if (child !== undefined && isRunning(child)) {
      const exit = once(child, 'exit');
      const server = refOf(child);
      if (server !== undefined) await endProcess(server, [[`SIG${this.kind.stopSignal}`, stopWithinSeconds]]);
      await exit;
    }
    await this.guardian?.dismiss();
    this.guardian = undefined;
  }

  private ended(child: ChildProcess, how: string): void {
    if (child !== this.child || this.state !== 'running') return;
    this.state = 'stopped';
    // A guardian of a process that is gone could later hit another one with the same pid.
    void this.guardian?.dismiss();
    this.options.onExit?.(`${this.kind.title} ended by itself (${how}); see ${this.logFile}`);
  }

  private get logFile(): string {
    return logFile(this.site.dataDir, this.kind);
  }

  private get leftovers(): Leftovers | undefined {
    if (this.options.disposable !== true) return undefined;
    const { dataDir, placement } = this.site;
    const secret = secretFile(dataDir, this.kind);
    return {
      own: [placement.home, this.logFile, ...previousLogs(this.logFile), secret, this.claim.file],
      shared: [dirname(this.logFile), dirname(this.claim.file), dirname(placement.home), dataDir],
    };
  }
}

/** Starts a server of this kind and resolves when it answers. */
export async function startServer(kind: ServerKind, options: ServiceOptions): Promise<EmbeddedService> {
  const dataDir = await makeDataDir(options.dataDir);
  const claim = await claimService(dataDir, kind.name, [[`SIG${kind.stopSignal}`, stopWithinSeconds]]);
  let server: Server | undefined;
  try {
    const placement = await placeService(dataDir, kind.name);
    const { secret: password, fresh } = await keepSecret(secretFile(dataDir, kind));
    if (fresh && (await hasEntries(placement.home))) {
      const aside = await setHomeAside(placement);
      options.log?.(`${kind.title}: data of a DATA_DIR that is gone was moved to ${aside}`);
    }
    await beginLog(logFile(dataDir, kind));
    const site: Site = { dataDir, placement, password };
    server = new Server(kind, site, claim, await kind.prepare(site), options);
    await server.start(options.port);
    return server;
  } catch (error) {
    await (server?.stop() ?? claim.release());
    throw error;
  }
}

function secretFile(dataDir: string, kind: ServerKind): string {
  return join(dataDir, `${kind.name}.secret`);
}

function logFile(dataDir: string, kind: ServerKind): string {
  return join(dataDir, 'logs', `${kind.name}.log`);
}

async function beginLog(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  keepPreviousLog(file);
}

async function hasEntries(folder: string): Promise<boolean> {
  return (await readdir(folder)).length > 0;
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function refOf(child: ChildProcess): ProcessRef | undefined {
  return child.pid === undefined ? undefined : processRef(child.pid);
}

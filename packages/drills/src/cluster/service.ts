import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ProcessHandle } from '@svc/testing';
import type { Machine } from '../machines/machine.js';

const COMMAND_TIMEOUT_MS = 120_000;
const BAD_NEWS = /contract_violation|statement_violation/;

export interface ServiceOptions {
  /** The source tree with the built programs. */
  readonly tree: string;
  /** `bundle`, or empty for what `tsc -b` has compiled. */
  readonly build: string;
  readonly proxy: string;
  /** The database for the role that owns the schema, and for the one of the processes. */
  readonly ownerUrl: string;
  readonly serviceUrl: string;
  readonly serviceRole: string;
  readonly receiverNetwork: string;
}

export interface Keys {
  readonly accountId: string;
  readonly testKey: string;
  readonly liveKey: string;
}

/** The processes of this project. */
export class Service {
  private readonly processes: ProcessHandle[] = [];
  private readonly env: Readonly<Record<string, string>>;

  constructor(private readonly options: ServiceOptions) {
    this.env = {
      ...Object.fromEntries(['PATH', 'HOME', 'LANG'].flatMap((name) => [[name, process.env[name] ?? '']])),
      NODE_ENV: 'production',
      NODE_OPTIONS: '--max-semi-space-size=32',
      DATABASE_URL: options.serviceUrl,
      MIGRATE_ON_BOOT: 'false',
      DATABASE_POOL: '8',
      MASTER_KEY: randomBytes(32).toString('base64'),
      API_KEY_PEPPER: randomBytes(32).toString('base64'),
      PUBLIC_URL: `http://${options.proxy}:3000`,
      TRUST_PROXY: '1',
      WEBHOOK_ALLOW_INSECURE: 'true',
      WEBHOOK_ALLOWED_CIDRS: options.receiverNetwork,
      WEBHOOK_TIMEOUT: '2s',
      WEBHOOK_RETRY_DELAYS: '500ms,1s,2s,4s,8s',
      DELIVERY_LEASE: '12s',
      PAYMENT_LEASE: '7s',
      PROCESSOR_TIMEOUT: '1s',
      EVENT_STREAM_HEARTBEAT: '2s',
      CONTRACT_CHECK: 'on',
      SQL_CHECK: 'on',
    };
  }

  /** Migrates by the command of this project, as the owner of the schema. */
  async migrate(): Promise<void> {
    const { ownerUrl, serviceRole } = this.options;
    await this.command('apps/api/dist/migrate.js', ['--grant-to', serviceRole], { DATABASE_URL: ownerUrl });
  }

  async createAccount(): Promise<Keys> {
    const output = await this.command('scripts/account-create.mjs', ['--tier', 'enterprise', '--json'], {});
    return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Keys;
  }

  async startApi(machine: Machine, env: Readonly<Record<string, string>>): Promise<ProcessHandle> {
    return this.start('api', machine, { HOST: machine.address, PORT: '3000', ...env });
  }

  async startWorker(machine: Machine, env: Readonly<Record<string, string>>): Promise<ProcessHandle> {
    return this.start('worker', machine, { HOST: machine.address, WORKER_PORT: '3001', ...env });
  }

  /** What `npm run doctor` says with these settings over those of the processes. */
  async doctor(env: Readonly<Record<string, string>>): Promise<string> {
    return this.command('scripts/doctor.mjs', [], env).catch((error: { stdout?: string }) => error.stdout ?? '');
  }

  /** Stops all processes. Returns what they did wrong. */
  async stop(): Promise<string[]> {
    await Promise.all(this.processes.map((handle) => handle.stop()));
    return this.processes.flatMap(({ name, lines, failure }) => [
      ...(failure === undefined ? [] : [failure]),
      ...lines.filter((line) => BAD_NEWS.test(line)).map((line) => `${name}: ${line}`),
    ]);
  }

  /** The log lines of all processes. */
  logs(): string[] {
    return this.processes.flatMap(({ name, lines }) => lines.map((line) => `[${name}] ${line}`));
  }

  private async start(
    program: 'api' | 'worker',
    machine: Machine,
    env: Readonly<Record<string, string>>,
  ): Promise<ProcessHandle> {
    const script = join(this.options.tree, 'apps', program, 'dist', this.options.build, 'main.js');
    const name = `${program} on ${machine.name}`;
    const handle = await ProcessHandle.start({ name, script, env: { ...this.env, ...env }, prefix: machine.prefix });
    this.processes.push(handle);
    return handle;
  }

  private async command(
    script: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<string> {
    const { tree } = this.options;
    const options = { cwd: tree, env: { ...this.env, ...env }, timeout: COMMAND_TIMEOUT_MS };
    const { stdout } = await promisify(execFile)(process.execPath, [join(tree, script), ...args], options);
    return stdout;
  }
}

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import pg from 'pg';
import { rowId } from './answers.js';
import { certificateAuthority, type CertificateAuthority } from './certificates.js';
import { createClient, type Client } from './client.js';
import { ConsoleBrowser } from './console-browser.js';
import { createTestDatabase, requiredUrl, type TestDatabase } from './database.js';
import { ledgerDifferences } from './ledger-differences.js';
import { ProcessHandle } from './process-handle.js';
import { startOwnServers, type OwnServers } from './own-servers.js';
import { askSetupService } from './setup-service.js';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

export interface StackOptions {
  /** Number of API processes; default 1. */
  readonly api?: number;
  /** Number of workers; default 1. */
  readonly worker?: number;
  /** Whether Postgres is behind a link that the test can cut: `stack.postgres`. */
  readonly cuttable?: boolean;
  /** Whether it has its own Postgres and Redis, each behind a link: `stack.servers`. */
  readonly ownServers?: boolean;
  /** Settings of its own Postgres. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
  /** Whether the processes connect to Postgres by a name, `localhost`. */
  readonly postgresByName?: boolean;
  /** Additional or changed settings. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the stack is private to the test file even without these options: see `startStack`. */
  readonly own?: boolean;
}

export interface Account {
  readonly accountId: string;
  readonly testKey: string;
  readonly liveKey: string;
}

export interface StoredEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export type Tier = 'free' | 'pro' | 'enterprise';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** `npm test` has bundled the programs; a single file of tests runs what `tsc -b` has compiled. */
const BUILD = process.env['SVC_BUNDLED'] === 'true' ? 'bundle' : '';
const QUICK_PASSWORDS = join(root, 'packages', 'testing', 'quick-passwords.cjs');
const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LD_LIBRARY_PATH', 'NODE_V8_COVERAGE'];

/**
 * Starts real API and worker processes on a new database and new queues. They trust all receivers of this process, may
 * deliver to them, and check their own responses and statements.
 */
export async function startOwnStack<Kind extends Stack = Stack>(
  {
    api = 1,
    worker = 1,
    cuttable = false,
    ownServers = false,
    postgresSettings = {},
    postgresByName = false,
    env = {},
  }: StackOptions,
  kind: new (...place: ConstructorParameters<typeof Stack>) => Kind,
): Promise<Kind> {
  const servers = ownServers ? await startOwnServers(postgresSettings) : undefined;
  const database =
    servers === undefined
      ? await createTestDatabase()
      : { url: servers.postgres.url, serviceUrl: undefined, drop: () => servers.stop() };
  const authority = await certificateAuthority();
  const url = new URL(database.url);
  const postgres = cuttable ? await startTcpProxy(url.hostname, Number(url.port)) : servers?.postgres.link;
  const processUrl = database.serviceUrl ?? database.url;
  const reached = postgres?.through(processUrl) ?? processUrl;
  const stack = new kind(database, authority, postgres, servers, {
    ...Object.fromEntries(inherited.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    NODE_ENV: 'test',
    NODE_EXTRA_CA_CERTS: authority.file,
    PORT: '0',
    DATABASE_URL: postgresByName ? byName(reached) : reached,
    // The processes on a copy of the template may not change the schema. Those on another database migrate it.
    MIGRATE_ON_BOOT: String(database.serviceUrl === undefined || env['DATABASE_URL'] !== undefined),
    DATABASE_POOL: '8',
    REDIS_URL: servers?.redis.link.through(servers.redis.url) ?? requiredUrl('SVC_TEST_REDIS_URL'),
    QUEUE_PREFIX: `svc-test-${randomBytes(6).toString('hex')}`,
    MASTER_KEY: randomBytes(32).toString('base64'),
    API_KEY_PEPPER: randomBytes(32).toString('base64'),
    // All tests share one address.
    FAILED_AUTH_LIMIT: '1000000',
    WEBHOOK_ALLOW_INSECURE: 'true',
    CONTRACT_CHECK: 'on',
    SQL_CHECK: 'on',
    LOG_LEVEL: 'info',
    ...env,
  });
  const starting = [
    ...Array.from({ length: api }, () => stack.startApi()),
    ...Array.from({ length: worker }, () => stack.startWorker()),
  ];
  const failed = (await Promise.allSettled(starting)).find((result) => result.status === 'rejected');
  if (failed !== undefined) {
    await stack.close();
    throw failed.reason;
  }
  return stack;
}

export class Stack {
  readonly api: ProcessHandle[] = [];
  /** Running workers, without killed or stopped ones. */
  readonly workers: ProcessHandle[] = [];
  /** Accounts from {@link createAccount}. */
  readonly accounts: Account[] = [];
  protected readonly everyProcess: ProcessHandle[] = [];
  private readonly pool: pg.Pool;

  constructor(
    private readonly database: TestDatabase,
    private readonly authority: CertificateAuthority,
    private readonly link: TcpProxy | undefined,
    private readonly own: OwnServers | undefined,
    readonly env: Readonly<Record<string, string>>,
  ) {
    this.pool = new pg.Pool({ connectionString: database.url, max: 2 });
    // Dropping the database cuts the connections.
    this.pool.on('error', () => {});
  }

  /** The link to Postgres, with `cuttable`. */
  get postgres(): TcpProxy {
    if (this.link === undefined) throw new Error('the stack was not started with cuttable: true');
    return this.link;
  }

  /** Its own Postgres and Redis, with `ownServers`. */
  get servers(): OwnServers {
    if (this.own === undefined) throw new Error('the stack was not started with ownServers: true');
    return this.own;
  }

  /** The database for the owner of its schema. The processes have another role. */
  get ownerUrl(): string {
    return this.database.url;
  }

  get apiUrl(): string {
    const port = this.api[0]?.port;
    if (port === undefined) throw new Error('no API runs in this stack');
    return `http://127.0.0.1:${port}`;
  }

  /** Starts an API process with these settings over those of the stack, optionally from another source tree. */
  async startApi(env: Readonly<Record<string, string>> = {}, tree = root): Promise<ProcessHandle> {
    return this.start('api', this.api, env, tree);
  }

  /** Starts a worker in the same way. */
  async startWorker(env: Readonly<Record<string, string>> = {}, tree = root): Promise<ProcessHandle> {
    return this.start('worker', this.workers, env, tree);
  }

  /** Kills an API process by SIGKILL. */
  async killApi(api = this.api[0]): Promise<void> {
    if (api === undefined) throw new Error('no API runs in this stack');
    this.api.splice(this.api.indexOf(api), 1);
    await api.kill();
  }

  /** Stops an API process by SIGTERM; it finishes its requests. */
  async stopApi(api = this.api[0]): Promise<void> {
    if (api === undefined) throw new Error('no API runs in this stack');
    this.api.splice(this.api.indexOf(api), 1);
    await api.stop();
  }

  /** Kills a worker by SIGKILL. */
  async killWorker(worker = this.workers[0]): Promise<void> {
    if (worker === undefined) throw new Error('no worker runs');
    await worker.kill();
    this.workers.splice(this.workers.indexOf(worker), 1);
  }

  /** Stops a worker by SIGTERM; it finishes its work. */
  async stopWorker(worker = this.workers[0]): Promise<void> {
    if (worker === undefined) throw new Error('no worker runs');
    await worker.stop();
    this.workers.splice(this.workers.indexOf(worker), 1);
  }

  /** Creates an account like the operator's command, and with that command outside of a test run. */
  async createAccount(tier: Tier = 'enterprise'): Promise<Account> {
    const inTestRun = process.env.SVC_TEST_SETUP_URL !== undefined;
    const account = await (inTestRun ? createByService(this.env, tier) : createByCommand(this.env, tier));
    this.accounts.push(account);
    return account;
  }

  /** Creates a sign-in link to the console, and returns its token; for the operator as owner, or for a person. */
  async createConsoleLink(
    accountId: string,
    person?: { email: string; role: string },
    { resetTotp = false } = {},
  ): Promise<string> {
    const { DATABASE_URL: databaseUrl, API_KEY_PEPPER: apiKeyPepper } = this.env;
    const options = { databaseUrl, apiKeyPepper, accountId, person, resetTotp };
    const { token } = await askSetupService<{ token: string }>('/console-links', options);
    return token;
  }

  /** A client of the API, with or without a key. */
  client(key?: string): Client {
    return createClient(this.apiUrl, key);
  }

  /** A client of each API process. */
  clients(key: string): Client[] {
    return this.api.map(({ port }) => createClient(`http://127.0.0.1:${port}`, key));
  }

  /** A browser on the pages of the console. Its address counts with TRUST_PROXY=1. */
  browser(address = '203.0.113.1'): ConsoleBrowser {
    return new ConsoleBrowser(this.apiUrl, address);
  }

  /** A client whose key, of another account, has only these scopes. */
  async clientWithScopes(...scopes: string[]): Promise<Client> {
    const account = await this.createAccount();
    await this.changeKeys(account, `scopes = '{${scopes.join(',')}}'`);
    return this.client(account.testKey);
  }

  /** Changes both keys of an account in the database, before their first use: processes keep keys for seconds. */
  async changeKeys({ accountId }: Account, change: string): Promise<void> {
    const environments = 'SELECT id FROM environments WHERE account_id = $1';
    await this.query(`UPDATE api_keys SET ${change} WHERE environment_id IN (${environments})`, [rowId(accountId)]);
  }

  /** The bodies of an object's events, the oldest first. */
  async eventsOf(publicId: unknown): Promise<StoredEvent[]> {
    const rows = await this.query('SELECT body FROM events WHERE object_id = $1 ORDER BY id', [rowId(publicId)]);
    return rows.map(({ body }) => JSON.parse(String(body)) as StoredEvent);
  }

  /** The types of an object's events, the oldest first. */
  async eventTypesOf(publicId: unknown): Promise<string[]> {
    return (await this.eventsOf(publicId)).map(({ type }) => type);
  }

  /** Queries the database directly. */
  async query(sql: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
    const { rows } = await this.pool.query<Record<string, unknown>>(sql, parameters);
    return rows;
  }

  /** How many sessions wait for a lock, in a statement that contains this text. */
  async waitingForLock(text = ''): Promise<number> {
    const waiting = await this.query(
      `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
      [`%${text}%`],
    );
    return waiting.length;
  }

  /** A new connection to the database, which the test closes. */
  async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.database.url });
    await client.connect();
    return client;
  }

  /** Deletes the stack's keys from Redis. FLUSHALL would delete those of other stacks, too. */
  async flushRedis(): Promise<void> {
    if (this.own !== undefined) return;
    const redis = new Redis(requiredUrl('SVC_TEST_REDIS_URL'));
    try {
      const script = "for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end";
      await redis.eval(script, 0, `*${this.env.QUEUE_PREFIX}*`);
    } finally {
      redis.disconnect();
    }
  }

  /** All log lines of all processes. */
  logs(): string[] {
    return this.everyProcess.flatMap(({ name, lines }) => lines.map((line) => `[${name}] ${line}`));
  }

  /**
   * Stops everything. Throws when a process violated its contract, sent a forbidden statement or did not exit cleanly,
   * or when the ledger differs from payments and refunds.
   */
  async close(): Promise<void> {
    await Promise.all(this.everyProcess.map((handle) => handle.stop()));
    await this.flushRedis();
    const problems = await this.problems();
    await this.pool.end();
    if (this.own === undefined) await this.link?.close();
    await this.database.drop();
    await this.authority.release();
    if (problems.length > 0) throw new Error(`The stack misbehaved:\n${problems.join('\n')}`);
  }

  protected async problems(): Promise<string[]> {
    const differences = await ledgerDifferences(this.query.bind(this)).catch((error: unknown) => [String(error)]);
    return [
      ...this.everyProcess.flatMap(({ failure }) => failure ?? []),
      ...this.logs().filter((line) => /contract_violation|statement_violation/.test(line)),
      ...differences,
    ];
  }

  private async start(
    program: 'api' | 'worker',
    running: ProcessHandle[],
    env: Readonly<Record<string, string>>,
    tree: string,
  ): Promise<ProcessHandle> {
    const name = `${program} ${this.everyProcess.length + 1}`;
    const settings: Readonly<Record<string, string | undefined>> = { ...this.env, ...env };
    // A preload changes modules, and a bundle has its own copies of them.
    const build = settings['NODE_OPTIONS']?.includes('--import') === true ? '' : BUILD;
    const script = join(tree, 'apps', program, 'dist', build, 'main.js');
    const handle = await ProcessHandle.start({ name, script, env: { ...this.env, ...env }, preload: QUICK_PASSWORDS });
    this.everyProcess.push(handle);
    running.push(handle);
    return handle;
  }
}

function byName(address: string): string {
  const url = new URL(address);
  url.hostname = 'localhost';
  return url.href;
}

async function createByCommand(env: Stack['env'], tier: Tier): Promise<Account> {
  const command = [`${root}scripts/account-create.mjs`, '--tier', tier, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Account;
}

/** A process per account would take longer than most tests do. */
function createByService(env: Stack['env'], tier: Tier): Promise<Account> {
  return askSetupService<Account>('/accounts', {
    databaseUrl: env.DATABASE_URL,
    apiKeyPepper: env.API_KEY_PEPPER,
    tier,
  });
}

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { eventually } from '@svc/testing';
import { Redis } from 'ioredis';
import type { Machine, Network } from '../machines/machine.js';
import type { Place } from '../machines/programs.js';
import { makeFolder, writeOwned } from './place.js';

const NAME = 'payments';
const PORT = 26_379;
const QUORUM = 2;
const CONNECTED_MS = 30_000;
const DOWN_AFTER_MS = 3_000;
const TIMEOUT_MS = 90_000;
/** Processes that find the primary by the Sentinels. Each has a user of its own, by which Redis lists its connections. */
const SENTINEL_CLIENTS = ['api', 'worker', 'witness'] as const;

type SentinelClient = (typeof SENTINEL_CLIENTS)[number];

/** A Redis with a replica, and a Sentinel on each of three other machines. */
export class RedisPair {
  readonly password = randomBytes(12).toString('hex');
  readonly machines: Machine[] = [];

  constructor(
    private readonly place: Place,
    private readonly network: Network,
    private readonly sentinels: readonly Machine[],
  ) {}

  /** The settings of a process that asks the Sentinels. */
  sentinelSettings(client: SentinelClient): Readonly<Record<string, string>> {
    if (this.sentinels.length === 0) throw new Error('the Sentinels have no machines yet');
    return {
      REDIS_URL: `redis://${client}:${this.password}@redis.invalid`,
      REDIS_SENTINELS: this.sentinels.map(({ address }) => `${address}:${PORT}`).join(','),
      REDIS_SENTINEL_NAME: NAME,
    };
  }

  async start(): Promise<void> {
    for (const n of [1, 2]) this.machines.push(await this.network.machine(`redis${n}`, 30 + n));
    const [primary, replica] = this.machines;
    if (primary === undefined || replica === undefined) return;
    await this.startRedis(primary);
    await this.startRedis(replica, primary);
    for (const machine of this.sentinels) await this.startSentinel(machine, primary);
    await this.whole();
  }

  async primary(): Promise<Machine> {
    const roles = await Promise.all(this.machines.map((machine) => this.roleOf(machine)));
    const primary = this.machines.find((_, n) => roles[n] === 'master');
    if (primary === undefined) throw new Error(`no Redis is primary: ${roles.join(', ')}`);
    return primary;
  }

  async newPrimary(former: Machine): Promise<Machine> {
    return eventually(
      async () => {
        const primary = await this.primary();
        if (primary === former) throw new Error(`${former.name} is still the primary Redis`);
        return primary;
      },
      { timeoutMs: TIMEOUT_MS, intervalMs: 100 },
    );
  }

  /** Waits until this Redis lists a connection of each process with Sentinel settings. Returns a fault for the others. */
  async faultsOfSentinelClients(primary: Machine): Promise<string[]> {
    let missing: readonly string[] = SENTINEL_CLIENTS;
    const whole = async (): Promise<void> => {
      const users = await this.connectedUsers(primary);
      missing = SENTINEL_CLIENTS.filter((client) => !users.has(client));
      if (missing.length > 0) throw new Error(`${missing.join(', ')} are not connected to ${primary.name}`);
    };
    await eventually(whole, { timeoutMs: CONNECTED_MS, intervalMs: 250 }).catch(() => {});
    return missing.map((client) => `the ${client} with Sentinel settings is not connected to ${primary.name}`);
  }

  /** Starts a Redis again, as the replica of the other one. */
  async rejoin(machine: Machine, primary: Machine): Promise<void> {
    await this.startRedis(machine, primary);
    await this.whole();
  }

  /** Starts a Sentinel again after the processes of its machine were killed. It has kept its configuration. */
  restartSentinel(machine: Machine): void {
    const file = join(this.place.folder, `sentinel-${machine.name}`, 'sentinel.conf');
    machine.start({ name: 'sentinel', command: ['redis-server', file, '--sentinel'] });
  }

  private async whole(): Promise<void> {
    await eventually(
      async () => {
        const roles = await Promise.all(this.machines.map((machine) => this.roleOf(machine)));
        if ([...roles].sort().join() !== 'master,slave') throw new Error(`the roles of Redis are ${roles.join(', ')}`);
        for (const machine of this.sentinels) await this.knowsAll(machine);
      },
      { timeoutMs: TIMEOUT_MS, intervalMs: 250 },
    );
  }

  private async roleOf({ address }: Machine): Promise<string | undefined> {
    return ask(`redis://:${this.password}@${address}:6379`, async (redis) => {
      const [role, , , link] = await redis.role();
      return role === 'slave' && link !== 'connected' ? 'disconnected' : String(role);
    }).catch(() => undefined);
  }

  private async connectedUsers({ address }: Machine): Promise<ReadonlySet<string>> {
    const list = await ask(`redis://:${this.password}@${address}:6379`, (redis) => redis.client('LIST'));
    return new Set([...String(list).matchAll(/ user=(\S+)/g)].map(([, user = '']) => user));
  }

  /** Throws until the Sentinel knows the replica and the other Sentinels. */
  private async knowsAll({ name, address }: Machine): Promise<void> {
    await ask(`redis://${address}:${PORT}`, async (redis) => {
      const [replicas, others] = await Promise.all(
        ['REPLICAS', 'SENTINELS'].map((what) => redis.call('SENTINEL', what, NAME) as Promise<unknown[]>),
      );
      if (replicas?.length !== 1 || others?.length !== 2) throw new Error(`the Sentinel of ${name} does not know all`);
    });
  }

  private async startRedis(machine: Machine, primary?: Machine): Promise<void> {
    const folder = await makeFolder(this.place, machine.name);
    const settings = {
      ...{ bind: machine.address, port: '6379', dir: folder, 'protected-mode': 'no' },
      ...{ requirepass: this.password, masterauth: this.password, 'replica-announce-ip': machine.address },
      ...{ 'maxmemory-policy': 'noeviction', save: '""', 'repl-diskless-sync-delay': '0' },
      ...(primary && { replicaof: `${primary.address} 6379` }),
    };
    const file = join(folder, 'redis.conf');
    const users = SENTINEL_CLIENTS.map((client) => ['user', `${client} on >${this.password} ~* &* +@all`] as const);
    await writeOwned(this.place, file, asConfiguration([...Object.entries(settings), ...users]));
    machine.start({ name: 'redis', command: ['redis-server', file] });
  }

  private async startSentinel(machine: Machine, primary: Machine): Promise<void> {
    const folder = await makeFolder(this.place, `sentinel-${machine.name}`);
    const lines: [string, string][] = [
      ['bind', machine.address],
      ['port', String(PORT)],
      ['dir', folder],
      ['protected-mode', 'no'],
      ['sentinel', `announce-ip ${machine.address}`],
      ['sentinel', `monitor ${NAME} ${primary.address} 6379 ${QUORUM}`],
      ['sentinel', `auth-pass ${NAME} ${this.password}`],
      ['sentinel', `down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`],
      ['sentinel', `failover-timeout ${NAME} 20000`],
    ];
    await writeOwned(this.place, join(folder, 'sentinel.conf'), asConfiguration(lines));
    this.restartSentinel(machine);
  }
}

function asConfiguration(lines: readonly (readonly [string, string])[]): string {
  return lines.map(([name, value]) => `${name} ${value}\n`).join('');
}

async function ask<Result>(url: string, work: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(url, {
    ...{ retryStrategy: null, maxRetriesPerRequest: 0, connectTimeout: 1_000, commandTimeout: 2_000 },
    enableReadyCheck: false,
  });
  redis.on('error', () => {});
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

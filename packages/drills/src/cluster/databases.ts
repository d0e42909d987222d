import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@svc/testing';
import pg from 'pg';
import type { Machine, Network } from '../machines/machine.js';
import type { Place } from '../machines/programs.js';
import { run } from '../machines/run.js';
import { makeFolder, writeOwned } from './place.js';
import { patroniConfig, type Timing } from './patroni-config.js';
import type { Tools } from './tools.js';

/** For a busy machine. */
const BOOTSTRAP_MS = 240_000;
const CHANGE_MS = 180_000;
const POLL_MS = 250;

export interface ClusterOptions {
  readonly place: Place;
  readonly network: Network;
  readonly tools: Tools;
  readonly deployFolder: string;
  readonly synchronous: boolean;
  readonly timing: Timing | undefined;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

/** Three machines with etcd, Patroni and Postgres. */
export class Databases {
  readonly machines: Machine[] = [];
  readonly superuserPassword = randomBytes(12).toString('hex');
  private readonly replicationPassword = randomBytes(12).toString('hex');
  private readonly down = new Set<Machine>();

  constructor(private readonly options: ClusterOptions) {}

  async start(): Promise<void> {
    const { network, place, tools, deployFolder } = this.options;
    for (const n of [1, 2, 3]) this.machines.push(await network.machine(`db${n}`, 10 + n));
    const example = network.translate(await readFile(join(deployFolder, 'patroni/patroni.yml'), 'utf8'));
    for (const machine of this.machines) {
      const folder = await makeFolder(place, machine.name);
      const settings = {
        ...{ name: machine.name, address: machine.address, folder, binaries: tools.postgres },
        ...{ timing: this.options.timing, synchronous: this.options.synchronous },
        trustsSocket: tools.user !== 'postgres',
      };
      await writeOwned(place, join(folder, 'patroni.yml'), patroniConfig(example, settings));
    }
    for (const machine of this.machines) this.startEtcd(machine);
    for (const machine of this.machines) this.startPatroni(machine);
    await this.whole(BOOTSTRAP_MS);
  }

  /** Starts the servers of a machine again after its processes were killed. */
  restart(machine: Machine): void {
    this.startEtcd(machine);
    this.startPatroni(machine);
    this.down.delete(machine);
  }

  async kill(machine: Machine): Promise<void> {
    this.down.add(machine);
    await machine.kill();
  }

  /** The machine whose Postgres is the primary, as Patroni says. */
  async primary(): Promise<Machine> {
    const answers = await Promise.all(this.machines.map((machine) => this.isPrimary(machine)));
    const leaders = this.machines.filter((_, n) => answers[n]);
    const [leader] = leaders;
    if (leader === undefined || leaders.length > 1) throw new Error(`${leaders.length} machines are primary`);
    return leader;
  }

  /** Waits until another machine is primary. */
  async newPrimary(former: Machine): Promise<Machine> {
    return eventually(
      async () => {
        const others = this.machines.filter((machine) => machine !== former);
        const answers = await Promise.all(others.map((machine) => this.isPrimary(machine)));
        const leader = others.find((_, n) => answers[n]);
        if (leader === undefined) throw new Error(`no machine has taken over from ${former.name}`);
        return leader;
      },
      { timeoutMs: CHANGE_MS, intervalMs: POLL_MS },
    );
  }

  /** Waits until all three replicate, one of them synchronously. */
  async whole(timeoutMs = CHANGE_MS): Promise<void> {
    await eventually(
      async () => {
        const members = await this.members();
        const running = members.filter(({ state }) => state === 'running' || state === 'streaming');
        const inStep = new Set(members.map(({ timeline }) => timeline)).size === 1;
        const isSynchronous = members.some(({ role }) => role === 'sync_standby');
        if (running.length < 3 || !inStep || isSynchronous !== this.options.synchronous) {
          throw new Error(`the cluster is not whole: ${JSON.stringify(members)}`);
        }
      },
      { timeoutMs, intervalMs: POLL_MS },
    );
  }

  /** A planned change of the primary by patronictl. */
  async switchover(): Promise<void> {
    const leader = await this.primary();
    const config = join(this.options.place.folder, leader.name, 'patroni.yml');
    const command = ['patronictl', '-c', config, 'switchover', 'payments', '--force'];
    await run([...leader.prefix, ...command, '--master', leader.name], process.env).catch(async (error: unknown) => {
      // Patroni 4 has renamed the option.
      if (!String(error).includes('--master')) throw error;
      await run([...leader.prefix, ...command, '--leader', leader.name], process.env);
    });
  }

  /** The URL of a role's database, through this host. */
  url(host: string, role: string, password: string, database: string): string {
    return `postgres://${role}:${password}@${host}:5432/${database}`;
  }

  /** Runs a statement as the superuser. */
  async asSuperuser(host: string, database: string, statements: readonly string[]): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url(host, 'postgres', this.superuserPassword, database),
      connectionTimeoutMillis: 10_000,
    });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  private async members(): Promise<Member[]> {
    const up = this.machines.filter((machine) => !this.down.has(machine));
    for (const { address } of up) {
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(3_000) }).catch(
        () => undefined,
      );
      if (answer?.ok === true) return ((await answer.json()) as { members: Member[] }).members;
    }
    throw new Error('no Patroni responds');
  }

  private async isPrimary({ address }: Machine): Promise<boolean> {
    const options = { signal: AbortSignal.timeout(2_000) };
    return fetch(`http://${address}:8008/primary`, options).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.status === 200;
      },
      () => false,
    );
  }

  private startEtcd(machine: Machine): void {
    const { name, address } = machine;
    const peers = this.machines.map((each) => `${each.name}=http://${each.address}:2380`);
    machine.start({
      name: 'etcd',
      command: [
        ...['etcd', '--name', name, '--data-dir', join(this.options.place.folder, name, 'etcd')],
        ...['--listen-peer-urls', `http://${address}:2380`, '--initial-advertise-peer-urls', `http://${address}:2380`],
        ...['--listen-client-urls', `http://${address}:2379`, '--advertise-client-urls', `http://${address}:2379`],
        ...['--initial-cluster', peers.join(','), '--initial-cluster-state', 'new'],
        ...['--heartbeat-interval', '300', '--election-timeout', '3000'],
      ],
    });
  }

  private startPatroni(machine: Machine): void {
    const folder = join(this.options.place.folder, machine.name);
    machine.start({
      name: 'patroni',
      command: ['patroni', join(folder, 'patroni.yml')],
      env: {
        HOME: folder,
        PATRONI_SUPERUSER_PASSWORD: this.superuserPassword,
        PATRONI_REPLICATION_PASSWORD: this.replicationPassword,
      },
    });
  }
}

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@svc/testing';
import pg from 'pg';
import type { Machine, Network } from '../machines/machine.js';
import type { Place } from '../machines/programs.js';
import { run } from '../machines/run.js';
import { makeFolder, writeOwned } from './place.js';
import { patroniConfig } from './patroni-config.js';
import type { Tools } from './tools.js';

/** For a busy machine. */
const BOOTSTRAP_MS = 240_000;
const CHANGE_MS = 180_000;
const POLL_MS = 250;
/** How many checks in a row must find the cluster whole. */
const LASTING = 3;

interface ClusterOptions {
  readonly place: Place;
  readonly network: Network;
  readonly tools: Tools;
  readonly deployFolder: string;
  readonly synchronous: boolean;
  /** Whether etcd waits longer than by default for a member that does not respond, as it may on a busy machine. */
  readonly patientEtcd: boolean;
}

/** A standby as the primary sees it. */
interface Standby {
  readonly state: string;
  readonly sync_state: string;
}

/** Three machines with etcd, Patroni and Postgres. */
export class Databases {
  readonly machines: Machine[] = [];
  readonly superuserPassword = randomBytes(12).toString('hex');
  private readonly restApiPassword = randomBytes(12).toString('hex');
  private readonly replicationPassword = randomBytes(12).toString('hex');

  constructor(private readonly options: ClusterOptions) {}

  async start(): Promise<void> {
    const { network, place, tools, deployFolder } = this.options;
    for (const n of [1, 2, 3]) this.machines.push(await network.machine(`db${n}`, 10 + n));
    const example = network.translate(await readFile(join(deployFolder, 'patroni/patroni.yml'), 'utf8'));
    for (const machine of this.machines) {
      const folder = await makeFolder(place, machine.name);
      const settings = {
        ...{ name: machine.name, address: machine.address, folder, binaries: tools.postgres },
        synchronous: this.options.synchronous,
        trustsSocket: tools.user !== 'postgres',
      };
      await writeOwned(place, join(folder, 'patroni.yml'), patroniConfig(example, settings));
    }
    for (const machine of this.machines) this.startEtcd(machine);
    for (const machine of this.machines) this.startPatroni(machine);
    await this.whole(BOOTSTRAP_MS);
    for (const machine of this.machines) await refuseStranger(machine);
  }

  /** Starts the servers of a machine again after its processes were killed. */
  restart(machine: Machine): void {
    this.startEtcd(machine);
    this.startPatroni(machine);
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

  /** Waits until both standbys replicate, one of them synchronously, every etcd responds, and this lasts. */
  async whole(timeoutMs = CHANGE_MS): Promise<void> {
    let seen = 0;
    await eventually(
      async () => {
        const before = seen;
        seen = 0;
        await this.expectWhole();
        seen = before + 1;
        if (seen < LASTING) throw new Error('the cluster has just become whole');
      },
      { timeoutMs, intervalMs: 1_000 },
    );
  }

  /** A planned change of the primary by patronictl. */
  async switchover(): Promise<void> {
    const leader = await this.primary();
    const config = join(this.options.place.folder, leader.name, 'patroni.yml');
    const { control, env } = this.options.tools.patroni;
    const command = [...control, '-c', config, 'switchover', 'payments', '--force', '--leader', leader.name];
    await run([...leader.prefix, ...command], { ...process.env, ...env, ...this.restApi });
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

  /** What Patroni and patronictl need for changes. */
  private get restApi(): Readonly<Record<string, string>> {
    return { PATRONI_RESTAPI_USERNAME: 'patroni', PATRONI_RESTAPI_PASSWORD: this.restApiPassword };
  }

  /** Asks the primary, since the others may not have noticed yet what has changed. */
  private async expectWhole(): Promise<void> {
    const { address } = await this.primary();
    const { replication = [] } = await json<{ replication?: Standby[] }>(`http://${address}:8008/patroni`);
    const streaming = replication.filter(({ state }) => state === 'streaming');
    const isSynchronous = streaming.some(({ sync_state }) => sync_state === 'sync');
    if (streaming.length < 2 || isSynchronous !== this.options.synchronous) {
      throw new Error(`the cluster is not whole: ${JSON.stringify(replication)}`);
    }
    for (const machine of this.machines) {
      const { health } = await json<{ health: string }>(`http://${machine.address}:2379/health`);
      if (health !== 'true') throw new Error(`etcd of ${machine.name} is not healthy`);
    }
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
        '--pre-vote',
        ...(this.options.patientEtcd ? ['--heartbeat-interval', '300', '--election-timeout', '3000'] : []),
      ],
    });
  }

  private startPatroni(machine: Machine): void {
    const folder = join(this.options.place.folder, machine.name);
    const { command, env } = this.options.tools.patroni;
    machine.start({
      name: 'patroni',
      command: [...command, join(folder, 'patroni.yml')],
      env: {
        HOME: folder,
        ...env,
        ...this.restApi,
        PATRONI_SUPERUSER_PASSWORD: this.superuserPassword,
        PATRONI_REPLICATION_PASSWORD: this.replicationPassword,
      },
    });
  }
}

async function json<Body>(url: string): Promise<Body> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) });
  return (await answer.json()) as Body;
}

/** Patroni must change nothing for a client without the password. */
async function refuseStranger({ name, address }: Machine): Promise<void> {
  const { status } = await fetch(`http://${address}:8008/reload`, {
    method: 'POST',
    signal: AbortSignal.timeout(3_000),
  });
  if (status !== 401) throw new Error(`Patroni of ${name} answered ${status} to a change without a password`);
}

import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, startReceiver, type Receiver } from '@svc/testing';
import pg from 'pg';
import { Databases } from './cluster/databases.js';
import { RedisPair } from './cluster/redis-pair.js';
import { Service, type Keys } from './cluster/service.js';
import type { Tools } from './cluster/tools.js';
import { writeOwned } from './cluster/place.js';
import type { Machine, Network } from './machines/machine.js';
import type { Place } from './machines/programs.js';

const READY_MS = 60_000;
const OWNER = 'svc_owner';
const SERVICE = 'svc_service';
const EVENTS = ['payment.*', 'refund.*'];

interface SceneOptions {
  readonly place: Place;
  readonly network: Network;
  readonly tools: Tools;
  /** The source tree with the built programs and deploy/. */
  readonly tree: string;
  readonly build: string;
  readonly synchronous: boolean;
  /** Whether etcd waits longer than by default: see Databases. */
  readonly patientEtcd: boolean;
  readonly say: (line: string) => void;
}

/** Everything that runs: databases, Redis, a proxy, two machines with an API and a worker each, and a receiver. */
export class Scene {
  readonly databases: Databases;
  readonly redis: RedisPair;
  readonly apiUrl: string;
  /** An API process that reaches Postgres at the address of the first primary, and the URL of that Postgres. */
  witness: { readonly apiUrl: string; readonly databaseUrl: string } | undefined;
  private readonly passwords = { owner: randomBytes(12).toString('hex'), service: randomBytes(12).toString('hex') };
  private readonly proxyAddress: string;
  private pool: pg.Pool | undefined;
  private service_: Service | undefined;
  private receiver_: Receiver | undefined;
  private keys_: Keys | undefined;

  private constructor(
    private readonly options: SceneOptions,
    private readonly proxy: Machine,
  ) {
    const { tree, ...cluster } = options;
    this.proxyAddress = proxy.address;
    this.apiUrl = `http://${proxy.address}:3000`;
    this.databases = new Databases({ ...cluster, deployFolder: join(tree, 'deploy') });
    this.redis = new RedisPair(options.place, options.network, this.databases.machines);
  }

  static async open(options: SceneOptions): Promise<Scene> {
    return new Scene(options, await options.network.machine('proxy', 2));
  }

  get service(): Service {
    return present(this.service_);
  }

  get receiver(): Receiver {
    return present(this.receiver_);
  }

  get keys(): Keys {
    return present(this.keys_);
  }

  async start(): Promise<void> {
    const { say, network } = this.options;
    say('starting etcd, Patroni and Postgres on three machines');
    await this.databases.start();
    say('starting Redis, its replica, three Sentinels, and HAProxy');
    await this.redis.start();
    await this.startProxy();
    await this.makeDatabase();
    this.receiver_ = await startReceiver({ tls: false, host: network.hub });
    await this.startService();
    this.pool = new pg.Pool({ connectionString: this.ownerUrl, max: 2 });
    this.pool.on('error', () => {});
    const { apiUrl, keys } = this;
    const headers = { authorization: `Bearer ${keys.testKey}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ url: `${this.receiver.url}/webhooks`, events: EVENTS });
    await eventually(
      async () => {
        const answer = await fetch(`${apiUrl}/v1/webhooks`, { method: 'POST', headers, body });
        if (answer.status !== 201) throw new Error(`no webhook was created: ${answer.status} ${await answer.text()}`);
      },
      { timeoutMs: READY_MS, intervalMs: 500 },
    );
  }

  /** Queries the database through the proxy. */
  async query(sql: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
    const { rows } = await present(this.pool).query<Record<string, unknown>>(sql, parameters);
    return rows;
  }

  /** Stops the service in order. Returns what its processes did wrong. */
  async stopService(): Promise<string[]> {
    return (await this.service_?.stop()) ?? [];
  }

  async close(): Promise<void> {
    await this.stopService();
    const lines = this.service_?.logs() ?? [];
    await writeFile(join(this.options.place.folder, 'service.log'), lines.map((line) => `${line}\n`).join(''));
    await this.receiver_?.close();
    await this.pool?.end().catch(() => {});
  }

  private get ownerUrl(): string {
    return this.databases.url(this.proxyAddress, OWNER, this.passwords.owner, 'svc');
  }

  private async startProxy(): Promise<void> {
    const { place, network, tree } = this.options;
    const file = join(place.folder, 'haproxy.cfg');
    await writeOwned(place, file, network.translate(await readFile(join(tree, 'deploy/haproxy/haproxy.cfg'), 'utf8')));
    this.proxy.start({
      name: 'haproxy',
      command: ['haproxy', '-db', '-f', file],
      env: { REDIS_PASSWORD: this.redis.password },
    });
  }

  private async makeDatabase(): Promise<void> {
    const { owner, service } = this.passwords;
    const statements = [
      `CREATE ROLE ${OWNER} LOGIN PASSWORD '${owner}'`,
      `CREATE ROLE ${SERVICE} LOGIN PASSWORD '${service}'`,
      `CREATE DATABASE svc OWNER ${OWNER} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`,
    ];
    const connected = (): Promise<void> => this.databases.asSuperuser(this.proxyAddress, 'postgres', ['SELECT 1']);
    await eventually(connected, { timeoutMs: READY_MS, intervalMs: 500 });
    await this.databases.asSuperuser(this.proxyAddress, 'postgres', statements);
  }

  private async startService(): Promise<void> {
    const { say, network, tree, build } = this.options;
    const { passwords, databases, redis } = this;
    const urlAt = (host: string): string => databases.url(host, SERVICE, passwords.service, 'svc');
    const service = new Service({
      ...{ tree, build, proxy: this.proxyAddress, ownerUrl: this.ownerUrl, serviceRole: SERVICE },
      ...{ serviceUrl: urlAt(this.proxyAddress), receiverNetwork: network.clients },
    });
    this.service_ = service;
    say('migrating, and starting two API processes and two workers');
    await service.migrate();
    this.keys_ = await service.createAccount();
    const apps = [await network.machine('app1', 21), await network.machine('app2', 22)] as const;
    // One finds Redis by its Sentinels, the other through the proxy.
    const proxied = { REDIS_URL: `redis://:${redis.password}@${this.proxyAddress}:6379` };
    await service.startApi(apps[0], redis.sentinelSettings('api'));
    await service.startWorker(apps[0], redis.sentinelSettings('worker'));
    await service.startApi(apps[1], proxied);
    await service.startWorker(apps[1], proxied);
    const { address } = await databases.primary();
    const direct = { DATABASE_URL: urlAt(address), PORT: '3100' };
    await service.startApi(apps[0], { ...redis.sentinelSettings('witness'), ...direct });
    this.witness = { apiUrl: `http://${apps[0].address}:3100`, databaseUrl: urlAt(address) };
    const ready = async (): Promise<void> => {
      if ((await fetch(`${this.apiUrl}/readyz`)).status !== 200)
        throw new Error('the API is not ready behind the proxy');
    };
    await eventually(ready, { timeoutMs: READY_MS, intervalMs: 500 });
  }
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the scene has not started');
  return value;
}

import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  holdServices,
  isRoot,
  isRunning,
  kill,
  nobody,
  processesMentioning,
  query,
  runHolder,
  scratchFolder,
  untilGone,
} from '../test/scratch.js';
import { runningService } from './claim.js';
import { DataDirInUseError } from './errors.js';
import { startPostgres } from './postgres/postgres.js';
import { startRedis } from './redis/redis.js';

async function redisCommand<Result>(url: string, command: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(url, { maxRetriesPerRequest: 1 });
  redis.on('error', () => undefined);
  try {
    return await command(redis);
  } finally {
    redis.disconnect();
  }
}

describe('data', () => {
  it('survives a second start and a restart, under the same password', async () => {
    const dataDir = await scratchFolder();
    const first = await Promise.all([startPostgres({ dataDir }), startRedis({ dataDir })]);
    await query(first[0].url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await redisCommand(first[1].url, (redis) => redis.set('kept', '42'));
    await Promise.all(first.map((service) => service.stop()));

    const [postgres, redis] = await Promise.all([startPostgres({ dataDir }), startRedis({ dataDir })]);
    onTestFinished(async () => void (await Promise.all([postgres.stop(), redis.stop()])));
    expect(await query(postgres.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(await redisCommand(redis.url, (client) => client.get('kept'))).toBe('42');
    expect(new URL(postgres.url).password).toBe(new URL(first[0].url).password);

    const { url, pid } = postgres;
    await Promise.all([postgres.restart(), redis.restart()]);
    expect(postgres.url).toBe(url);
    expect(postgres.pid).not.toBe(pid);
    expect(await query(postgres.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(await redisCommand(redis.url, (client) => client.get('kept'))).toBe('42');
  });

  it('survives kill -9 of the server, reports it and can restart it', async () => {
    const dataDir = await scratchFolder();
    const told: string[] = [];
    const postgres = await startPostgres({ dataDir, onExit: (reason) => told.push(reason) });
    onTestFinished(() => postgres.stop());
    await query(postgres.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    process.kill(postgres.pid, 'SIGKILL');
    await expect
      .poll(() => told, { timeout: 5_000 })
      .toEqual([expect.stringContaining('Postgres ended by itself (SIGKILL)')]);
    await postgres.restart();
    expect(await query(postgres.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(told).toHaveLength(1);
  });
});

describe('the end', () => {
  it('leaves nothing of a disposable service, however often it is stopped', async () => {
    const dataDir = join(await scratchFolder(), 'data');
    const options = { dataDir, durable: false, disposable: true };
    const services = await Promise.all([startPostgres(options), startRedis(options)]);
    const pids = services.map((service) => service.pid);
    await Promise.all([...services, ...services].map((service) => service.stop()));
    expect(pids.map(isRunning)).toEqual([false, false]);
    expect(existsSync(dataDir)).toBe(false);
    expect(await processesMentioning(dataDir)).toEqual([]);
  });

  it('comes for the servers when their owner is killed', async () => {
    const dataDir = await scratchFolder();
    const holder = await holdServices({ dataDir });
    await query(holder.postgres.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await kill(holder.process, 'SIGKILL');
    await untilGone(() => isRunning(holder.postgres.pid) || isRunning(holder.redis.pid), 10);
    expect(await runningService(dataDir, 'postgres')).toBeUndefined();
    // An orderly shutdown, not a crash.
    expect(await readFile(join(dataDir, 'logs', 'postgres.log'), 'utf8')).toContain('database system is shut down');

    const postgres = await startPostgres({ dataDir });
    onTestFinished(() => postgres.stop());
    expect(await query(postgres.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('takes disposable folders along when the owner is killed', async () => {
    const dataDir = join(await scratchFolder(), 'data');
    const holder = await holdServices({ dataDir, durable: false, disposable: true });
    await kill(holder.process, 'SIGKILL');
    await untilGone(() => existsSync(dataDir), 10);
    await untilGone(() => isRunning(holder.postgres.pid) || isRunning(holder.redis.pid), 10);
  });

  it('comes for servers without owner and guardian at the next start', async () => {
    const dataDir = await scratchFolder();
    const holder = await holdServices({ dataDir });
    const claims = await Promise.all(
      ['postgres', 'redis'].map(async (name) => readFile(join(dataDir, 'run', `${name}.json`), 'utf8')),
    );
    for (const claim of claims)
      process.kill((JSON.parse(claim) as { guardian: { pid: number } }).guardian.pid, 'SIGKILL');
    await kill(holder.process, 'SIGKILL');
    expect([holder.postgres.pid, holder.redis.pid].map(isRunning)).toEqual([true, true]);

    const services = await Promise.all([startPostgres({ dataDir }), startRedis({ dataDir })]);
    onTestFinished(async () => void (await Promise.all(services.map((service) => service.stop()))));
    expect([holder.postgres.pid, holder.redis.pid].map(isRunning)).toEqual([false, false]);
    expect(await query(services[0].url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('a data folder in use', () => {
  it('is refused, naming the process that has it', async () => {
    const dataDir = await scratchFolder();
    const holder = await holdServices({ dataDir, durable: false });
    const failure = await startPostgres({ dataDir }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DataDirInUseError);
    expect((failure as Error).message).toContain(`in use by process ${holder.process.pid}`);
    expect(await runningService(dataDir, 'postgres')).toEqual({ ...holder.postgres, ownerPid: holder.process.pid });
    expect(await query(holder.postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await kill(holder.process, 'SIGTERM')).toBe(0);
    expect(await readdir(join(dataDir, 'run'))).toEqual([]);
  });

  it('goes to exactly one of several starts, also after a dead owner', async () => {
    const dataDir = await scratchFolder();
    await mkdir(join(dataDir, 'run'));
    const dead = JSON.stringify({ owner: { pid: process.pid, started: 'long ago' } });
    for (const name of ['postgres', 'redis']) await writeFile(join(dataDir, 'run', `${name}.json`), dead);
    const starts = await Promise.all(Array.from({ length: 4 }, () => runHolder({ dataDir, durable: false })));
    expect(starts.filter(({ said }) => said.redis !== undefined)).toHaveLength(1);
    expect(starts.filter(({ said }) => said.error === 'DataDirInUseError')).toHaveLength(3);
  });
});

describe('ports', () => {
  it('are said to be taken when they were asked for and are', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    onTestFinished(() => void listener.close());
    const { port } = listener.address() as { port: number };
    const dataDir = await scratchFolder();
    await expect(startRedis({ dataDir, port, durable: false })).rejects.toThrow(`port ${port} is taken`);
    expect(await readdir(join(dataDir, 'run'))).toEqual([]);
  });
});

describe.runIf(isRoot)('as root', () => {
  it('runs the servers as another user', async () => {
    const postgres = await startPostgres({ dataDir: await scratchFolder(), durable: false });
    onTestFinished(() => postgres.stop());
    expect((await stat(`/proc/${postgres.pid}`)).uid).not.toBe(0);
  });

  it('keeps the cluster in a system folder when that user cannot reach DATA_DIR', async () => {
    const dataDir = join(await scratchFolder(0o700), 'data');
    const options = { dataDir, durable: false };
    const first = await startPostgres(options);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const again = await startPostgres(options);
    expect(await query(again.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await again.stop();

    // A DATA_DIR that was deleted takes its password along: what it had is put aside, not used and not lost.
    await rm(dataDir, { recursive: true });
    const said: string[] = [];
    const fresh = await startPostgres({ ...options, disposable: true, log: (line) => said.push(line) });
    const aside = /moved to (.*)$/.exec(said[0] ?? '')?.[1] ?? '';
    onTestFinished(() => rm(join(aside, '..'), { recursive: true, force: true }));
    expect(existsSync(join(aside, 'cluster', 'PG_VERSION'))).toBe(true);
    expect(await query(fresh.url, `SELECT to_regclass('kept') AS kept`)).toEqual([{ kept: null }]);
    await fresh.stop();
    expect(existsSync(dataDir)).toBe(false);
  });

  it('runs for an ordinary user as well, whose data root can then use', async () => {
    const dataDir = join(await scratchFolder(0o755, nobody), 'data');
    const caches = existsSync('/var/cache/svc-payments') ? '/var/cache' : await scratchFolder(0o755, nobody);
    const holder = await holdServices({ dataDir }, { uid: nobody, env: { HOME: '/', XDG_CACHE_HOME: caches } });
    await query(holder.postgres.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    expect((await stat(join(dataDir, 'postgres.secret'))).mode & 0o777).toBe(0o600);
    expect(await kill(holder.process, 'SIGTERM')).toBe(0);

    const postgres = await startPostgres({ dataDir });
    onTestFinished(() => postgres.stop());
    expect(await query(postgres.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });
});

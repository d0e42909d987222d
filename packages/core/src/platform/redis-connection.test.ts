import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { eventually, startOwnRedis, startOwnSentinel, type OwnSentinel } from '@svc/testing';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { examineRedis } from '../operations/doctor/redis.js';
import { readQueues } from '../operations/queue-report.js';
import { configSchema } from './config/config.js';
import { RateLimiter } from './limits/rate-limiter.js';
import { QueueConsumers } from './queues/queue-consumers.js';
import { WorkQueues } from './queues/work-queues.js';
import { connectToRedis, type RedisSettings } from './redis-connection.js';

const LIMIT = 100;
const ref = { environmentId: 1, id: '7', webhookId: '9' };
const opened: { close(): unknown }[] = [];

let sentinel: OwnSentinel;
/** The settings of a process. The host of the URL does not exist. */
let environment: Record<string, string>;
let settings: RedisSettings;
let logged: string[];

function parsed(variables: Record<string, string>): RedisSettings {
  const shape = configSchema.shape;
  return {
    REDIS_URL: shape.REDIS_URL.parse(variables['REDIS_URL']),
    REDIS_SENTINELS: shape.REDIS_SENTINELS.parse(variables['REDIS_SENTINELS']),
    REDIS_SENTINEL_NAME: variables['REDIS_SENTINEL_NAME'],
    REDIS_SENTINEL_PASSWORD: variables['REDIS_SENTINEL_PASSWORD'],
  };
}

function remembered<Kept extends { close(): unknown }>(kept: Kept): Kept {
  opened.push(kept);
  return kept;
}

function open(at: RedisSettings): Redis {
  const redis = connectToRedis(at, { maxRetriesPerRequest: 0 });
  redis.on('error', () => {});
  opened.push({ close: () => redis.disconnect() });
  return redis;
}

const logger = pino({}, { write: (line: string) => logged.push((JSON.parse(line) as { event: string }).event) });

async function limiterAt(at: RedisSettings): Promise<RateLimiter> {
  const limiter = new RateLimiter({ ...at, QUEUE_PREFIX: 'sentinel', API_PROCESSES: 1 }, logger);
  opened.push({ close: () => limiter.onApplicationShutdown() });
  await limiter.connect();
  return limiter;
}

beforeAll(async () => {
  sentinel = await startOwnSentinel();
  environment = {
    REDIS_URL: `redis://:${sentinel.serverPassword}@redis.invalid:1`,
    REDIS_SENTINELS: `127.0.0.1:1, ${sentinel.address}`,
    REDIS_SENTINEL_NAME: sentinel.name,
    REDIS_SENTINEL_PASSWORD: sentinel.password,
    QUEUE_PREFIX: 'sentinel',
  };
  settings = parsed(environment);
}, 30_000);

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

afterAll(() => sentinel.stop());

describe('with REDIS_SENTINELS', () => {
  it('doctor and the report on queues find the primary, and not the host of REDIS_URL', async () => {
    expect((await examineRedis(settings)).map(({ state }) => state)).toEqual(['ok', 'ok']);
    expect(await readQueues(environment)).toHaveLength(3);
  });

  it.each([
    ['REDIS_SENTINEL_NAME', 'other', 'No such master with that name'],
    ['REDIS_SENTINEL_PASSWORD', 'wrong', 'WRONGPASS'],
    ['REDIS_SENTINELS', '127.0.0.1:1', 'failed to connect to sentinel 127.0.0.1:1'],
  ])('doctor says why a wrong %s finds none', async (name, value, text) => {
    const [finding] = await examineRedis(parsed({ ...environment, REDIS_SENTINELS: sentinel.address, [name]: value }));
    expect(finding).toMatchObject({ state: 'failed' });
    expect(finding?.text).toMatch(`The primary of REDIS_SENTINELS is not reachable: `);
    expect(finding?.text).toMatch(text);
  });

  it('a process boots while no Sentinel responds', async () => {
    logged = [];
    const begun = performance.now();
    const limiter = await limiterAt(parsed({ ...environment, REDIS_SENTINELS: '127.0.0.1:1' }));
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect((await limiter.take('1', LIMIT)).allowed).toBe(true);
    expect(logged).toEqual(['limits_local']);
  });

  it('limits and queues follow the primary to its replica without a restart', async () => {
    logged = [];
    const limiter = await limiterAt(settings);
    const queues = remembered(new WorkQueues({ ...settings, QUEUE_PREFIX: 'sentinel' }, logger));
    const consumers = remembered(new QueueConsumers({ ...settings, QUEUE_PREFIX: 'sentinel' }, logger));
    const taken: string[] = [];
    const handle = ({ data }: { data: { refs: string[] } }): Promise<void> =>
      Promise.resolve(void taken.push(...data.refs));
    consumers.consume({ queue: 'deliveries', handle, close: () => Promise.resolve() } as never);
    await eventually(() => expect(queues.ready).toBe(true));
    await queues.add('deliveries', [ref]);
    await eventually(() => expect(taken).toHaveLength(1));
    expect((await limiter.take('1', LIMIT)).remaining).toBe(LIMIT - 1);

    await sentinel.primary.stop();
    await eventually(
      async () => {
        await limiter.take('1', LIMIT);
        expect(logged).toContain('limits_shared');
        expect(queues.ready).toBe(true);
      },
      { timeoutMs: 20_000 },
    );
    const replica = open({ REDIS_URL: replicaUrl() });
    expect(await replica.role()).toContain('master');
    expect(Number(await replica.hget('sentinel:limit:{1}', 'used'))).toBeGreaterThan(0);
    await queues.add('deliveries', [{ ...ref, id: '8' }]);
    await eventually(() => expect(taken).toEqual(['1-7-9', '1-8-9']), { timeoutMs: 20_000 });
  }, 60_000);
});

function replicaUrl(): string {
  const url = new URL(sentinel.replica.url);
  url.password = sentinel.serverPassword;
  return url.href;
}

it('a connection to a primary that has become a replica is opened anew', async () => {
  const [one, other] = await Promise.all([startOwnRedis(), startOwnRedis()]);
  opened.push({ close: () => Promise.all([one.stop(), other.stop()]) });
  const redis = open({ REDIS_URL: one.url });
  await redis.set('key', 'value');
  const closed = new Promise((resolve) => redis.once('close', resolve));
  const { hostname, port } = new URL(other.url);
  await redis.replicaof(hostname, port);
  await expect(redis.set('key', 'other')).rejects.toThrow('READONLY');
  await closed;
});

it('connections to a silent Redis are closed until one is answered, and jobs are taken again', async () => {
  const server = await startOwnRedis();
  const url = new URL(server.url);
  const real = { port: Number(url.port), host: url.hostname };
  let isSilent = false;
  const sockets = new Set<Socket>();
  // Like the kernel of a frozen machine: it accepts connections, and nobody answers on those.
  const front = createServer((socket) => {
    sockets.add(socket);
    const isDead = isSilent;
    const back = connect(real);
    for (const [from, to] of [
      [socket, back],
      [back, socket],
    ] as const) {
      from.on('data', (bytes) => isDead || isSilent || to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  url.port = String((front.address() as AddressInfo).port);
  const at = { REDIS_URL: url.href, QUEUE_PREFIX: 'silent' };
  const queues = remembered(new WorkQueues(at, logger));
  const consumers = remembered(new QueueConsumers(at, logger, 1_000));
  opened.push({
    close: () => {
      front.close();
      for (const socket of sockets) socket.destroy();
      return server.stop();
    },
  });
  const taken: string[] = [];
  const handle = ({ data }: { data: { refs: string[] } }): Promise<void> => {
    return Promise.resolve(void taken.push(...data.refs));
  };
  consumers.consume({ queue: 'deliveries', handle, close: () => Promise.resolve() } as never);
  await eventually(() => expect(queues.ready).toBe(true));
  isSilent = true;
  await eventually(() => expect(queues.ready).toBe(false), { timeoutMs: 15_000 });
  const accepted = sockets.size;
  await eventually(() => expect(sockets.size).toBeGreaterThan(accepted), { timeoutMs: 15_000 });
  isSilent = false;
  await eventually(() => expect(queues.ready).toBe(true), { timeoutMs: 20_000 });
  await queues.add('deliveries', [ref]);
  await eventually(() => expect(taken).toEqual(['1-7-9']), { timeoutMs: 40_000 });
}, 90_000);

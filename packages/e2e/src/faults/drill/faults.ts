import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { answer, eventually } from '@svc/testing';
import { Redis } from 'ioredis';
import type { Fault, Scene } from './fault.js';

/** Settings of a process whose clock is off by `ms`. */
export function clockOff(ms: number): Record<string, string> {
  const preload = fileURLToPath(new URL('./clock-off.mjs', import.meta.url));
  return { NODE_OPTIONS: `--import=${preload}`, SVC_CLOCK_OFF_MS: String(ms) };
}

async function withRedis(scene: Scene, work: (redis: Redis) => Promise<unknown>): Promise<void> {
  const redis = new Redis(scene.stack.servers.redis.url);
  try {
    await work(redis);
  } finally {
    redis.disconnect();
  }
}

async function times(count: number, work: () => Promise<unknown>, pauseMs = 300): Promise<void> {
  for (let n = 0; n < count; n++) {
    await work();
    await sleep(pauseMs);
  }
}

/** All faults. Each leaves the service in a state that the drill can restore. */
export const faults: readonly Fault[] = [
  {
    rows: [1],
    name: 'API killed before and after its commits',
    mayAnswer: ['none', '503'],
    strike: ({ stack }) =>
      times(3, async () => {
        await stack.killApi();
        await stack.startApi();
      }),
  },
  {
    rows: [2],
    name: 'API killed after the commit, nothing queued',
    mayAnswer: ['none', '503'],
    async strike({ stack }) {
      // It commits like the others, but cannot add jobs. Workers reach Redis, so that their sweep must find the rows.
      const api = await stack.startApi({ REDIS_URL: 'redis://127.0.0.1:1' });
      await sleep(1_000);
      await stack.killApi(api);
    },
  },
  {
    rows: [3],
    name: 'worker killed with deliveries claimed',
    mayAnswer: ['503'],
    strike: ({ stack }) =>
      times(2, async () => {
        await stack.killWorker();
        await stack.startWorker();
      }),
  },
  {
    rows: [4],
    name: 'workers killed between a 200 and its record',
    mayAnswer: ['503'],
    mustRepeat: true,
    async strike({ stack, receiver }) {
      receiver.respond('*', answer(200, { delayMs: 300 }));
      const before = receiver.requests.length;
      const inFlight = (): void => {
        if (receiver.requests.length === before) throw new Error('no delivery is in flight');
      };
      await eventually(inFlight, { intervalMs: 10 });
      // Stopped, they cannot record the 200 that they get.
      for (const worker of stack.workers) worker.signal('SIGSTOP');
      await sleep(500);
      await Promise.all([...stack.workers].map((worker) => stack.killWorker(worker)));
      receiver.respond('*', 200);
      await stack.startWorker();
    },
  },
  {
    rows: [5],
    name: 'SIGTERM to an API process and to a worker',
    mayAnswer: ['none', '503'],
    strike: ({ stack }) =>
      times(2, async () => {
        await Promise.all([stack.stopApi(), stack.stopWorker()]);
        await Promise.all([stack.startApi(), stack.startWorker()]);
      }),
  },
  {
    rows: [6],
    name: 'FLUSHALL',
    maxSeconds: 30,
    strike: (scene) => withRedis(scene, (redis) => times(5, () => redis.flushall())),
  },
  {
    rows: [7],
    name: 'Redis away',
    maxSeconds: 30,
    async strike({ stack }) {
      stack.servers.redis.link.cut();
      await sleep(5_000);
      stack.servers.redis.link.mend();
    },
  },
  {
    rows: [7],
    name: 'Redis silent',
    maxSeconds: 30,
    async strike({ stack }) {
      stack.servers.redis.link.block();
      await sleep(15_000);
      stack.servers.redis.link.mend();
    },
  },
  {
    rows: [8],
    name: 'Redis out of memory',
    maxSeconds: 30,
    strike: (scene) =>
      withRedis(scene, async (redis) => {
        await redis.config('SET', 'maxmemory', '1');
        await sleep(3_000);
        await redis.config('SET', 'maxmemory', '0');
      }),
  },
  {
    rows: [8],
    name: "Redis' connections killed",
    maxSeconds: 30,
    strike: (scene) =>
      withRedis(scene, (redis) => times(6, () => redis.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes'))),
  },
  {
    rows: [8],
    name: 'Redis restarted, empty',
    maxSeconds: 30,
    strike: ({ stack }) => stack.servers.redis.restart(),
  },
  {
    rows: [9],
    name: 'Postgres restarted',
    mayAnswer: ['503'],
    strike: ({ stack }) => times(2, () => stack.servers.postgres.restart(), 1_000),
  },
  {
    rows: [9],
    name: 'Postgres cut off',
    mayAnswer: ['503'],
    async strike({ stack }) {
      stack.servers.postgres.link.cut();
      await sleep(2_000);
      stack.servers.postgres.link.mend();
    },
  },
  {
    rows: [11],
    name: 'worker stopped for longer than its leases',
    async strike({ stack }) {
      const [worker] = stack.workers;
      worker?.signal('SIGSTOP');
      await sleep(14_000);
      worker?.signal('SIGCONT');
    },
  },
  {
    rows: [12],
    name: 'clocks of an API process and a worker ten minutes off',
    mayAnswer: ['none', '503'],
    async strike({ stack }) {
      await Promise.all([stack.killApi(), stack.killWorker()]);
      const [api, worker] = await Promise.all([
        stack.startApi(clockOff(600_000)),
        stack.startWorker(clockOff(-600_000)),
      ]);
      await sleep(3_000);
      await Promise.all([stack.killApi(api), stack.killWorker(worker)]);
    },
  },
  {
    rows: [13],
    name: 'three workers sweep, without a queue',
    maxSeconds: 30,
    async strike({ stack }) {
      stack.servers.redis.link.cut();
      const third = await stack.startWorker();
      await sleep(3_000);
      await stack.stopWorker(third);
      stack.servers.redis.link.mend();
    },
  },
  {
    rows: [14],
    name: 'duplicate, forged and orphan jobs',
    mustNotRepeat: true,
    strike: (scene) => withRedis(scene, (redis) => times(20, () => forgeJobs(redis, scene), 50)),
  },
];

const FORGED = [
  { refs: ['1-999999999999', '999999-1', '2-1-1'] },
  { refs: ['x', '', '1-', '-1', '1-1-1-1', "1'; DROP TABLE payments", 7, null, { a: 1 }] },
  { refs: 'all' },
  { refs: null },
  {},
];

/**
 * Enqueues jobs in BullMQ's format: duplicates, references with wrong events, and references to rows that do not exist.
 */
async function forgeJobs(redis: Redis, { stack }: Scene): Promise<void> {
  const rows = await stack.query('SELECT environment_id, id, webhook_id FROM deliveries ORDER BY id DESC LIMIT 50');
  const refs = rows.map((row) => `${String(row['environment_id'])}-${String(row['id'])}-${String(row['webhook_id'])}`);
  const otherwise = refs.flatMap((ref) => [`${ref}-1`, `${ref}-9223372036854775807`, ref.replace('-', '-0')]);
  const prefix = stack.env['QUEUE_PREFIX'] ?? '';
  for (const queue of ['deliveries', 'payments', 'refunds']) {
    for (const [n, data] of [{ refs }, { refs: otherwise }, ...FORGED].entries()) {
      const id = `forged-${Date.now()}-${n}`;
      const job = {
        name: 'due',
        data: JSON.stringify(data),
        opts: '{}',
        timestamp: String(Date.now()),
        delay: '0',
        priority: '0',
      };
      await redis.hset(`${prefix}:${queue}:${id}`, job);
      await redis.lpush(`${prefix}:${queue}:wait`, id);
    }
    await redis.lpush(`${prefix}:${queue}:wait`, 'orphan');
    await redis.zadd(`${prefix}:${queue}:marker`, 0, '0');
  }
}

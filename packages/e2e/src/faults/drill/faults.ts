import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import type { Scene } from './drill.js';

/** A fault, which is over when the promise resolves. */
export interface Fault {
  /** Row numbers of the reliability requirements that it tests. */
  readonly rows: readonly number[];
  readonly name: string;
  strike(scene: Scene): Promise<void>;
}

const OFF_BY_TEN_MINUTES = fileURLToPath(new URL('./clock-off.mjs', import.meta.url));

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
    strike: ({ stack }) =>
      times(3, async () => {
        await stack.killApi();
        await stack.startApi();
      }),
  },
  {
    rows: [2],
    name: 'API killed after the commit, nothing queued',
    async strike({ stack }) {
      stack.servers.redis.link.cut();
      await sleep(500);
      await stack.killApi();
      stack.servers.redis.link.mend();
      await stack.startApi();
    },
  },
  {
    rows: [3],
    name: 'worker killed with deliveries claimed',
    strike: ({ stack }) =>
      times(2, async () => {
        await stack.killWorker();
        await stack.startWorker();
      }),
  },
  {
    rows: [4],
    name: 'workers killed between a 200 and its record',
    async strike({ stack, receiver }) {
      // Workers still read from endpoints, but responses of Postgres no longer reach them.
      stack.servers.postgres.link.block();
      const before = receiver.requests.length;
      for (let n = 0; n < 20 && receiver.requests.length === before; n++) await sleep(25);
      await Promise.all([...stack.workers].map((worker) => stack.killWorker(worker)));
      stack.servers.postgres.link.mend();
      await stack.startWorker();
    },
  },
  {
    rows: [5],
    name: 'SIGTERM to an API process and to a worker',
    strike: ({ stack }) =>
      times(2, async () => {
        await Promise.all([stack.stopApi(), stack.stopWorker()]);
        await Promise.all([stack.startApi(), stack.startWorker()]);
      }),
  },
  {
    rows: [6],
    name: 'FLUSHALL',
    strike: (scene) => withRedis(scene, (redis) => times(5, () => redis.flushall())),
  },
  {
    rows: [7],
    name: 'Redis away',
    async strike({ stack }) {
      stack.servers.redis.link.cut();
      await sleep(5_000);
      stack.servers.redis.link.mend();
    },
  },
  {
    rows: [7],
    name: 'Redis silent',
    async strike({ stack }) {
      stack.servers.redis.link.block();
      await sleep(15_000);
      stack.servers.redis.link.mend();
    },
  },
  {
    rows: [8],
    name: 'Redis out of memory',
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
    strike: (scene) =>
      withRedis(scene, (redis) => times(6, () => redis.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes'))),
  },
  {
    rows: [8],
    name: 'Redis restarted, empty',
    strike: ({ stack }) => stack.servers.redis.restart(),
  },
  {
    rows: [9],
    name: 'Postgres restarted',
    strike: ({ stack }) => times(2, () => stack.servers.postgres.restart(), 1_000),
  },
  {
    rows: [9],
    name: 'Postgres cut off',
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
    async strike({ stack }) {
      const ahead = { NODE_OPTIONS: `--import=${OFF_BY_TEN_MINUTES}`, SVC_CLOCK_OFF_MS: '600000' };
      const behind = { ...ahead, SVC_CLOCK_OFF_MS: '-600000' };
      await Promise.all([stack.killApi(), stack.killWorker()]);
      const [api, worker] = await Promise.all([stack.startApi(ahead), stack.startWorker(behind)]);
      await sleep(3_000);
      await Promise.all([stack.killApi(api), stack.killWorker(worker)]);
    },
  },
  {
    rows: [13],
    name: 'three workers sweep, without a queue',
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

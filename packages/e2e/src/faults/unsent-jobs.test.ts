import {
  createClient,
  type Answer,
  eventually,
  expectReconciled,
  startReceiver,
  startStack,
  type Receiver,
  type Stack,
} from '@svc/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MAX_MS = 5_000;
/** A machine that is busy may be late once. */
const TRIES = { timeout: 60_000, retry: 2 };
const amount = { value: 1000, currency: 'USD' };
const EVENTS = ['payment.pending', 'payment.completed'];

let receiver: Receiver;
let stack: Stack;
let redis: Redis;
let key: string;

beforeAll(async () => {
  receiver = await startReceiver();
  stack = await startStack({ own: true });
  redis = new Redis(String(stack.env['REDIS_URL']));
  key = (await stack.createAccount()).testKey;
  const webhook = { url: `${receiver.url}/hook`, events: EVENTS };
  expect((await stack.client(key).post('/v1/webhooks', webhook)).status).toBe(201);
});

afterAll(async () => {
  redis.disconnect();
  await stack.close();
  await receiver.close();
});

/** Keys of both queues: of their jobs, or the windows of their environments. */
async function keysOf(kind: 'jobs' | 'windows'): Promise<string[]> {
  const start = `${stack.env['QUEUE_PREFIX']}:${kind === 'jobs' ? '' : 'window:'}`;
  const keys = await Promise.all(['deliveries', 'payments'].map((queue) => redis.keys(`${start}${queue}:*`)));
  return keys.flat();
}

/** Resolves when all events of the payment have arrived. */
async function arrived({ body }: Answer): Promise<void> {
  for (const type of EVENTS) {
    await receiver.waitFor(({ parsed }) => {
      const event = parsed as { type: string; data: { id: string } };
      return event.type === type && event.data.id === body['id'];
    }, 20_000);
  }
}

describe('row 2: an API process that dies between its commit and its jobs', () => {
  it(
    'has its payment processed and delivered within five seconds, although the rows are in their windows',
    TRIES,
    async () => {
      const [worker] = stack.workers;
      worker?.signal('SIGSTOP');
      const payment = await stack.client(key).post('/v1/payments', { amount });
      const committedAt = performance.now();
      expect(payment.status).toBe(201);
      // A kill between the two calls to Redis leaves the rows in their windows, and no job.
      await eventually(async () => expect(await redis.keys(`${stack.env['QUEUE_PREFIX']}:*:wait`)).toHaveLength(2));
      await redis.del(await keysOf('jobs'));
      expect(await keysOf('windows')).toHaveLength(2);
      worker?.signal('SIGCONT');
      await arrived(payment);
      expect(performance.now() - committedAt).toBeLessThan(MAX_MS);
    },
  );

  it('has its payment processed and delivered within five seconds if it did not reach Redis', TRIES, async () => {
    const api = await stack.startApi({ REDIS_URL: 'redis://127.0.0.1:1' });
    const payment = await createClient(`http://127.0.0.1:${api.port}`, key).post('/v1/payments', { amount });
    const committedAt = performance.now();
    await stack.killApi(api);
    await arrived(payment);
    expect(performance.now() - committedAt).toBeLessThan(MAX_MS);
  });
});

it('afterwards a reconciliation of every account finds no difference', () => expectReconciled(stack));

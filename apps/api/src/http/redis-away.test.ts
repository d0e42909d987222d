import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createClient, eventually, startStack, type Client, type Stack } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A way to Redis that can be cut, or blocked: then connections stay, and what comes back on them waits. */
class WayToRedis {
  url = '';
  private open = true;
  private readonly sockets = new Set<Socket>();
  private readonly answers = new Set<Socket>();
  private readonly server = createServer((client) => this.connect(client));

  async start(target: URL): Promise<void> {
    this.target = target;
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const url = new URL(target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    this.url = url.href;
  }

  cut(): void {
    this.open = false;
    for (const socket of this.sockets) socket.destroy();
  }

  block(): void {
    for (const socket of this.answers) socket.pause();
  }

  restore(): void {
    this.open = true;
    for (const socket of this.answers) socket.resume();
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private target = new URL('redis://localhost');

  private connect(client: Socket): void {
    if (!this.open) {
      client.destroy();
      return;
    }
    const redis = connect(Number(this.target.port), this.target.hostname);
    this.answers.add(redis);
    const drop = (): void => {
      this.answers.delete(redis);
      for (const socket of [client, redis]) {
        this.sockets.delete(socket);
        socket.destroy();
      }
    };
    for (const socket of [client, redis]) {
      this.sockets.add(socket);
      socket.on('error', drop).on('close', drop);
    }
    client.pipe(redis);
    redis.on('data', (bytes) => client.write(bytes));
  }
}

const way = new WayToRedis();
let stack: Stack;

beforeAll(async () => {
  await way.start(new URL(process.env['SVC_TEST_REDIS_URL'] ?? ''));
  stack = await startStack({ worker: 0, env: { REDIS_URL: way.url, API_PROCESSES: '2' } });
});

afterAll(async () => {
  await stack.close();
  way.close();
});

async function freshClient(): Promise<Client> {
  return createClient(stack.apiUrl, (await stack.createAccount('free')).testKey);
}

const statusOf = async (client: Client): Promise<number> =>
  (await client.get('/v1/payments', { headers: { connection: 'close' } })).status;

/** How many of so many requests are let through, and the longest that one of them took. */
async function admitted(client: Client, count: number): Promise<{ ok: number; refused: number; longestMs: number }> {
  let longestMs = 0;
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const started = performance.now();
    statuses.push(await statusOf(client));
    longestMs = Math.max(longestMs, performance.now() - started);
  }
  const number = (status: number): number => statuses.filter((each) => each === status).length;
  return { ok: number(200), refused: number(429), longestMs };
}

describe('the rate limit while Redis is away', () => {
  it.each(['cut', 'block'] as const)(
    'row 7: %s: every process admits its share, nobody waits; shared again when Redis is back',
    async (fault) => {
      const before = await freshClient();
      expect((await admitted(before, 5)).ok).toBe(5);
      way[fault]();
      const client = await freshClient();
      // Half of the 100 in each of two processes, which the connections reach in turn.
      const { ok, refused, longestMs } = await admitted(client, 140);
      expect([ok, refused]).toEqual([100, 40]);
      expect(longestMs).toBeLessThan(1_000);

      way.restore();
      const back = await freshClient();
      await eventually(async () => {
        const answer = await back.get('/v1/payments', { headers: { connection: 'close' } });
        const [, left] = /r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '') ?? [];
        expect(Number(left)).toBeGreaterThan(50);
      });
    },
  );

  it('row 7: payments are taken all the same', async () => {
    way.cut();
    const client = await freshClient();
    const answer = await client.post('/v1/payments', { amount: { value: 1000, currency: 'USD' } });
    way.restore();
    expect(answer.status).toBe(201);
  });
});

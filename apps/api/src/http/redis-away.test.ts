import { eventually, forThisFile, startOwnRedis, startStack, startTcpProxy, type Client } from '@svc/testing';
import { afterAll, describe, expect, it } from 'vitest';

const redis = await startOwnRedis();
afterAll(() => redis.stop());
const way = await forThisFile(startTcpProxy('127.0.0.1', Number(new URL(redis.url).port)));
const env = { REDIS_URL: way.through(redis.url), API_PROCESSES: '2' };
const stack = await forThisFile(startStack({ worker: 0, env }));

async function freshClient(): Promise<Client> {
  return stack.client((await stack.createAccount('free')).testKey);
}

const statusOf = async (client: Client): Promise<number> =>
  (await client.get('/v1/payments', { headers: { connection: 'close' } })).status;

/** Counts admitted and refused requests, and the longest response time. */
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

describe('the rate limit during an outage of Redis', () => {
  it.each(['cut', 'block'] as const)(
    'row 7: %s: each process admits its share without delay, and shares again when Redis is back',
    async (fault) => {
      const before = await freshClient();
      expect((await admitted(before, 5)).ok).toBe(5);
      way[fault]();
      const client = await freshClient();
      // 100 requests shared by two processes, which the connections reach in turn.
      const { ok, refused, longestMs } = await admitted(client, 140);
      expect([ok, refused]).toEqual([100, 40]);
      expect(longestMs).toBeLessThan(2_000);

      way.mend();
      const back = await freshClient();
      await eventually(async () => {
        const answer = await back.get('/v1/payments', { headers: { connection: 'close' } });
        const [, left] = /r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '') ?? [];
        expect(Number(left)).toBeGreaterThan(50);
      });
    },
  );

  it('row 7: payments are still accepted', async () => {
    way.cut();
    const client = await freshClient();
    const answer = await client.post('/v1/payments', { amount: { value: 1000, currency: 'USD' } });
    way.mend();
    expect(answer.status).toBe(201);
  });
});

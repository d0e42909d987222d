import { randomUUID } from 'node:crypto';
import { eventually, forThisFile, problem, startOwnRedis, startStack, type Client } from '@svc/testing';
import { afterAll, describe, expect, it } from 'vitest';

const TOKEN = 'correct-horse-battery-staple';
const amount = { value: 1000, currency: 'USD' };

const redis = await startOwnRedis();
afterAll(() => redis.stop());
const env = { METRICS_TOKEN: TOKEN, REDIS_URL: redis.url, FAILED_AUTH_LIMIT: '60' };
const stack = await forThisFile(startStack({ worker: 0, cuttable: true, env }));
const client = stack.client((await stack.createAccount('free')).testKey);

/** The values of all samples, by name and labels as in the text. */
async function scrape(): Promise<Map<string, number>> {
  const { status, text } = await stack.client(TOKEN).get('/metrics');
  expect(status).toBe(200);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

describe('GET /metrics', () => {
  it('401 without the token, and no metrics', async () => {
    for (const reader of [stack.client(), stack.client(`${TOKEN}s`), client]) {
      const answer = await reader.get('/metrics');
      expect(problem(answer)).toEqual([401, 'unauthorized']);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('200 in the text format, with requests by operation, without content of requests', async () => {
    const before = await scrape();
    const created = await client.post('/v1/payments', { amount });
    await client.get(`/v1/payments/${String(created.body['id'])}`);
    await client.get('/v1/payments/pay_1');
    await client.get(`/v1/nothing/${randomUUID()}`);
    await stack.client().get('/v1/payments');
    const after = await scrape();
    const grown = (sample: string): number => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
    const requests = (labels: string): number => grown(`svc_http_requests_total{${labels}}`);
    expect(requests('operation="createPayment",method="POST",status="201"')).toBe(1);
    expect(requests('operation="getPayment",method="GET",status="200"')).toBe(1);
    expect(requests('operation="getPayment",method="GET",status="404"')).toBe(1);
    expect(requests('operation="none",method="GET",status="404"')).toBe(1);
    expect(requests('operation="listPayments",method="GET",status="401"')).toBe(1);
    // Probes, and scrapes such as this one, are not counted.
    expect(requests('operation="operational",method="GET",status="200"')).toBe(0);
    expect(grown('svc_http_request_duration_seconds_count{operation="getPayment"}')).toBe(2);
    expect(grown('svc_create_batch_size_sum')).toBe(1);
    expect(grown('svc_create_wait_seconds_count')).toBe(1);
    // The scrape itself.
    expect(after.get('svc_http_requests_in_flight')).toBe(1);
  });

  it('200 with repeated requests counted again, and durations without ?wait', async () => {
    const before = await scrape();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { amount, metadata: { sandbox: 'hold' } };
    for (let n = 0; n < 3; n += 1) await client.post('/v1/payments', body, { headers });
    await client.post('/v1/payments?wait=0', { amount });
    const after = await scrape();
    const grown = (sample: string): number => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
    expect(grown('svc_idempotent_replays_total')).toBe(2);
    expect(grown('svc_http_requests_total{operation="createPayment",method="POST",status="201"}')).toBe(4);
    expect(grown('svc_http_request_duration_seconds_count{operation="createPayment"}')).toBe(3);
  });

  it('200 with requests over the limit of an account, and of an address', async () => {
    const refused = async (from: Client, count: number): Promise<number> => {
      const answers = await Promise.all(Array.from({ length: count }, () => from.get('/v1/payments/pay_1')));
      return answers.filter(({ status }) => status === 429).length;
    };
    const [byAccount, byAddress] = [await refused(client, 110), await refused(stack.client(), 70)];
    expect([byAccount, byAddress].every((count) => count > 0)).toBe(true);
    const told = await scrape();
    expect(told.get('svc_rate_limited_total{limit="account"}')).toBe(byAccount);
    expect(told.get('svc_rate_limited_total{limit="address"}')).toBe(byAddress);
  });

  it('200 in time during an outage of Postgres and Redis, which it reports', async () => {
    await eventually(async () => {
      const told = await scrape();
      expect([told.get('svc_postgres_up'), told.get('svc_redis_up')]).toEqual([1, 1]);
    });
    stack.postgres.block();
    await redis.stop();
    await eventually(async () => {
      const asked = performance.now();
      const told = await scrape();
      expect(performance.now() - asked).toBeLessThan(2_500);
      expect([told.get('svc_postgres_up'), told.get('svc_redis_up')]).toEqual([0, 0]);
      expect([...told.keys()].join()).not.toMatch(/svc_due_rows|svc_queue_jobs/);
      expect(told.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    });
    stack.postgres.mend();
    await eventually(async () => expect((await scrape()).get('svc_postgres_up')).toBe(1), { timeoutMs: 20_000 });
  });
});

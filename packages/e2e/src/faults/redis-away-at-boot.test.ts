import {
  createClient,
  eventually,
  expectReconciled,
  startReceiver,
  startStack,
  type Receiver,
  type Stack,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let receiver: Receiver;
let stack: Stack;

beforeAll(async () => {
  receiver = await startReceiver();
  stack = await startStack({ env: { REDIS_URL: 'redis://:hunter2hunter2@localhost:1' } });
});

afterAll(async () => {
  await stack.close();
  await receiver.close();
});

describe('row 7: no Redis at REDIS_URL when the processes boot', () => {
  it('row 7: payments complete and webhooks are delivered, from Postgres', async () => {
    const client = createClient(stack.apiUrl, (await stack.createAccount()).testKey);
    const webhook = { url: `${receiver.url}/hook`, events: ['payment.completed'] };
    expect((await client.post('/v1/webhooks', webhook)).status).toBe(201);
    const payment = await client.post('/v1/payments', { amount: { value: 1000, currency: 'USD' } });
    expect(payment.status).toBe(201);
    const delivered = await receiver.waitFor(({ path }) => path === '/hook');
    expect(delivered.parsed).toMatchObject({ data: { id: payment.body['id'] } });
  });

  it('row 7: each process logs once for each feature that lacks Redis, names the setting, and is then quiet', async () => {
    // By now each process has tried to connect many times.
    const told = await eventually(() => {
      const lines = stack.logs().filter((line) => line.includes('ECONNREFUSED'));
      expect(new Set(lines.map((line) => line.slice(0, '[worker 1]'.length))).size).toBe(2);
      return lines;
    });
    const events = told.map((line) => `${/\[(\w+)/.exec(line)?.[1]}: ${/"event":"(\w+)"/.exec(line)?.[1]}`);
    expect(events.sort()).toEqual([
      'api: limits_local',
      'api: redis_unreachable',
      'worker: queue_error',
      'worker: redis_unreachable',
    ]);
    for (const line of told) {
      expect(line).toContain('"level":"warn"');
      expect(line).toContain('REDIS_URL');
      expect(line).not.toContain('hunter2hunter2');
    }
  });
});

it('afterwards a reconciliation of every account finds no difference', () => expectReconciled(stack));

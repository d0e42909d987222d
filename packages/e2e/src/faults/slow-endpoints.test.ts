import {
  answer,
  createClient,
  eventually,
  expectReconciled,
  hang,
  startReceiver,
  startStack,
  type Client,
  type Receiver,
  type Stack,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PAYMENTS = 300;
const amount = { value: 1000, currency: 'USD' };

let hanging: Receiver;
let good: Receiver;
let stack: Stack;

beforeAll(async () => {
  [hanging, good] = await Promise.all([startReceiver(), startReceiver()]);
  stack = await startStack({
    env: {
      WEBHOOK_TIMEOUT: '6s',
      WEBHOOK_RETRY_DELAYS: '2s,2s,2s',
      DELIVERY_LEASE: '20s',
      DELIVERY_CONCURRENCY: '40',
    },
  });
});

afterAll(async () => {
  await stack.close();
  await Promise.all([hanging.close(), good.close()]);
});

async function payer(...urls: string[]): Promise<Client> {
  const client = createClient(stack.apiUrl, (await stack.createAccount('enterprise')).testKey);
  for (const url of urls) await client.post('/v1/webhooks', { url, events: ['payment.pending'] });
  return client;
}

async function pay(client: Client, times: number): Promise<void> {
  const create = () => client.post('/v1/payments', { amount, metadata: { sandbox: 'hold' } });
  await Promise.all(Array.from({ length: times }, create));
}

async function putOff(): Promise<number> {
  const rows = await stack.query(`SELECT count(*)::int AS n FROM deliveries WHERE reason = 'endpoint_busy'`);
  return Number(rows[0]?.['n']);
}

describe('row 20: an endpoint that hangs', () => {
  it('holds up neither the others of its account nor other accounts, and gets everything once it answers', async () => {
    hanging.respond('*', hang);
    const owner = await payer(`${hanging.url}/hangs`, `${good.url}/beside`);
    const other = await payer(`${good.url}/other`);
    await pay(owner, PAYMENTS);
    await pay(other, PAYMENTS);
    await eventually(() => expect(good.requests).toHaveLength(2 * PAYMENTS), { timeoutMs: 60_000 });
    // Nobody waited for it: most of what is its own has not even been tried.
    expect(hanging.requests.length).toBeLessThan(PAYMENTS / 2);
    await eventually(async () => expect(await putOff()).toBeGreaterThan(PAYMENTS / 3), { timeoutMs: 20_000 });

    hanging.respond('*', answer(200));
    const delivered = `SELECT count(*)::int AS n FROM deliveries WHERE status = 'delivered'`;
    await eventually(async () => expect(await stack.query(delivered)).toEqual([{ n: 3 * PAYMENTS }]), {
      timeoutMs: 60_000,
    });
    expect(await putOff()).toBe(0);
    expect(good.requests).toHaveLength(2 * PAYMENTS);
  }, 180_000);
});

describe('many endpoints that hang', () => {
  it('keep no more connections waiting than three times the places of the worker', async () => {
    let [waiting, most] = [0, 0];
    hanging.respond('*', (response) => {
      waiting += 1;
      most = Math.max(most, waiting);
      response.once('close', () => (waiting -= 1));
    });
    const owners = await Promise.all(
      Array.from({ length: 8 }, (_, account) =>
        payer(...Array.from({ length: 10 }, (_, n) => `${hanging.url}/${account}/${n}`)),
      ),
    );
    const other = await payer(`${good.url}/healthy`);
    const healthy = () => good.requests.filter(({ path }) => path === '/healthy');
    await pay(other, 1);
    await eventually(() => expect(healthy()).toHaveLength(1));
    for (const owner of owners) await pay(owner, 25);
    await pay(other, 50);
    await eventually(() => expect(healthy()).toHaveLength(51), { timeoutMs: 30_000 });
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(3 * 40);
  }, 120_000);
});

it('afterwards a reconciliation of every account finds no difference', () => expectReconciled(stack));

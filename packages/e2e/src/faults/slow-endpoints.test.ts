import {
  answer,
  createClient,
  eventually,
  expectReconciled,
  hang,
  startReceiver,
  startStack,
  type Client,
  type ReceivedRequest,
  type Receiver,
  type Stack,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PAYMENTS = 300;
const PLACES = 40;
/** Deliveries to two busy endpoints, and their response time: less than a sixth of the timeout. */
const BUSY = 2_000;
const RESPONDS_AFTER_MS = 400;
/** For a delivery to another endpoint of the account, beside half a minute's work of two workers. */
const MAX_DELAY_MS = 4_000;
/** Number of hanging deliveries. For more: `HANGING_DELIVERIES=10000 npm run test:faults -- -t 'many endpoints'`. */
const HANGING = Number(process.env['HANGING_DELIVERIES'] ?? 2_000);
const OWNERS = 8;
const ENDPOINTS = 10;
/** The worker's heap grows with any work, much more than with the state of waiting deliveries. */
const MAX_GROWTH_BYTES = 100e6 + HANGING * 1_000;
const amount = { value: 1000, currency: 'USD' };

let hanging: Receiver;
let good: Receiver;
let stack: Stack;

beforeAll(async () => {
  [hanging, good] = await Promise.all([startReceiver(), startReceiver()]);
  stack = await startStack({
    worker: 2,
    env: {
      WEBHOOK_TIMEOUT: '6s',
      WEBHOOK_RETRY_DELAYS: '2s,2s,2s',
      DELIVERY_LEASE: '20s',
      DELIVERY_CONCURRENCY: String(PLACES),
      WORKER_PORT: '0',
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

async function count(condition: string): Promise<number> {
  const rows = await stack.query(`SELECT count(*)::int AS n FROM deliveries WHERE ${condition}`);
  return Number(rows[0]?.['n']);
}

const deferred = (): Promise<number> => count(`reason = 'endpoint_busy'`);
const delivered = (): Promise<number> => count(`status = 'delivered'`);
const unsettled = (): Promise<number> => count(`status IN ('pending', 'delivering')`);

describe('row 20: endpoints that respond in time, but get more than they take', () => {
  it('delay no other endpoint of their account, and get everything', async () => {
    hanging.respond('*', answer(200, { delayMs: RESPONDS_AFTER_MS }));
    const owner = await payer(`${hanging.url}/busy`, `${hanging.url}/busy`);
    await owner.post('/v1/webhooks', { url: `${good.url}/quiet`, events: ['customer.created'] });
    const quiet = () => good.requests.filter(({ path }) => path === '/quiet');
    for (let n = 0; n < 10; n++) {
      await Promise.all([pay(owner, BUSY / 20), owner.post('/v1/customers', { email: `quiet-${n}@example.com` })]);
    }
    await eventually(() => expect(quiet()).toHaveLength(10), { timeoutMs: 60_000 });
    expect(Math.max(...quiet().map(delayMs))).toBeLessThan(MAX_DELAY_MS);
    await eventually(async () => expect(await unsettled()).toBe(0), { timeoutMs: 120_000 });
  }, 240_000);
});

describe('row 20: an endpoint that hangs', () => {
  beforeAll(() => stack.stopWorker(stack.workers[1]));

  it('delays neither other endpoints of its account nor other accounts, and gets everything once it responds', async () => {
    hanging.respond('*', hang);
    const before = await delivered();
    const owner = await payer(`${hanging.url}/hangs`, `${good.url}/beside`);
    const other = await payer(`${good.url}/other`);
    await pay(owner, PAYMENTS);
    await pay(other, PAYMENTS);
    const reached = () => good.requests.filter(({ path }) => path === '/beside' || path === '/other');
    await eventually(() => expect(reached()).toHaveLength(2 * PAYMENTS), { timeoutMs: 60_000 });
    // No other endpoint waited for it: most of its own deliveries have not even been attempted.
    expect(hanging.requests.filter(({ path }) => path === '/hangs').length).toBeLessThan(PAYMENTS / 2);
    await eventually(async () => expect(await deferred()).toBeGreaterThan(PAYMENTS / 3), { timeoutMs: 20_000 });

    hanging.respond('*', answer(200));
    await eventually(async () => expect(await delivered()).toBe(before + 3 * PAYMENTS), { timeoutMs: 60_000 });
    expect(await deferred()).toBe(0);
    expect(reached()).toHaveLength(2 * PAYMENTS);
  }, 180_000);
});

/** In bytes, as the first worker reports it. */
async function memory(): Promise<number> {
  const { text } = await createClient(`http://127.0.0.1:${String(stack.workers[0]?.port)}`).get('/metrics');
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
}

/** From the creation of the event to its arrival. */
function delayMs({ at, parsed }: ReceivedRequest): number {
  return at.getTime() - Date.parse((parsed as { created: string }).created);
}

describe('many endpoints that hang', () => {
  it(
    "use up neither all connections nor the worker's memory, and delay no other delivery",
    async () => {
      let sockets = 0;
      const tried = new Set<string>();
      hanging.respond('*', (_, { path }) => {
        tried.add(path);
        sockets = Math.max(sockets, hanging.openConnections);
      });
      const owners = await Promise.all(
        Array.from({ length: OWNERS }, (_, account) =>
          payer(...Array.from({ length: ENDPOINTS }, (_, n) => `${hanging.url}/${account}/${n}`)),
        ),
      );
      const other = await payer(`${good.url}/healthy`);
      const healthy = () => good.requests.filter(({ path }) => path === '/healthy');
      await pay(other, 1);
      await eventually(() => expect(healthy()).toHaveLength(1));
      const memoryBefore = await memory();
      let memoryAtMost = memoryBefore;
      for (const owner of owners) {
        await pay(owner, Math.ceil(HANGING / OWNERS / ENDPOINTS));
        await pay(other, 5);
        memoryAtMost = Math.max(memoryAtMost, await memory());
      }
      await eventually(
        async () => {
          memoryAtMost = Math.max(memoryAtMost, await memory());
          expect(healthy()).toHaveLength(1 + 5 * OWNERS);
          expect(tried.size).toBe(OWNERS * ENDPOINTS);
        },
        { timeoutMs: 60_000 },
      );
      const delays = healthy().map(delayMs);
      const figures = {
        hanging: await unsettled(),
        sockets,
        memoryBefore,
        memoryAtMost,
        healthyMs: Math.max(...delays),
      };
      process.stdout.write(`${JSON.stringify(figures)}\n`);
      expect(figures.hanging).toBeGreaterThanOrEqual(HANGING);
      expect(sockets).toBeGreaterThan(0);
      expect(sockets).toBeLessThanOrEqual(3 * PLACES);
      expect(memoryAtMost - memoryBefore).toBeLessThan(MAX_GROWTH_BYTES);
    },
    120_000 + HANGING * 20,
  );
});

it('afterwards a reconciliation of every account finds no difference', () => expectReconciled(stack));

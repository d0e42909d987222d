import {
  createClient,
  eventually,
  expectReconciled,
  startOwnStandby,
  startReceiver,
  startStack,
  type Client,
  type Receiver,
  type Stack,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MAX_MS = 40_000;
const amount = { value: 1000, currency: 'USD' };

let receiver: Receiver;
let stack: Stack;
let standby: Awaited<ReturnType<typeof startOwnStandby>>;
let client: Client;

beforeAll(async () => {
  receiver = await startReceiver();
  const env = { WEBHOOK_TIMEOUT: '2s', DELIVERY_LEASE: '12s', PAYMENT_LEASE: '5s' };
  stack = await startStack({ ownServers: true, env });
  client = createClient(stack.apiUrl, (await stack.createAccount('enterprise')).testKey);
  standby = await startOwnStandby(stack.servers.postgres.url);
}, 40_000);

afterAll(async () => {
  // Lets connections close that still wait for data.
  stack.servers.postgres.link.mend();
  await stack.close();
  await standby.stop();
  await receiver.close();
});

interface Asked {
  readonly what: string;
  readonly status: number;
  readonly code: unknown;
  readonly ms: number;
}

const answers: Asked[] = [];
const acknowledged: string[] = [];

async function ask(what: string, request: () => ReturnType<Client['get']>): Promise<number> {
  const begun = performance.now();
  const { status, body } = await request();
  answers.push({ what, status, code: body['code'], ms: performance.now() - begun });
  if (what === 'create' && status === 201) acknowledged.push(String(body['id']));
  return status;
}

const create = (): Promise<number> => ask('create', () => client.post('/v1/payments', { amount }));
const list = (): Promise<number> => ask('list', () => client.get('/v1/payments?limit=2'));
const follow = (): Promise<number> => ask('follow', () => client.get('/v1/events?order=asc&limit=2'));

/** Sends requests one after the other until it is stopped. */
async function keepAsking(requests: readonly (() => Promise<number>)[], goOn: () => boolean): Promise<void> {
  for (let n = 0; goOn(); n++) await requests[n % requests.length]?.();
}

/** Edits an existing customer. */
async function editor(): Promise<() => Promise<number>> {
  const { body } = await client.post('/v1/customers', { email: 'ada@example.com' });
  const path = `/v1/customers/${String(body['id'])}`;
  let n = 0;
  return () => ask('edit', () => client.send('PATCH', path, { firstName: `Ada ${n++}` }));
}

const ready = async (): Promise<number> => (await client.get('/readyz')).status;

describe('row 41: the primary vanishes, and a standby takes over its address', () => {
  let readyOnStandby: number[];
  let onStandby: Asked[];

  beforeAll(async () => {
    const { link, url } = stack.servers.postgres;
    const webhook = { url: `${receiver.url}/vanished`, events: ['payment.completed'] };
    expect((await client.post('/v1/webhooks', webhook)).status).toBe(201);
    let asking = true;
    const requests = [[create, list], [create], [await editor()], [follow, list]];
    const before = requests.map((each) => keepAsking(each, () => asking));
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(8));

    link.block();
    await eventually(async () => expect(await ready()).toBe(503), { timeoutMs: 5_000 });
    asking = false;
    link.leadTo(Number(new URL(standby.url).port));
    const met = answers.length;
    readyOnStandby = [];
    let hanging = true;
    const look = async (): Promise<number> => readyOnStandby.push(await ready());
    const meanwhile = [
      [create, look],
      [list, follow],
    ].map((each) => keepAsking(each, () => hanging));
    await Promise.all(before);
    hanging = false;
    await Promise.all(meanwhile);
    onStandby = answers.slice(met);
    link.leadTo(Number(new URL(url).port));
  }, 90_000);

  it('row 41: no request gets 500', () => {
    expect(answers.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
    expect(answers.filter(({ status, code }) => status === 503 && code !== 'unavailable')).toEqual([]);
  });

  it('row 41: no request takes longer than 40 s', () => {
    expect(answers.filter(({ ms }) => ms >= MAX_MS)).toEqual([]);
  });

  it('row 41: on the standby no write is acknowledged, and the process is not ready', () => {
    expect(onStandby.length).toBeGreaterThan(10);
    expect(new Set(onStandby.map(({ status }) => status))).toEqual(new Set([503]));
    expect(new Set(readyOnStandby)).toEqual(new Set([503]));
    expect(stack.logs().some((line) => line.includes('StandbyRefused'))).toBe(true);
  });

  it('row 41: when the primary is back, the service recovers without help', async () => {
    await eventually(async () => expect(await ready()).toBe(200));
    await eventually(async () => expect(await create()).toBe(201));
    await eventually(
      async () => {
        expect(await stack.query(`SELECT id FROM payments WHERE status <> 'completed'`)).toEqual([]);
        expect(await stack.query(`SELECT id FROM deliveries WHERE status <> 'delivered'`)).toEqual([]);
      },
      { timeoutMs: 60_000, intervalMs: 200 },
    );
    const stored = (await stack.query('SELECT id::text AS id FROM payments')).map(({ id }) => `pay_${String(id)}`);
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    const arrived = receiver.requests.map(({ parsed }) => (parsed as { data: { id: string } }).data.id);
    expect(arrived).toEqual(expect.arrayContaining(acknowledged));
  }, 70_000);
});

it('afterwards a reconciliation of every account finds no difference', () => expectReconciled(stack));

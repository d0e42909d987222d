import {
  createClient,
  eventually,
  expectReconciled,
  startNameServer,
  startReceiver,
  startStack,
  type Client,
  type NameServer,
  type ReceivedRequest,
  type Receiver,
  type Stack,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SILENT_ENDPOINTS = 30;
const ROUNDS = 6;
const PAYMENTS = 8;
const OWN_ENDPOINTS = 3;
const amount = { value: 1000, currency: 'USD' };

let names: NameServer;
let receiver: Receiver;
let stack: Stack;

beforeAll(async () => {
  [names, receiver] = await Promise.all([startNameServer(), startReceiver({ tls: false })]);
  names.respond(({ name }) => (name.endsWith('.silent.test') ? 'silent' : { addresses: ['127.0.0.1'], ttl: 1 }));
  stack = await startStack({
    postgresByName: true,
    env: {
      WEBHOOK_DNS_SERVERS: names.address,
      WEBHOOK_RETRY_DELAYS: '1s,1s',
      WEBHOOK_TIMEOUT: '6s',
      DELIVERY_LEASE: '20s',
      DATABASE_POOL: '16',
    },
  });
});

afterAll(async () => {
  await stack.close();
  await Promise.all([names.close(), receiver.close()]);
});

async function client(): Promise<Client> {
  return createClient(stack.apiUrl, (await stack.createAccount('enterprise')).testKey);
}

interface Measured {
  readonly statuses: number[];
  /** The slowest of each, in milliseconds. */
  readonly create: number;
  readonly register: number;
  readonly deliver: number;
}

/** The work of an unaffected account: registers endpoints with new names, pays, and receives deliveries. */
async function work(round: string): Promise<Measured> {
  const account = await client();
  const statuses: number[] = [];
  const timed = async (path: string, body: object): Promise<number> => {
    const begun = performance.now();
    statuses.push((await account.post(path, body)).status);
    return performance.now() - begun;
  };
  const registered: number[] = [];
  for (let n = 0; n < OWN_ENDPOINTS; n++) {
    const url = `http://n${n}.${round}.shop.test:${receiver.port}/${round}`;
    registered.push(await timed('/v1/webhooks', { url, events: ['payment.pending'] }));
  }
  const pay = () => timed('/v1/payments', { amount, metadata: { sandbox: 'hold' } });
  const created = await Promise.all(Array.from({ length: PAYMENTS }, pay));
  const arrived = await eventually(
    () => {
      const found = receiver.requests.filter(({ path }) => path === `/${round}`);
      expect(found).toHaveLength(PAYMENTS * OWN_ENDPOINTS);
      return found;
    },
    { timeoutMs: 60_000 },
  );
  return {
    statuses,
    create: Math.max(...created),
    register: Math.max(...registered),
    deliver: Math.max(...arrived.map(delayMs)),
  };
}

/** From the creation of the event to its arrival. */
function delayMs({ at, parsed }: ReceivedRequest): number {
  return at.getTime() - Date.parse((parsed as { created: string }).created);
}

async function several(kind: string): Promise<Measured> {
  const all: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) all.push(await work(`${kind}${round}`));
  const most = (of: 'create' | 'register' | 'deliver') => Math.round(Math.max(...all.map((each) => each[of])));
  return {
    statuses: all.flatMap(({ statuses }) => statuses),
    create: most('create'),
    register: most('register'),
    deliver: most('deliver'),
  };
}

/** Causes continuous lookups of silent names: in the API by changes of the endpoints, in the worker by payments. */
async function storm(attacker: Client, webhooks: readonly string[], over: () => boolean): Promise<void> {
  for (let n = 0; !over(); n++) {
    await Promise.all([
      ...webhooks.map((id) => attacker.send('PATCH', `/v1/webhooks/${id}`, { url: `http://n${n}.${id}.silent.test/` })),
      attacker.post('/v1/payments', { amount, metadata: { sandbox: 'hold' } }),
    ]);
  }
}

describe('row 36: endpoints with names that no server resolves', () => {
  it('delay only their own account', async () => {
    await work('first');
    const before = await several('before');
    const attacker = await client();
    const register = async (n: number): Promise<string> => {
      const webhook = { url: `http://first.n${n}.silent.test/`, events: ['payment.pending'] };
      const { status, body } = await attacker.post('/v1/webhooks', webhook);
      expect(status).toBe(201);
      return String(body['id']);
    };
    const webhooks = await Promise.all(Array.from({ length: SILENT_ENDPOINTS }, (_, n) => register(n)));
    let isOver = false;
    const storming = storm(attacker, webhooks, () => isOver);
    await eventually(() => {
      // The worker looks them up as well: four at a time, A and AAAA each, in each process.
      expect(names.asked.filter(({ name }) => name.endsWith('.silent.test')).length).toBeGreaterThan(40);
    });
    const during = await several('during').finally(() => {
      isOver = true;
    });
    await storming;
    process.stdout.write(
      `${JSON.stringify({ before, during }, (key, value: unknown) => (key === 'statuses' ? undefined : value))}\n`,
    );

    expect(new Set(during.statuses)).toEqual(new Set([201]));
    // Blocked lookups would delay these by seconds to minutes; the factor allows for a busy machine.
    for (const what of ['create', 'register', 'deliver'] as const) {
      expect([what, during[what]]).toEqual([what, expect.toSatisfy((ms: number) => ms < 5 * before[what] + 1_000)]);
    }
  }, 240_000);

  it('fail with dns_failure, visibly', () =>
    eventually(
      async () => {
        const rows = await stack.query(`SELECT DISTINCT error FROM delivery_attempts WHERE error IS NOT NULL`);
        expect(rows).toEqual([{ error: 'dns_failure' }]);
      },
      { timeoutMs: 30_000 },
    ));
});

it('afterwards a reconciliation of every account finds no difference', () => expectReconciled(stack));

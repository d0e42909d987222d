import {
  createClient,
  eventually,
  expectReconciled,
  startStack,
  type Account,
  type Client,
  type Stack,
} from '@svc/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const DAY_MS = 86_400_000;
const TIMEOUT_MS = 240_000;
const amount = { value: 1000, currency: 'USD' };

let stack: Stack;
let account: Account;
let client: Client;
let customerId: string;

async function start(workers: number): Promise<void> {
  // Work of a killed worker is taken over after its lease.
  stack = await startStack({ worker: workers, env: { PAYMENT_LEASE: '6s', SWEEP_INTERVAL: '250ms' } });
  account = await stack.createAccount('enterprise');
  client = createClient(stack.apiUrl, account.testKey);
  const { body } = await client.post('/v1/payments', { amount, customer: { email: 'ada@example.com' } });
  customerId = (body['customer'] as { id: string }).id;
}

// The ledger must agree after every fault.
afterEach(async () => {
  try {
    await expectReconciled(stack);
  } finally {
    await stack.close();
  }
});

async function subscribe(description: string, startAt?: Date): Promise<string> {
  const terms = { customerId, amount, interval: 'day', intervalCount: 1, description, startAt: startAt?.toISOString() };
  const answer = await client.post('/v1/subscriptions', terms);
  expect(answer.status).toBe(201);
  return String(answer.body['id']).slice('sub_'.length);
}

/** The periods and payments of each subscription, by its description. */
function charged(): Promise<Record<string, unknown>[]> {
  return stack.query(
    `SELECT s.description, s.status, s.period,
            (SELECT count(*)::int FROM subscription_periods p
              WHERE p.subscription_id = s.id AND p.state = 'paid' AND p.attempts = 1) AS paid,
            (SELECT count(*)::int FROM payments p WHERE p.description = s.description) AS payments,
            (SELECT count(*)::int FROM payments p
              WHERE p.description = s.description AND p.status = 'completed') AS completed
       FROM subscriptions s ORDER BY s.id`,
  );
}

describe('with two workers', () => {
  beforeEach(() => start(2));

  it(
    'charges each subscription once when all are due at the same time',
    async () => {
      const startAt = new Date(Date.now() + 4_000);
      const names = Array.from({ length: 40 }, (_, n) => `racing ${n}`);
      await Promise.all(names.map((name) => subscribe(name, startAt)));
      await eventually(
        async () => {
          const all = await charged();
          expect(all.map(({ completed }) => completed)).toEqual(names.map(() => 1));
        },
        { timeoutMs: 30_000 },
      );
      for (const row of await charged()) {
        expect(row).toMatchObject({ status: 'active', period: 0, paid: 1, payments: 1, completed: 1 });
      }
    },
    TIMEOUT_MS,
  );

  it(
    'charges every period once although workers are killed while the clock advances, and the clock arrives',
    async () => {
      const startAt = new Date(Date.now() + DAY_MS / 2);
      await Promise.all(Array.from({ length: 5 }, (_, n) => subscribe(`surviving ${n}`, startAt)));
      expect((await client.post('/v1/test/clock/advance', { by: 'P8D' })).status).toBe(202);
      const periods = async (): Promise<number> => {
        const [row] = await stack.query('SELECT count(*)::int AS n FROM subscription_periods');
        return Number(row?.['n']);
      };
      for (const reached of [10, 25]) {
        await eventually(async () => expect(await periods()).toBeGreaterThanOrEqual(reached), { timeoutMs: 60_000 });
        await stack.killWorker();
        await stack.startWorker();
      }
      await eventually(async () => expect((await client.get('/v1/test/clock')).body['status']).toBe('idle'), {
        timeoutMs: 150_000,
        intervalMs: 500,
      });
      await eventually(
        async () => {
          for (const row of await charged()) {
            expect(row).toMatchObject({ status: 'active', period: 7, paid: 8, payments: 8, completed: 8 });
          }
        },
        { timeoutMs: 60_000 },
      );
    },
    TIMEOUT_MS,
  );
});

describe('when no worker ran for three periods', () => {
  beforeEach(() => start(0));

  it(
    'charges each period, in order, one after the other',
    async () => {
      await subscribe('missed', new Date(Date.now() + DAY_MS));
      await stack.query(`UPDATE environments SET clock_offset = interval '84 hours' WHERE mode = 'test'`);
      await stack.startWorker();
      await eventually(
        async () => {
          expect(await charged()).toMatchObject([{ status: 'active', period: 2, paid: 3, payments: 3, completed: 3 }]);
        },
        { timeoutMs: 60_000 },
      );
      const payments = await stack.query(
        `SELECT id_time(id) AS created, updated_at AS settled FROM payments WHERE description = 'missed' ORDER BY id`,
      );
      for (const [index, { created }] of payments.slice(1).entries()) {
        expect((created as Date) >= (payments[index]?.['settled'] as Date)).toBe(true);
      }
    },
    TIMEOUT_MS,
  );
});

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient, startStack, type Account, type Stack } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const PAYMENTS = 3_000;

let stack: Stack;
let schemaBefore: unknown;
let accounts: Account[];

beforeAll(async () => {
  // The oldest of a year of events would exceed a retention of one year.
  stack = await startStack({ env: { EVENT_RETENTION_DAYS: '400' } });
  schemaBefore = await schema();
  accounts = JSON.parse(
    await script('seed.mjs', '--payments', `${PAYMENTS}`, '--accounts', '3', '--json'),
  ) as Account[];
});

afterAll(async () => {
  // Compares the ledger with the payments of the seed and of the test.
  await stack.close();
});

describe('npm run seed', () => {
  it('creates the requested payments in each of their states, with refunds, all listed by the API', async () => {
    const counts = await Promise.all(accounts.map(({ testKey }) => everything(testKey, '/v1/payments?limit=100')));
    const payments = counts.flat();
    expect(payments).toHaveLength(PAYMENTS);
    expect(new Set(payments.map(({ status }) => status))).toEqual(new Set(['pending', 'completed', 'failed']));
    const client = createClient(stack.apiUrl, accounts[0]?.testKey ?? '');
    for (const status of ['pending', 'completed', 'failed']) {
      expect((await client.get(`/v1/payments?limit=1&status=${status}`)).body['data']).toMatchObject([{ status }]);
    }
    for (const status of ['completed', 'failed']) {
      expect((await client.get(`/v1/refunds?limit=1&status=${status}`)).body['data']).toMatchObject([{ status }]);
    }
  });

  it('has an event for each state, and includes all payments in the summary', async () => {
    const key = accounts[0]?.testKey ?? '';
    const [payments, events] = await Promise.all([
      everything(key, '/v1/payments?limit=100'),
      everything(key, '/v1/events?limit=100&order=desc'),
    ]);
    const told = (type: string) => events.filter((event) => event['type'] === type).length;
    expect(told('payment.pending')).toBe(payments.length);
    expect(told('payment.completed')).toBe(payments.filter(({ status }) => status === 'completed').length);
    expect(told('payment.failed')).toBe(payments.filter(({ status }) => status === 'failed').length);
    expect(told('refund.completed')).toBeGreaterThan(0);
    expect(told('customer.created')).toBeGreaterThan(0);

    const first = (await createClient(stack.apiUrl, key).get('/v1/events?limit=1&order=asc')).body['data'];
    expect(first).toMatchObject([{ type: 'customer.created' }]);

    const range = `createdFrom=${daysAgo(367)}T00:00:00Z&interval=month`;
    const summary = await createClient(stack.apiUrl, key).get(`/v1/analytics/summary?${range}`);
    const months = summary.body['data'] as { count: number }[];
    expect(months.reduce((sum, { count }) => sum + count, 0)).toBe(payments.length);
  });

  it('creates payments that behave like any other: a pending one can be approved, a completed one refunded', async () => {
    const client = createClient(stack.apiUrl, accounts[0]?.testKey ?? '');
    const [waiting] = (await client.get('/v1/payments?limit=1&status=pending')).body['data'] as { id: string }[];
    expect((await client.post(`/v1/payments/${waiting?.id}/approve`, {})).status).toBe(200);
    const [paid] = (await client.get('/v1/payments?limit=1&status=completed')).body['data'] as { id: string }[];
    expect((await client.post('/v1/refunds', { paymentId: paid?.id })).status).toBe(201);
    expect((await client.get(`/v1/payments/${paid?.id}/timeline`)).status).toBe(200);
    expect((await client.get('/v1/deliveries?limit=5')).body['data']).toHaveLength(5);
  });

  it('leaves every index, constraint and trigger as it was', async () => {
    expect(await schema()).toEqual(schemaBefore);
  });

  it('leaves an installation that passes npm run doctor', async () => {
    const { findings } = JSON.parse(await script('doctor.mjs', '--json')) as {
      findings: { about: string; state: string; text: string }[];
    };
    expect(findings.filter(({ state, about }) => state !== 'ok' && about !== 'redis memory')).toEqual([]);
    expect(findings.find(({ about }) => about === 'ledger')?.text).toMatch(/^agrees on all \d{4} completed/);
  });

  it('refuses a database that holds live payments', async () => {
    const { liveKey } = await stack.createAccount();
    const amount = { value: 100, currency: 'USD' };
    expect((await createClient(stack.apiUrl, liveKey).post('/v1/payments', { amount })).status).toBe(201);
    const refused = script('seed.mjs', '--payments', '10');
    await expect(refused).rejects.toThrow('The database contains live payments. Use --force to seed it anyway.');
    expect(await stack.query('SELECT count(*)::int AS n FROM accounts')).toEqual([{ n: 4 }]);
  });
});

/** Runs a script on the stack's database and returns the last line of its output. */
async function script(name: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [`${root}scripts/${name}`, ...args], {
    cwd: root,
    // It drops indexes and makes them anew, as only their owner may.
    env: { ...stack.env, DATABASE_URL: stack.ownerUrl },
  });
  return stdout;
}

/** All items of a list, page by page. */
async function everything(key: string, path: string): Promise<Record<string, unknown>[]> {
  const client = createClient(stack.apiUrl, key);
  const items: Record<string, unknown>[] = [];
  for (let next: string | null = path; next !== null;) {
    const { status, body, text } = await client.get(next);
    if (status !== 200) throw new Error(text);
    const page = body as { data: Record<string, unknown>[]; nextCursor: string | null };
    items.push(...page.data);
    next = page.nextCursor === null ? null : `${path}&cursor=${page.nextCursor}`;
  }
  return items;
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** Indexes, constraints and triggers, without those of partitions, whose names Postgres chooses. */
async function schema(): Promise<unknown> {
  return stack.query(
    `SELECT pg_get_indexdef(i.indexrelid) AS definition
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
      WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
      UNION ALL
     SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conparentid = 0 AND contype IN ('f', 'u', 'p')
            AND NOT (SELECT relispartition FROM pg_class WHERE oid = conrelid)
      UNION ALL
     SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
      ORDER BY definition`,
  );
}

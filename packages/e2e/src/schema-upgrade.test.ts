import { Svc } from '@svc/sdk';
import { eventually, forThisFile, startReceiver, startStack } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const AT_ONCE = 6;

const receiver = await forThisFile(startReceiver());
const stack = await forThisFile(startStack({ own: true }));
const { testKey } = await stack.createAccount();
const svc = new Svc(testKey, { baseUrl: stack.apiUrl, maxRetries: 0 });
await svc.webhooks.create({ url: receiver.url, events: ['*'] });

/** Uses the API until it is stopped, and returns the payments that were acknowledged. No call may fail. */
function underLoad(): { readonly failed: Promise<unknown>; stop(): Promise<string[]>; done(): number } {
  let isOver = false;
  const payments: string[] = [];
  const use = async (n: number): Promise<void> => {
    for (let round = 0; !isOver; round += 1) {
      const customer = { email: `payer-${n}-${round % 3}@example.com` };
      const { id } = await svc.payments.create({ amount: { value: 1_000, currency: 'EUR' }, customer });
      payments.push(id);
      await svc.payments.retrieve(id);
      await svc.payments.list({ limit: 5 });
      await svc.events.list({ limit: 5 });
      const completed = await eventually(async () => {
        const payment = await svc.payments.retrieve(id);
        expect(payment.status).toBe('completed');
        return payment;
      });
      await svc.refunds.create({ paymentId: completed.id, amount: { value: 400, currency: 'EUR' } });
      await svc.payments.timeline(id);
    }
  };
  const all = Promise.all(Array.from({ length: AT_ONCE }, (_, n) => use(n)));
  all.catch(() => {
    isOver = true;
  });
  return {
    failed: all,
    done: () => payments.length,
    async stop() {
      isOver = true;
      await all;
      return payments;
    },
  };
}

/** What the first migration of a later version may do: add columns, an index and a table to what is in use. */
async function expand(): Promise<void> {
  const tables = await stack.query(
    `SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname <> 'migrations'`,
  );
  for (const { name } of tables) await stack.query(`ALTER TABLE ${String(name)} ADD COLUMN later text DEFAULT 'later'`);
  await stack.query('CREATE INDEX CONCURRENTLY later ON payments (environment_id, later)');
  await stack.query('CREATE TABLE of_later (id bigint PRIMARY KEY)');
  await stack.query(`INSERT INTO migrations (timestamp, name) VALUES (1899999999999, 'Later1899999999999')`);
}

describe('the schema of a later version', () => {
  it('serves processes of this version that were running before, and those that start after', async () => {
    const load = underLoad();
    const further = async (): Promise<void> => {
      const before = load.done();
      const more = eventually(() => expect(load.done()).toBeGreaterThan(before + 2 * AT_ONCE), { timeoutMs: 60_000 });
      await Promise.race([more, load.failed]);
    };
    await further();
    await expand();
    await further();
    // A process of this version that has to start again.
    await stack.startWorker();
    await stack.stopWorker();
    await stack.startApi();
    await further();
    const payments = await load.stop();

    await eventually(
      () => {
        const delivered = [...receiver.ledger().values()].length;
        expect(delivered).toBeGreaterThanOrEqual(3 * payments.length);
      },
      { timeoutMs: 60_000 },
    );
    const states = await stack.query('SELECT status, count(*)::int AS count FROM payments GROUP BY status');
    expect(states).toEqual([{ status: 'completed', count: payments.length }]);
    const [{ count } = {}] = await stack.query('SELECT count(*)::int AS count FROM refunds');
    expect(count).toBe(payments.length);
    expect(stack.logs().filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  });
});

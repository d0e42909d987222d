import { eventually, forThisFile } from '@svc/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import type { Database, Transaction } from '../platform/database/database.js';
import { type IdSource, openIdSource } from '../platform/ids.js';
import { RollUps } from './roll-ups.js';

const CURRENCIES = ['USD', 'JPY', 'KWD'];

const { database, url } = await forThisFile(openTestDatabase());
let ids: IdSource;
let pool: pg.Pool;

beforeAll(async () => {
  ids = openIdSource(database);
  pool = new pg.Pool({ connectionString: url, max: 6 });
  // The drop of the database may end a connection that is just closing.
  pool.on('error', () => {});
});

afterAll(() => pool.end());

beforeEach(async () => {
  await sql('TRUNCATE payments, refunds, events, payment_rollups CASCADE');
});

async function sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await pool.query<Record<string, unknown>>(text, values)).rows;
}

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

const EVENT = `INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
               SELECT $1, $2, $3, $4, '{}', event_epoch, pg_current_xact_id()::text::bigint FROM system_state`;

/** Creates a payment of some time in the last hundred days. */
async function pay(client: pg.ClientBase): Promise<void> {
  const environment = 1 + Math.floor(Math.random() * 2);
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, updated_at)
     SELECT $1, id_at(now() - random() * interval '100 days') + $2, 'pending', 'processing', $3, $4, '{}', 'sandbox', now()
     RETURNING id`,
    [environment, Math.floor(Math.random() * 4e6), 1 + Math.floor(Math.random() * 1e6), pick(CURRENCIES)],
  );
  await client.query(EVENT, [environment, await ids.one(), 'payment.pending', rows[0]?.id]);
}

async function settle(client: pg.ClientBase): Promise<void> {
  const status = Math.random() < 0.8 ? 'completed' : 'failed';
  const { rows } = await client.query<{ environment_id: number; id: string }>(
    `UPDATE payments p SET status = $1, stage = NULL
       FROM (SELECT environment_id, id FROM payments WHERE status = 'pending' ORDER BY random() LIMIT 1
                FOR UPDATE SKIP LOCKED) o
      WHERE p.environment_id = o.environment_id AND p.id = o.id RETURNING p.environment_id, p.id`,
    [status],
  );
  for (const { environment_id, id } of rows) {
    await client.query(EVENT, [environment_id, await ids.one(), `payment.${status}`, id]);
  }
}

/** Creates a settled refund of any completed payment, however old. */
async function refund(client: pg.ClientBase): Promise<void> {
  const status = Math.random() < 0.8 ? 'completed' : 'failed';
  const { rows } = await client.query<{ environment_id: number; id: string }>(
    `INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, metadata, failure_code, updated_at)
     SELECT environment_id, id + (random() * (id_at(now()) - id))::bigint, id, $1, 1 + amount_value / 3, currency, '{}',
            CASE $1 WHEN 'failed' THEN 'refund_failed' END, now()
       FROM payments WHERE status = 'completed' ORDER BY random() LIMIT 1
     RETURNING environment_id, id`,
    [status],
  );
  for (const { environment_id, id } of rows) {
    await client.query(EVENT, [environment_id, await ids.one(), `refund.${status}`, id]);
  }
}

/** A completed refund fails after all. */
async function reverse(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ environment_id: number; id: string }>(
    `UPDATE refunds r SET status = 'failed', failure_code = 'returned'
       FROM (SELECT environment_id, id FROM refunds WHERE status = 'completed' ORDER BY random() LIMIT 1
                FOR UPDATE SKIP LOCKED) o
      WHERE r.environment_id = o.environment_id AND r.id = o.id RETURNING r.environment_id, r.id`,
  );
  for (const { environment_id, id } of rows) {
    const eventId = await ids.one();
    await client.query(EVENT, [environment_id, eventId, 'refund.failed', id]);
    const ledger = [environment_id, eventId];
    await client.query(
      `INSERT INTO ledger_transactions (environment_id, id, source, source_id, kind, at)
       VALUES ($1, $2, 'refund', ${id}, 'reversed', now())`,
      ledger,
    );
    await client.query(
      `INSERT INTO ledger_entries (environment_id, transaction_id, account, currency, amount)
       VALUES ($1, $2, 'clearing', 'USD', 1), ($1, $2, 'refunds', 'USD', -1)`,
      ledger,
    );
  }
}

/** Simulates a client: transactions of a few changes each, which overlap with others; some are rolled back. */
async function live(transactions: number): Promise<void> {
  const client = await pool.connect();
  for (let n = 0; n < transactions; n += 1) {
    await client.query('BEGIN');
    const changes = 1 + Math.floor(Math.random() * 4);
    for (let change = 0; change < changes; change += 1) await pick([pay, pay, settle, settle, refund, reverse])(client);
    await client.query(Math.random() < 0.1 ? 'ROLLBACK' : 'COMMIT');
  }
  client.release();
}

const SCAN = `
  SELECT environment_id, bucket, currency, sum(count)::int AS count, sum(completed)::int AS completed,
         sum(failed)::int AS failed, sum(gross)::text AS gross, sum(refunded)::text AS refunded
    FROM (SELECT environment_id, date_bin('15 minutes', id_time(id), '2025-01-01') AS bucket, currency, 1 AS count,
                 (status = 'completed')::int AS completed, (status = 'failed')::int AS failed,
                 CASE status WHEN 'completed' THEN amount_value ELSE 0 END AS gross, 0 AS refunded FROM payments
           UNION ALL
          SELECT environment_id, date_bin('15 minutes', id_time(id), '2025-01-01'), currency, 0, 0, 0, 0, amount_value
            FROM refunds WHERE status = 'completed') AS each
   GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

const KEPT = `
  SELECT environment_id, bucket, currency, count::int, completed::int, failed::int, gross::text, refunded::text
    FROM payment_rollups WHERE count + refunded > 0 ORDER BY 1, 2, 3`;

async function expectKeptAsScanned(): Promise<void> {
  const scanned = await sql(SCAN);
  expect(scanned.length).toBeGreaterThan(10);
  expect(await sql(KEPT)).toEqual(scanned);
}

async function asOf(): Promise<number> {
  return Number((await sql('SELECT as_of FROM rollup_progress'))[0]?.['as_of']);
}

async function count(): Promise<void> {
  const rollUps = new RollUps(database);
  while (await rollUps.advance());
}

/** Counts everything committed by now. Transactions of other tests on this server delay it. */
async function catchUp(): Promise<void> {
  const [row] = await sql('SELECT clock_timestamp() AS now');
  await eventually(
    async () => {
      await count();
      expect(await asOf()).toBeGreaterThanOrEqual(Number(row?.['now']));
    },
    { timeoutMs: 30_000 },
  );
}

/** Runs counting workers during the work; some are killed between their counting and their commit. */
async function countDuring(work: Promise<unknown>): Promise<{ killed: number }> {
  let [over, killed] = [false, 0];
  const fragile = {
    transaction: <Result>(run: (transaction: Transaction) => Promise<Result>) =>
      database.transaction(async (transaction) => {
        const result = await run(transaction);
        if (Math.random() > 0.3) return result;
        throw new Error('killed');
      }),
  } as unknown as Database;
  const worker = async (): Promise<void> => {
    const rollUps = new RollUps(fragile);
    while (!over) {
      await rollUps.advance().catch((error: unknown) => {
        expect((error as Error).message).toBe('killed');
        killed += 1;
      });
    }
  };
  const workers = [worker(), worker()];
  await work;
  over = true;
  await Promise.all(workers);
  return { killed };
}

describe('the roll-ups', () => {
  it('equal a scan after a random history with killed workers and late commits', async () => {
    const { killed } = await countDuring(Promise.all([live(60), live(60), live(60)]));
    expect(killed).toBeGreaterThan(0);
    await catchUp();
    await expectKeptAsScanned();
  });

  it('exclude what is behind an open transaction, report it in asOf, and count it after the commit', async () => {
    await live(60);
    await catchUp();
    const open = await pool.connect();
    await open.query('BEGIN');
    await pay(open);
    const begun = Date.now();
    await live(5);
    await count();
    await count();
    expect(await asOf()).toBeLessThanOrEqual(begun);
    await open.query('COMMIT');
    open.release();
    await catchUp();
    await expectKeptAsScanned();
    expect(await asOf()).toBeGreaterThan(begun);
  });

  it('continue after a restore into a younger database, whose transaction ids start again', async () => {
    await live(30);
    await catchUp();
    await live(30);
    // As after a restore: existing rows are of the earlier life, and none of its transactions is open.
    await sql('UPDATE events SET xid = xid + 1000000000');
    await sql('UPDATE rollup_progress SET xid = xid + 1000000000, mark_xid = mark_xid + 1000000000');
    await sql('UPDATE system_state SET event_epoch = event_epoch + 20000000');
    await live(30);
    await sql('UPDATE system_state SET event_epoch = event_epoch + 40000000');
    await live(30);
    await catchUp();
    await expectKeptAsScanned();
  });

  it('count what happened before roll-ups existed', async () => {
    await live(30);
    await sql('TRUNCATE rollup_progress');
    await sql(`INSERT INTO rollup_progress (epoch, xid, as_of) SELECT min(epoch), min(xid), id_time(0) FROM events`);
    await catchUp();
    await expectKeptAsScanned();
  });
});

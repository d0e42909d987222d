import { forThisFile } from '@svc/testing';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { readBacklog } from './backlog.js';

const BACKLOG = 50_000;
/** The due deliveries of one environment. The oldest are of others. */
const LARGEST = 40_000;
const MOST_READ = 20_000;

/** One connection, which holds the prepared statements, as a worker has them. */
const { database, sql } = await forThisFile(
  openTestDatabase({ pool: 1, isChecked: false, dueInOrder: true, hasAccount: false }),
);

it('the metrics of due work read the oldest rows only, however many are due', async () => {
  // Planned while all tables are empty.
  await readBacklog(database);
  // Turns off foreign keys: the other tables are empty.
  await sql('SET session_replication_role = replica');
  const due = `now() - interval '10 s' - n * interval '1 ms', now() FROM generate_series(1, ${BACKLOG}) n`;
  await sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
             SELECT CASE WHEN n <= ${LARGEST} THEN 1 ELSE 2 + n % 9 END, n, 50, 10, 'payment.pending', 'pending', ${due}`);
  await sql(`INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, due_at, updated_at)
             SELECT 1 + n % 9, n, 'pending', 'processing', 100, 'EUR', '{}', 'sandbox', ${due}`);
  await sql(`INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, metadata, due_at, updated_at)
             SELECT 1 + n % 9, n, n, 'pending', 100, 'EUR', '{}', ${due}`);
  const { due: counted } = await readBacklog(database);
  for (const work of ['deliveries', 'payments', 'refunds']) {
    const found = counted.find((each) => each.work === work);
    expect([work, found?.rows]).toEqual([work, 10_000]);
    expect(found?.seconds).toBeGreaterThan(10 + BACKLOG / 1_000 - 1);
  }
  const plan = (await sql('EXPLAIN (ANALYZE, TIMING OFF) EXECUTE metrics_due_work')).map((row) => row['QUERY PLAN']);
  const scans = plan.map(String).flatMap((line) => [...line.matchAll(/Scan.*actual rows=([\d.]+) loops=(\d+)/g)]);
  expect(scans.length).toBeGreaterThan(3);
  for (const [, rows, loops] of scans) expect(Number(rows) * Number(loops)).toBeLessThanOrEqual(MOST_READ);
});

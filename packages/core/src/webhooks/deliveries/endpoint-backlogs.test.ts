import { forThisFile, mostRowsRead } from '@svc/testing';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { EndpointBacklogs } from './endpoint-backlogs.js';

// One connection, which holds the prepared statements.
const server = await forThisFile(openTestDatabase({ pool: 1, isChecked: false, dueInOrder: true }));
const { database } = server;
let backlogs: EndpointBacklogs;

beforeAll(async () => {
  backlogs = new EndpointBacklogs(database);
});

beforeEach(async () => {
  await sql('TRUNCATE webhooks, replays, deliveries');
  await sql(`INSERT INTO webhooks (environment_id, id, url, events, enabled, acknowledge_on, updated_at, has_backlog)
             VALUES (1, 10, 'https://a.example', '{}', true, '200', now(), true),
                    (1, 11, 'https://b.example', '{}', false, '200', now(), false)`);
});

/** Inserts deliveries in turn for endpoints 10 and 11. */
function fill(count: number, values = `'pending', 'infinity'`): Promise<unknown> {
  return sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, updated_at, status, due_at)
              SELECT 1, (SELECT coalesce(max(id), 0) FROM deliveries) + n, 50, 10 + n % 2, 'payment.pending', now(), ${values}
                FROM generate_series(1, ${2 * count}) n`);
}

async function states(): Promise<unknown> {
  return sql(`SELECT webhook_id::int AS webhook, CASE WHEN due_at = 'infinity' THEN 'parked' ELSE status END AS state,
                     count(*)::int AS count
                FROM deliveries GROUP BY 1, 2 ORDER BY 1, 2`);
}

async function hasBacklog(): Promise<unknown> {
  const [row] = await sql('SELECT has_backlog FROM webhooks WHERE environment_id = 1 AND id = 10');
  return row?.['has_backlog'];
}

describe('the backlog of an endpoint that was enabled', () => {
  it('is woken in rounds of a thousand, and no other endpoint is', async () => {
    await fill(2_300);
    expect([await backlogs.advance(), await backlogs.advance()]).toEqual([true, true]);
    expect(await states()).toEqual([
      { webhook: 10, state: 'parked', count: 300 },
      { webhook: 10, state: 'pending', count: 2_000 },
      { webhook: 11, state: 'parked', count: 2_300 },
    ]);
    expect([await backlogs.advance(), await hasBacklog()]).toEqual([false, false]);
    expect(await states()).toContainEqual({ webhook: 10, state: 'pending', count: 2_300 });
  });

  it('leaves a delivery that is locked, and wakes it in a later round', async () => {
    await fill(5);
    const other = new pg.Client({ connectionString: server.url });
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM deliveries WHERE environment_id = 1 AND id = 2 FOR UPDATE');
    expect([await backlogs.advance(), await hasBacklog()]).toEqual([false, true]);
    await other.query('COMMIT');
    await other.end();
    expect([await backlogs.advance(), await hasBacklog()]).toEqual([false, false]);
    expect(await states()).toContainEqual({ webhook: 10, state: 'pending', count: 5 });
  });

  it('stays parked when the endpoint was disabled again', async () => {
    await sql('UPDATE webhooks SET enabled = false');
    await fill(5);
    expect([await backlogs.advance(), await hasBacklog()]).toEqual([false, false]);
    expect(await states()).toContainEqual({ webhook: 10, state: 'parked', count: 5 });
  });
});

describe('the backlog of a deleted endpoint', () => {
  beforeEach(() => sql('UPDATE webhooks SET deleted_at = now() WHERE id = 10'));

  it('is cancelled in rounds, parked or not, except what is being sent', async () => {
    await fill(600);
    await fill(600, `'pending', now() + interval '1 hour'`);
    await fill(1, `'delivered', NULL`);
    await sql('UPDATE deliveries SET leased_until = now() WHERE id = 2');
    expect([await backlogs.advance(), await backlogs.advance(), await hasBacklog()]).toEqual([true, false, false]);
    expect(await states()).toEqual([
      { webhook: 10, state: 'cancelled', count: 1_199 },
      { webhook: 10, state: 'delivered', count: 1 },
      { webhook: 10, state: 'parked', count: 1 },
      { webhook: 11, state: 'delivered', count: 1 },
      { webhook: 11, state: 'parked', count: 600 },
      { webhook: 11, state: 'pending', count: 600 },
    ]);
    expect(await sql('SELECT DISTINCT reason FROM deliveries WHERE status = $$cancelled$$')).toEqual([
      { reason: 'webhook_deleted' },
    ]);
  });
});

describe('a round', () => {
  const statements = ['deliveries_wake', 'deliveries_parked', 'deliveries_cancel_open', 'deliveries_open'];

  it.each(statements)('reads neither what the endpoint had before nor what others have: %s', async (statement) => {
    // Prepares the statements, with plans for few rows.
    await backlogs.advance();
    await sql('UPDATE webhooks SET has_backlog = true, deleted_at = now() WHERE id = 10');
    await backlogs.advance();
    await fill(20_000, `'delivered', NULL`);
    await fill(20, `'pending', 'infinity'`);
    await sql(`UPDATE deliveries SET status = 'pending', due_at = 'infinity' WHERE webhook_id = 11`);
    const plan = await sql(`EXPLAIN (ANALYZE, TIMING OFF) EXECUTE ${statement} (1, 10)`);
    expect(mostRowsRead(plan.map((row) => String(row['QUERY PLAN'])))).toBeLessThanOrEqual(20);
  });

  it('does not read again what was woken before and is still due', async () => {
    await backlogs.advance();
    await fill(5_000, `'pending', now()`);
    await fill(20);
    const plan = await sql('EXPLAIN (ANALYZE, TIMING OFF) EXECUTE deliveries_wake (1, 10)');
    expect(mostRowsRead(plan.map((row) => String(row['QUERY PLAN'])))).toBeLessThanOrEqual(20);
  });
});

function sql(text: string): Promise<Record<string, unknown>[]> {
  return database.dataSource.query<Record<string, unknown>[]>(text);
}

import pg from 'pg';
import { pino } from 'pino';
import { forThisFile } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { UncountedEvents } from '../../analytics/roll-ups.js';
import { UnwrittenReports } from '../../analytics/report-writer.js';
import { OpenFanOuts } from '../../events/fan-out-relay.js';
import { OpenDeliveries } from '../../webhooks/deliveries/open-deliveries.js';
import { OpenReplays } from '../../webhooks/replays/replay-walk.js';
import { idAt } from '../../platform/ids.js';
import { PARTITIONED_TABLES, type PartitionUse } from '../../platform/partitions/partition-use.js';

const created = await forThisFile(openTestDatabase({ pool: 2, hasAccount: false }));
const { database } = created;
let sql: pg.Client;

const range = { fromId: idAt(new Date('2026-01-05Z')), toId: idAt(new Date('2026-01-12Z')) };
const within = idAt(new Date('2026-01-08Z'));
const later = idAt(new Date('2026-05-01Z'));

beforeAll(async () => {
  sql = new pg.Client({ connectionString: created.url });
  await sql.connect();
  await sql.query(`INSERT INTO accounts (id, name, tier) VALUES (1, 'One', 'pro')`);
  await sql.query(`INSERT INTO environments (account_id, mode) VALUES (1, 'live')`);
  await sql.query(
    `INSERT INTO webhooks (environment_id, id, url, events, enabled, acknowledge_on, updated_at)
     VALUES (1, 1, 'https://a.example', '{}', true, '200', now())`,
  );
});

afterAll(() => sql.end());

async function neededBy(use: PartitionUse): Promise<string[]> {
  const needs = await Promise.all(PARTITIONED_TABLES.map((table) => use.needs(table, range)));
  return PARTITIONED_TABLES.filter((_, index) => needs[index] === true);
}

function deliver(id: string, eventId: string, status: string, dueAt: string | null): Promise<unknown> {
  return sql.query(
    `INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
     VALUES (1, $1, $2, 1, 'payment.pending', $3, $4::timestamptz, now())`,
    [id, eventId, status, dueAt],
  );
}

describe('a partition is needed', () => {
  it('by open deliveries, and its events also by deliveries that were created again later', async () => {
    const use = new OpenDeliveries(database, pino({ enabled: false }));
    await deliver(within, within, 'delivered', null);
    await deliver(later, later, 'pending', 'now');
    expect(await neededBy(use)).toEqual([]);
    await deliver(String(BigInt(later) + 1n), within, 'pending', 'now');
    expect(await neededBy(use)).toEqual(['events']);
    await deliver(String(BigInt(within) + 1n), within, 'pending', 'now');
    expect(await neededBy(use)).toEqual(['events', 'deliveries', 'delivery_attempts']);
    await sql.query('DELETE FROM deliveries');
  });

  it('no longer by deliveries that wait for a disabled endpoint, after abandon() has cancelled and logged them', async () => {
    const logged: Record<string, unknown>[] = [];
    const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as never) });
    const use = new OpenDeliveries(database, logger);
    await sql.query(
      `INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
       SELECT 1, $1::bigint + i, $1::bigint, 1, 'payment.pending', 'pending', 'infinity', now()
         FROM generate_series(1, 1200) i`,
      [within],
    );
    await deliver(later, within, 'pending', 'infinity');
    await deliver(String(BigInt(later) + 1n), later, 'pending', 'infinity');
    await deliver(String(BigInt(within) + 5_000n), within, 'pending', 'now');
    await use.abandon(range);
    const { rows } = await sql.query<{ status: string; reason: string | null; n: number }>(
      'SELECT status, reason, count(*)::int AS n FROM deliveries GROUP BY 1, 2 ORDER BY n',
    );
    expect(rows).toEqual([
      { status: 'pending', reason: null, n: 2 },
      { status: 'cancelled', reason: 'event_expired', n: 1_201 },
    ]);
    expect(logged.map(({ event, webhook, deliveries }) => [event, webhook, deliveries])).toEqual([
      ['deliveries_expired', '1', 1_000],
      ['deliveries_expired', '1', 201],
    ]);
    expect(await neededBy(use)).toEqual(['events', 'deliveries', 'delivery_attempts']);
    await sql.query('DELETE FROM deliveries');
    expect(await neededBy(use)).toEqual([]);
  });

  it('by unfinished fan-outs of its events', async () => {
    const use = new OpenFanOuts(database);
    const fanOut = (id: string): Promise<unknown> =>
      sql.query(`INSERT INTO fan_outs (environment_id, event_id, type, last) VALUES (1, $1, 'payment.pending', 1)`, [
        id,
      ]);
    await fanOut(later);
    expect(await neededBy(use)).toEqual([]);
    await fanOut(within);
    expect(await neededBy(use)).toEqual(['events']);
  });

  it.each([
    ['that have reached it', within, '2026-03-01Z', 'running', true],
    ['that have not reached it yet', '0', '2026-03-01Z', 'pending', true],
    ['that are past it: no', String(BigInt(range.toId) - 1n), '2026-03-01Z', 'running', false],
    ['that end before it: no', '0', '2026-01-02Z', 'running', false],
    ['that are completed: no', '0', '2026-03-01Z', 'completed', false],
  ])('by replays %s', async (_, reached, createdTo, status, needed) => {
    await sql.query(
      `INSERT INTO replays (environment_id, id, webhook_id, created_from, created_to, only_failed, status, reached, epoch, xid,
         updated_at)
       VALUES (1, 1, 1, '2026-01-01Z', $1, true, $2, $3, 1, 1, now())`,
      [createdTo, status, reached],
    );
    expect(await neededBy(new OpenReplays(database))).toEqual(needed ? ['events', 'deliveries'] : []);
    await sql.query('DELETE FROM replays');
  });

  it('by roll-ups that are not a day past it', async () => {
    const use = new UncountedEvents(database);
    await sql.query(`UPDATE rollup_progress SET as_of = '2026-01-12T23:59:59Z'`);
    expect(await neededBy(use)).toEqual(['events']);
    await sql.query(`UPDATE rollup_progress SET as_of = '2026-01-13T00:00:00Z'`);
    expect(await neededBy(use)).toEqual([]);
  });

  it.each([
    ['that have not reached it yet', 'deliveries', '0', later, 'running', true],
    ['that are past it: no', 'deliveries', '0', range.fromId, 'running', false],
    ['that end after it: no', 'deliveries', range.toId, later, 'running', false],
    ['of payments: no', 'payments', '0', later, 'running', false],
    ['that are ready: no', 'deliveries', '0', later, 'ready', false],
  ])('by reports %s', async (_, type, fromId, reached, status, needed) => {
    await sql.query(
      `INSERT INTO reports (environment_id, id, type, format, created_from, created_to, status, personal, from_id, to_id,
         reached, xid, epoch, updated_at)
       VALUES (1, 1, $1, 'csv', now(), now(), $2, false, $3, $4, $4, 1, 1, now())`,
      [type, status, fromId, reached],
    );
    const expected = needed ? ['deliveries', 'delivery_attempts'] : [];
    expect(await neededBy(new UnwrittenReports(database))).toEqual(expected);
    await sql.query('DELETE FROM reports');
  });
});

import { createEmptyDatabase, type TestDatabase } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '../../app/entities.js';
import type { Database } from '../../platform/database/database.js';
import { migrate } from '../../schema/migrate.js';
import { openDatabase } from '../../platform/database/open-database.js';
import { InstallationMetrics } from './installation-metrics.js';
import { exposition } from '../../platform/metrics/metrics.js';

let server: TestDatabase;
let database: Database;

beforeAll(async () => {
  // Not a copy of the template: the lag counts from the migration.
  server = await createEmptyDatabase();
  await migrate(server.url);
  const settings = { DATABASE_URL: server.url, DATABASE_POOL: 4, PG_PREPARED: true, SQL_CHECK: true };
  database = await openDatabase(settings, entities, { error: () => {} });
});

afterAll(async () => {
  await database.close();
  await server.drop();
});

const queues = {
  depths: () => {
    const jobs = { waiting: 3, active: 2, delayed: 1, failed: 4 };
    return Promise.resolve([{ queue: 'payments', jobs, oldestSeconds: 1.5 } as const]);
  },
};

async function sql(text: string): Promise<void> {
  await database.dataSource.query(text);
}

async function told(reachable: Partial<ConstructorParameters<typeof InstallationMetrics>[0]> = {}): Promise<string> {
  const transaction = reachable.transaction ?? database.transaction.bind(database);
  return exposition(await new InstallationMetrics({ transaction }, queues).families());
}

function valueOf(text: string, sample: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length + 1));
}

describe('the metrics of Postgres', () => {
  it('are zero if nothing is due', async () => {
    const text = await told();
    expect(valueOf(text, 'svc_postgres_up')).toBe(1);
    expect(valueOf(text, 'svc_queue_jobs{queue="payments",state="waiting"}')).toBe(3);
    expect(valueOf(text, 'svc_queue_jobs{queue="payments",state="failed"}')).toBe(4);
    expect(valueOf(text, 'svc_queue_oldest_seconds{queue="payments"}')).toBe(1.5);
    for (const work of ['deliveries', 'payments', 'refunds', 'subscriptions', 'reports', 'replays', 'fan_outs']) {
      expect([work, valueOf(text, `svc_due_rows{work="${work}"}`)]).toEqual([work, 0]);
      expect([work, valueOf(text, `svc_oldest_due_seconds{work="${work}"}`)]).toEqual([work, 0]);
    }
    expect(valueOf(text, 'svc_lag_seconds{follower="roll_ups"}')).toBeLessThan(60);
    for (const subject of ['events', 'settlement', 'notices']) {
      expect([subject, valueOf(text, `svc_processor_lag_seconds{subject="${subject}"}`)]).toEqual([subject, 0]);
    }
    for (const mode of ['live', 'test']) {
      expect([mode, valueOf(text, `svc_payments_undecided{mode="${mode}"}`)]).toEqual([mode, 0]);
    }
    expect(valueOf(text, 'svc_processors_failing')).toBe(0);
    expect(valueOf(text, 'svc_archiving_failing')).toBe(0);
    for (const table of ['events', 'deliveries', 'delivery_attempts']) {
      expect([table, valueOf(text, `svc_partitions_ahead{table="${table}"}`)]).toEqual([table, 4]);
      expect([table, valueOf(text, `svc_default_partition_used{table="${table}"}`)]).toEqual([table, 0]);
    }
  });

  it('count due rows and their age', async () => {
    await sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
               SELECT 1, id_at(now()) + n, 1, 1, 'payment.pending', 'pending', at, now()
                 FROM (VALUES (1, now() - interval '90 s'), (2, now()), (3, now() + interval '1 hour'), (4, 'infinity'))
                   AS d (n, at)`);
    await sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, leased_until, updated_at)
               SELECT 1, id_at(now()) + 10 + n, 1, 1, 'payment.pending', 'pending', now() - interval '1 hour',
                      now() + n * interval '30 s', now() FROM (VALUES (-1), (1)) AS d (n)`);
    await sql(`INSERT INTO fan_outs (environment_id, event_id, type, last)
               VALUES (1, id_at(now() - interval '40 s'), 'payment.pending', 9)`);
    await sql(`INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
               VALUES (1, 9000000000000000000, 'payment.pending', 1, '{}', 1, 1)`);
    await sql(`INSERT INTO accounts (id, name, tier) VALUES (1, 'A', 'pro')`);
    await sql(
      `INSERT INTO environments (id, account_id, mode) OVERRIDING SYSTEM VALUE VALUES (1, 1, 'test'), (2, 1, 'live')`,
    );
    await sql(`INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, updated_at)
               SELECT environment, n, 'pending', stage, 100, 'EUR', '{}', 'sandbox', now()
                 FROM (VALUES (1, 'requires_attention', 1), (2, 'requires_attention', 2), (2, 'requires_attention', 3),
                              (2, 'authorized', 4)) AS p (environment, stage, n)`);
    await sql(`INSERT INTO processors (environment_id, id, kind, name, enabled, priority, status, deleted_at, updated_at)
               SELECT 1, n, 'http', 'Example', true, 1, status, at, now()
                 FROM (VALUES (1, 'failing', NULL), (2, 'failing', now()), (3, 'ok', NULL)) AS p (n, status, at)`);
    await sql(`INSERT INTO processor_sweeps (environment_id, processor_id, subject, swept_to, due_at)
               SELECT 1, id, subject, now() - minutes * interval '1 minute', now()
                 FROM (VALUES (1, 'events', 50), (3, 'events', 20), (2, 'settlement', 50), (3, 'settlement', 30))
                   AS s (id, subject, minutes)`);
    await sql(`INSERT INTO processor_notices (environment_id, processor_id, kind, reference, reported_at, due_at, lease)
               SELECT 1, 3, 'dispute', n::text, now() - n * interval '5 minutes', now() + interval '1 minute',
                      gen_random_uuid() FROM generate_series(1, 2) AS n`);
    await sql(`UPDATE rollup_progress SET as_of = now() - interval '2 minutes'`);
    const text = await told();
    expect(valueOf(text, 'svc_due_rows{work="deliveries"}')).toBe(3);
    expect(valueOf(text, 'svc_oldest_due_seconds{work="deliveries"}')).toBeCloseTo(90, -1);
    expect(valueOf(text, 'svc_payments_undecided{mode="live"}')).toBe(2);
    expect(valueOf(text, 'svc_payments_undecided{mode="test"}')).toBe(1);
    expect(valueOf(text, 'svc_processors_failing')).toBe(1);
    expect(valueOf(text, 'svc_processor_lag_seconds{subject="events"}')).toBeCloseTo(1200, -1);
    expect(valueOf(text, 'svc_processor_lag_seconds{subject="settlement"}')).toBeCloseTo(1800, -1);
    expect(valueOf(text, 'svc_processor_lag_seconds{subject="notices"}')).toBeCloseTo(600, -1);
    expect(valueOf(text, 'svc_due_rows{work="fan_outs"}')).toBe(1);
    expect(valueOf(text, 'svc_oldest_due_seconds{work="fan_outs"}')).toBeCloseTo(40, -1);
    expect(valueOf(text, 'svc_due_rows{work="payments"}')).toBe(0);
    expect(valueOf(text, 'svc_default_partition_used{table="events"}')).toBe(1);
    expect(valueOf(text, 'svc_default_partition_used{table="deliveries"}')).toBe(0);
    expect(valueOf(text, 'svc_lag_seconds{follower="roll_ups"}')).toBeCloseTo(120, -1);
  });

  it('are missing while Postgres fails, instead of stale', async () => {
    const text = await told({ transaction: () => Promise.reject(new Error('away')) });
    expect(valueOf(text, 'svc_postgres_up')).toBe(0);
    expect(text).not.toMatch(/svc_due_rows|svc_oldest_due|svc_lag|svc_partitions/);
    expect(valueOf(text, 'svc_redis_up')).toBe(1);
  });
});

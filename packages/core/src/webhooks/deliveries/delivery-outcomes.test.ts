import { eventually, forThisFile } from '@svc/testing';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import type { ClaimedDelivery } from './delivery-claims.js';
import { DeliveryOutcomes, type AttemptRecord, type Recorded, type Verdict } from './delivery-outcomes.js';

const DAY_MS = 86_400_000;

const { database, sql, url } = await forThisFile(openTestDatabase());
let outcomes: DeliveryOutcomes;

beforeAll(async () => {
  outcomes = new DeliveryOutcomes(database, 5 * DAY_MS);
});

beforeEach(async () => {
  await sql('TRUNCATE webhooks, replays, deliveries, delivery_attempts');
  await sql(`INSERT INTO webhooks (environment_id, id, url, events, enabled, acknowledge_on, updated_at)
             VALUES (1, 10, 'https://shop.example.com/', '{payment.pending}', true, '200', now())`);
  await sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, lease, leased_until, due_at, updated_at)
             SELECT 1, id, 50, 10, 'payment.pending', 'pending', 1, now(), now(), now() FROM generate_series(100, 119) AS id`);
});

const AGAIN: Verdict = { status: 'pending', reason: null, retryAfterMs: 1_000 };
const FAILED: Verdict = { status: 'failed', reason: 'retries_exhausted', retryAfterMs: null };
const DELIVERED: Verdict = { status: 'delivered', reason: null, retryAfterMs: null };

function record(
  id: number,
  verdict: Verdict,
  lease = 1,
  error: AttemptRecord['error'] = null,
  by = outcomes,
): Promise<Recorded | undefined> {
  const delivery = { environmentId: 1, id: String(id), lease } as ClaimedDelivery;
  const attempt = {
    durationMs: 5,
    statusCode: error === null ? 500 : null,
    error,
    detail: null,
    responseExcerpt: null,
  };
  return by.record(delivery, attempt, verdict);
}

async function endpoint(): Promise<Record<string, unknown>> {
  const [row] = await sql(
    `SELECT enabled, disabled_reason AS reason, version, failing_since IS NOT NULL AS failing, xmin::text
       FROM webhooks WHERE environment_id = 1`,
  );
  return row ?? {};
}

function failingFor(days: number): Promise<unknown> {
  return sql(`UPDATE webhooks SET failing_since = now() - interval '${days} days' WHERE environment_id = 1`);
}

describe('the health of an endpoint', () => {
  it('is written when it changes, and not by an attempt that confirms it', async () => {
    const before = await endpoint();
    await record(100, DELIVERED);
    expect(await endpoint()).toEqual(before);
    await record(101, AGAIN);
    const failing = await endpoint();
    expect(failing).toMatchObject({ failing: true, enabled: true, version: 1 });
    await record(102, FAILED);
    expect(await endpoint()).toEqual(failing);
    await record(103, DELIVERED);
    expect(await endpoint()).toMatchObject({ failing: false, enabled: true, version: 1 });
  });

  it('counts a success as the last outcome of a batch, and ignores outcomes whose lease was lost', async () => {
    await record(100, AGAIN);
    // While these two are written one by one, the others form a batch.
    const before = [record(118, AGAIN, 2), record(119, AGAIN, 2)];
    const together = [record(102, AGAIN), record(103, FAILED, 2), record(104, DELIVERED), record(105, AGAIN)];
    const recorded = await Promise.all([...before, ...together]);
    expect(recorded.map((each) => each !== undefined)).toEqual([false, false, true, false, true, true]);
    expect(await endpoint()).toMatchObject({ failing: false });
    const rows = await sql(
      `SELECT id, status, attempts FROM deliveries WHERE environment_id = 1 AND id BETWEEN 102 AND 104 ORDER BY id`,
    );
    expect(rows).toEqual([
      { id: '102', status: 'pending', attempts: 1 },
      { id: '103', status: 'pending', attempts: 0 },
      { id: '104', status: 'delivered', attempts: 1 },
    ]);
  });

  it('is judged after a concurrent write, for which it waits', async () => {
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('BEGIN');
    await other.query(`UPDATE webhooks SET failing_since = now() - interval '6 days', version = 7`);
    const recorded = record(100, AGAIN);
    await eventually(async () => {
      const [row] = await sql(`SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted`);
      expect(row?.['n']).toBeGreaterThan(0);
    });
    await other.query('COMMIT');
    await other.end();
    expect(await recorded).toEqual({ endpointDisabled: true });
    expect(await endpoint()).toMatchObject({ enabled: false, failing: true, version: 8 });
  });

  it('is right in the end after many concurrent writes', async () => {
    const more = new DeliveryOutcomes(database, 5 * DAY_MS);
    const verdicts = [AGAIN, DELIVERED, FAILED];
    await Promise.all(
      Array.from({ length: 18 }, (_, n) => record(100 + n, verdicts[n % 3] ?? AGAIN, 1, null, n % 2 ? outcomes : more)),
    );
    await record(118, DELIVERED);
    expect(await endpoint()).toMatchObject({ failing: false, enabled: true });
    await record(119, FAILED);
    expect(await endpoint()).toMatchObject({ failing: true, enabled: true });
  });

  it('ignores failures of the proxy of this service', async () => {
    const before = await endpoint();
    await record(100, AGAIN, 1, 'proxy_error');
    expect(await endpoint()).toEqual(before);
    await failingFor(6);
    expect(await record(101, FAILED, 1, 'proxy_error')).toMatchObject({ endpointDisabled: false });
    expect(await endpoint()).toMatchObject({ enabled: true, failing: true });
    expect(await record(102, FAILED, 1, 'timeout')).toMatchObject({ endpointDisabled: true });
  });

  it('is recorded with its group when another transaction has just changed one of the deliveries', async () => {
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('BEGIN; UPDATE deliveries SET keeps_excerpts = NOT keeps_excerpts WHERE id = 103');
    const recording = [100, 101, 102, 103, 104].map((id) => record(id, DELIVERED));
    await eventually(async () =>
      expect(
        await sql(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`),
      ).toHaveLength(1),
    );
    await other.query('COMMIT');
    await other.end();
    expect(await Promise.all(recording)).toEqual(Array.from({ length: 5 }, () => ({ endpointDisabled: false })));
  });

  it('ignores an attempt whose lease was lost', async () => {
    const before = await endpoint();
    expect(await record(100, FAILED, 2)).toBeUndefined();
    expect(await endpoint()).toEqual(before);
  });
});

describe('an endpoint whose attempts all fail', () => {
  it('is disabled once after five days, with the reason', async () => {
    await failingFor(6);
    const recorded = await Promise.all(Array.from({ length: 20 }, (_, n) => record(100 + n, AGAIN)));
    expect(recorded.filter((each) => each?.endpointDisabled)).toHaveLength(1);
    const reason = expect.stringMatching(
      /^Every attempt has failed since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.$/,
    ) as string;
    expect(await endpoint()).toMatchObject({ enabled: false, version: 2, reason });
    const [row] = await sql(`SELECT count(*)::int AS n FROM delivery_attempts WHERE environment_id = 1`);
    expect(row).toEqual({ n: 20 });
  });

  it('stays enabled until then', async () => {
    await failingFor(4);
    expect(await record(100, FAILED)).toMatchObject({ endpointDisabled: false });
    expect(await endpoint()).toMatchObject({ enabled: true, version: 1 });
  });

  it('starts over with a success, however late it comes', async () => {
    await failingFor(6);
    await record(100, DELIVERED);
    await record(101, FAILED);
    expect(await endpoint()).toMatchObject({ enabled: true, failing: true });
  });

  it('is left alone once it is disabled or deleted', async () => {
    await failingFor(6);
    await sql(`UPDATE webhooks SET deleted_at = now() WHERE environment_id = 1`);
    expect(await record(100, FAILED)).toMatchObject({ endpointDisabled: false });
    await sql(`UPDATE webhooks SET deleted_at = NULL, enabled = false WHERE environment_id = 1`);
    expect(await record(101, FAILED)).toMatchObject({ endpointDisabled: false });
    expect(await endpoint()).toMatchObject({ reason: null, version: 1 });
  });
});

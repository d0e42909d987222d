import { forThisFile } from '@svc/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import type { Caller } from '../security/caller.js';
import { ReportsService, type ReportsServiceDependencies } from './reports.service.js';
import { SummaryService } from './summary.service.js';
import { WebhookHealthService } from './webhook-health.service.js';

const { database } = await forThisFile(openTestDatabase());
const HOUR_MS = 3_600_000;
const caller = { environmentId: 1, mode: 'test', retentionDays: 365 } as Caller;

// Of the host: the database keeps the right time.
describe.each([-2 * HOUR_MS, 2 * HOUR_MS])('with a host clock that is off by %i ms', (offMs) => {
  let realMs = 0;

  beforeEach(() => {
    realMs = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: realMs + offMs });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('a summary without a range ends with the present hour', async () => {
    const { createdTo } = await new SummaryService(database).summarize(caller, { interval: 'hour' });
    const aheadMs = Date.parse(createdTo) - realMs;
    expect(aheadMs).toBeGreaterThan(-1_000);
    expect(aheadMs).toBeLessThanOrEqual(HOUR_MS + 60_000);
  });

  it('the health of webhooks without a range is that of the last day', async () => {
    const health = await new WebhookHealthService(database).list(caller, {});
    for (const text of [health.createdTo, health.asOf]) {
      expect(Math.abs(Date.parse(text) - realMs)).toBeLessThan(60_000);
    }
  });

  it('a report expires by the clock of the database', async () => {
    const reports = new ReportsService({ database } as ReportsServiceDependencies);
    const store = (sign: '+' | '-') =>
      database.dataSource.query<{ id: string }[]>(`
        INSERT INTO reports (environment_id, id, type, format, created_from, created_to, status, personal, from_id, to_id,
          reached, xid, epoch, updated_at, bytes, expires_at)
        SELECT 1, id_at(now()) + nextval('id_blocks'), 'payments', 'csv', now(), now(), 'ready', false, 0, 0, 0, 1, 1, now(), 1,
               now() ${sign} interval '1 hour'
        RETURNING id`);
    for (const [sign, status] of [
      ['+', 'ready'],
      ['-', 'expired'],
    ] as const) {
      const [row] = await store(sign);
      const id = `rep_${row?.id}`;
      expect(await reports.get(caller, id)).toMatchObject({ id, status });
      const listed = await reports.list(caller, { status });
      expect(listed.data.map((report) => report.id)).toContain(id);
    }
  });
});

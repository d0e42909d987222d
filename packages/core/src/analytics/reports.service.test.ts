import { eventually, forThisFile } from '@svc/testing';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import { PaymentReport } from '../payments/payment-report.js';
import { Idempotency } from '../platform/idempotency/idempotency.js';
import { IdempotencyStore } from '../platform/idempotency/idempotency-store.js';
import { IdSource } from '../platform/ids.js';
import { AuditLog } from '../security/audit-log.js';
import { ALL_SCOPES, type Caller } from '../security/caller.js';
import { ReportSources } from './report-sources.js';
import { ReportWriter } from './report-writer.js';
import { ReportsService } from './reports.service.js';

const HOUR_MS = 3_600_000;

const scopes = new Set([ALL_SCOPES]);
const known: Partial<Caller> = {
  environmentId: 1,
  mode: 'test',
  actor: { kind: 'api_key', keyId: '1' },
  scopes,
  requestId: 'req_1',
  address: '::1',
};
const caller = known as Caller;

const server = await forThisFile(openTestDatabase({ pool: 2, hasAccount: false }));
const { database } = server;

it.each([
  ['contains what other processes created before it, even if their ids are ahead', HOUR_MS, 1],
  ['ends at the requested time', -1, 0],
])('a report %s', async (_, end, rows) => {
  await database.dataSource.query(`
    TRUNCATE accounts CASCADE;
    INSERT INTO accounts (id, name, tier) VALUES (1, 'A', 'pro');
    INSERT INTO environments (id, account_id, mode) OVERRIDING SYSTEM VALUE VALUES (1, 1, 'test');
    INSERT INTO payments (environment_id, id, status, amount_value, currency, metadata, processor, updated_at)
    VALUES (1, id_at(now()), 'failed', 77, 'USD', '{}', 'sandbox', now())`);
  // As if the response with the first block had taken a second.
  const behind = new IdSource(() => Promise.resolve({ number: 1n, databaseTimeMs: Date.now() - 1_000 }));
  const sources = new ReportSources([new PaymentReport()]);
  const idempotency = new Idempotency(database, new IdempotencyStore());
  const service = new ReportsService({ database, ids: behind, sources, idempotency, audit: new AuditLog(behind) });
  const [row] = await database.dataSource.query<{ at: Date }[]>(
    'SELECT id_time(id) AS at FROM payments WHERE environment_id = 1',
  );
  const createdFrom = new Date(Date.now() - HOUR_MS).toISOString();
  const createdTo = new Date(Number(row?.at) + end).toISOString();
  const { id } = await service.create(caller, { type: 'payments', format: 'json', createdFrom, createdTo });
  const writer = new ReportWriter(database, sources);
  // Reports wait for other transactions on this server.
  await eventually(async () => {
    while (await writer.advance());
    expect(await service.get(caller, id)).toMatchObject({ status: 'ready', rows });
  });
});

import { forThisFile } from '@svc/testing';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import { claimReport, insertChunk, storeFailure } from './report-chunks.js';
import { ReportErasure } from './report-erasure.js';
import { ReportExpiry } from './report-expiry.js';

const server = await forThisFile(openTestDatabase());

it('reports of an environment wait for their own, and those of another take turns with them', async () => {
  const { database } = server;
  await database.dataSource.query(
    `INSERT INTO reports (environment_id, id, type, format, created_from, created_to, status, personal, from_id, to_id,
                          reached, xid, epoch, updated_at)
     SELECT environment, id, 'payments', 'csv', now(), now(), 'pending', false, 1, 9, 9, 0, 0, now() - age * interval '1 minute'
       FROM (VALUES (1, 11, 9), (1, 12, 8), (1, 13, 7), (2, 21, 6)) AS r (environment, id, age)`,
  );
  const turns: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    await database.transaction(async (transaction) => {
      const report = await claimReport(transaction);
      if (report === undefined) throw new Error('there is no report');
      turns.push(report.id);
      insertChunk(transaction, report, { fromId: '1', toId: '9', rows: 1, body: Buffer.from('x'), all: false });
    });
  }
  expect(turns).toEqual(['11', '21', '12', '21', '13']);
  await database.dataSource.query('TRUNCATE reports CASCADE');
});

it('a report that fails ten times keeps nothing of what it had written', async () => {
  const { database } = server;
  await database.dataSource.query(
    `INSERT INTO reports (environment_id, id, type, format, created_from, created_to, status, personal, from_id, to_id,
                          reached, xid, epoch, updated_at)
     VALUES (1, 1, 'payments', 'csv', now(), now(), 'pending', true, 1, 9, 9, 0, 0, now())`,
  );
  const report = await database.transaction(async (transaction) => {
    const claimed = await claimReport(transaction);
    if (claimed === undefined) throw new Error('there is no report');
    const body = Buffer.from('ada@example.com');
    insertChunk(transaction, claimed, { fromId: '1', toId: '9', rows: 1, body, all: false });
    return claimed;
  });
  const state = async (): Promise<unknown> =>
    database.dataSource.query(
      `SELECT r.status, count(c.n)::int AS chunks
         FROM reports r LEFT JOIN report_chunks c ON c.environment_id = r.environment_id AND c.report_id = r.id
        WHERE r.environment_id = 1 GROUP BY r.status`,
    );
  for (let n = 1; n <= 10; n += 1) {
    expect(await state()).toEqual([{ status: 'running', chunks: 1 }]);
    await storeFailure(database.forSystem(), report);
  }
  // Until then it is erased like others.
  const customer = { environmentId: 1, customerId: '7', trace: null };
  const page = { objectIds: ['5'], after: undefined, limit: 1 };
  await database.transaction((transaction) => new ReportErasure().erase(transaction, customer, page));
  const bodies = await database.dataSource.query('SELECT body FROM report_chunks WHERE environment_id = 1');
  expect([await state(), bodies]).toEqual([[{ status: 'failed', chunks: 1 }], [{ body: null }]]);
  await database.dataSource.query(
    `INSERT INTO report_chunks (environment_id, report_id, n, from_id, to_id, rows, body)
     SELECT 1, 1, n, 1, 9, 1, 'x' FROM generate_series(1, 149) n`,
  );
  const expiry = new ReportExpiry(database);
  expect(await expiry.advance()).toBe(true);
  expect(await state()).toEqual([{ status: 'failed', chunks: 50 }]);
  expect([await expiry.advance(), await expiry.advance()]).toEqual([true, false]);
  expect(await state()).toEqual([{ status: 'failed', chunks: 0 }]);
});

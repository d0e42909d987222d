import { forThisFile } from '@svc/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import { StatementClearance } from './acquirer-statement-clearance.js';

const { database, sql } = await forThisFile(openTestDatabase());
let clearance: StatementClearance;

beforeAll(async () => {
  clearance = new StatementClearance(database);
});

// Two reports are in progress, each with 12,000 lines.
beforeEach(async () => {
  await sql('TRUNCATE reports CASCADE');
  await sql(
    `INSERT INTO reports (environment_id, id, type, format, created_from, created_to, status, personal, from_id, to_id,
       reached, statement, xid, epoch, updated_at)
     SELECT 1, n, 'reconciliation', 'json', now(), now(), 'running', false, 0, 0, 0, 'compared', 1, 1, now()
       FROM generate_series(1, 2) n`,
  );
  await sql(
    `INSERT INTO acquirer_statement_walks (environment_id, report_id, processor, due_at)
     VALUES (1, 1, 'http', now()), (1, 2, 'http', now())`,
  );
  await sql(
    `INSERT INTO acquirer_statement_lines (environment_id, report_id, processor, attempt_id, operation, status, received_at, asked_at)
     SELECT 1, w.report_id, 'http', n, 'void', 'approved', now(), now()
       FROM acquirer_statement_walks w, generate_series(1, 12000) n WHERE environment_id = 1`,
  );
});

const left = () =>
  sql(
    `SELECT w.report_id AS report, (SELECT count(*)::int FROM acquirer_statement_lines l WHERE l.environment_id = 1 AND l.report_id = w.report_id)
              AS lines FROM acquirer_statement_walks w WHERE environment_id = 1 ORDER BY 1`,
  );

describe('the lines of a statement', () => {
  it('are kept while their report is in progress', async () => {
    expect(await clearance.advance()).toBe(false);
    expect(await left()).toHaveLength(2);
  });

  it.each([`status = 'ready'`, `status = 'failed'`, `status = 'expired'`, `statement = 'no_book'`])(
    'are deleted in batches once the report has %s',
    async (change) => {
      await sql(`UPDATE reports SET ${change} WHERE environment_id = 1 AND id = 1`);
      let steps = 0;
      while (await clearance.advance()) steps += 1;
      expect(steps).toBe(3);
      expect(await left()).toEqual([{ report: '2', lines: 12_000 }]);
    },
  );
});

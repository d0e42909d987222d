import { forThisFile } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import type { Caller } from '../security/caller.js';
import { RequestsService } from './requests.service.js';

const { database, sql } = await forThisFile(openTestDatabase({ pool: 1 }));

const LAST_PREPARED = `
  SELECT name, cardinality(parameter_types) AS parameters FROM pg_prepared_statements
   WHERE starts_with(name, 'request_log_') ORDER BY prepare_time DESC LIMIT 1`;

/** The plan for all values of the statement that ran last. */
async function planOfLast(): Promise<string> {
  const [statement] = await sql(LAST_PREPARED);
  const values = Array.from({ length: Number(statement?.['parameters']) }, () => `'1'`).join(', ');
  const plan = await sql(`EXPLAIN EXECUTE ${String(statement?.['name'])} (${values})`);
  return plan.map((line) => String(line['QUERY PLAN'])).join('\n');
}

describe('a page of the request log', () => {
  it.each([
    [{}],
    [{ status: '2xx' }],
    [{ status: '3xx' }],
    [{ status: '4xx' }],
    [{ status: '5xx' }],
    [{ operationId: 'createPayment' }],
    [{ method: 'DELETE' }],
    [{ code: 'not_found' }],
    [{ keyId: 'key_1' }],
    [{ createdFrom: '2026-11-01T00:00:00Z' }],
  ] as const)('with %j is read along an index, without rows that do not match', async (query) => {
    const caller = { environmentId: 1, mode: 'test' } as Caller;
    expect(await new RequestsService(database).list(caller, query)).toMatchObject({ data: [] });
    const plan = await planOfLast();
    expect(plan).toMatch(/Index Scan Backward/);
    expect(plan).not.toMatch(/Filter:|Sort|Seq Scan|Bitmap/);
  });
});

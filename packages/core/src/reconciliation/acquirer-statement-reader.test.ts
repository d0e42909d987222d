import type { AcquirerSchemas } from '@svc/acquirer-contract';
import { deferred, eventually, forThisFile } from '@svc/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import type { AcquirerPage } from '../processors/acquirer-client.js';
import { HttpProcessor } from '../processors/http-processor.js';
import { ManualProcessor } from '../processors/manual-processor.js';
import { ProcessorRegistry } from '../processors/processor-registry.js';
import { StatementReader } from './acquirer-statement-reader.js';
import { openWalks } from './acquirer-statement-walks.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Live of the first account (which owns the reports), live of the second, test of the first. */
const [OWN, OTHER, TEST] = [2, 4, 1];

const server = await forThisFile(openTestDatabase({ hasAccount: false }));
const { database, sql } = server;
/** The requests to the acquirer, and its next responses; then empty statements. */
let asked: Record<string, unknown>[];
let answers: (AcquirerPage | Promise<AcquirerPage>)[];
let logged: Record<string, unknown>[];
let reader: StatementReader;

beforeAll(async () => {
  reader = readerWith(new ManualProcessor(), http);
  for (const account of [1, 2]) {
    await sql(`INSERT INTO accounts (id, name, tier, created_at) VALUES ($1, 'A', 'pro', $2)`, [
      account,
      ago(200 * DAY_MS),
    ]);
    for (const mode of ['test', 'live']) {
      await sql(`INSERT INTO environments (account_id, mode) SELECT max(id), $1 FROM accounts`, [mode]);
    }
  }
});

beforeEach(async () => {
  [asked, answers, logged] = [[], [], []];
  await sql('TRUNCATE reports, payments, acquirer_statement_walks, acquirer_statement_lines CASCADE');
});

function ago(ms: number): Date {
  return new Date(Date.now() - ms);
}

const note = (line: unknown): void => void logged.push(line as Record<string, unknown>);
const http = new HttpProcessor(
  {
    send: () => Promise.reject(new Error('nothing is sent here')),
    find: () => Promise.reject(new Error('nothing is asked here')),
    close: () => Promise.resolve(),
    list: (query) => {
      asked.push(query);
      return Promise.resolve(answers.shift() ?? page([]));
    },
  },
  [],
  { warn: () => {} },
);

const noConnections = { find: () => Promise.resolve(undefined) };

function readerWith(...processors: (HttpProcessor | ManualProcessor)[]): StatementReader {
  const registry = new ProcessorRegistry(processors, { test: 'manual', live: 'manual' }, noConnections);
  return new StatementReader({
    database,
    processors: registry,
    logger: { info: note, warn: note },
    options: { leaseMs: 60_000, patienceMs: 600_000 },
  });
}

function page(data: AcquirerSchemas['Line'][], nextCursor: string | null = null): AcquirerPage {
  return { kind: 'page', page: { data, nextCursor } };
}

const line = (environmentId: number, id: number, ms: number): AcquirerSchemas['Line'] => ({
  reference: `00-${environmentId}-${id}`,
  operation: 'refund',
  status: 'approved',
  authorization: `00-${environmentId}-7`,
  amount: { value: 400, currency: 'EUR' },
  receivedAt: ago(ms).toISOString(),
});

/** Creates a report of the last hour, or of another range. */
async function askFor(from = ago(HOUR_MS), to = ago(0)): Promise<void> {
  await sql(
    `INSERT INTO reports (environment_id, id, type, format, created_from, created_to, status, personal, from_id, to_id,
       reached, statement, xid, epoch, updated_at)
     SELECT $1, (SELECT count(*) + 1 FROM reports WHERE environment_id = $1), 'reconciliation', 'json', $2, $3, 'pending', false, id_at($2), id_at($3), id_at($3),
            'awaited', pg_current_xact_id()::text::bigint, event_epoch, now() FROM system_state`,
    [OWN, from, to],
  );
}

/** Waits until walks can start: transactions of other tests on this server delay them. */
async function begun(): Promise<void> {
  await eventually(
    async () => {
      await openWalks(database.forSystem());
      const waiting = `SELECT id FROM reports r WHERE environment_id = $1 AND statement = 'awaited'
        AND NOT EXISTS (SELECT 1 FROM acquirer_statement_walks w WHERE w.environment_id = $1 AND w.report_id = r.id)`;
      expect(await sql(waiting, [OWN])).toEqual([]);
    },
    { timeoutMs: 30_000 },
  );
}

async function readOn(by = reader): Promise<void> {
  await begun();
  while (await by.advance());
}

const statementOf = async () =>
  (await sql('SELECT statement FROM reports WHERE environment_id = $1', [OWN]))[0]?.['statement'];
const kept = () =>
  sql('SELECT attempt_id AS id FROM acquirer_statement_lines WHERE environment_id = $1 ORDER BY attempt_id', [OWN]);
const askedFor = (question = asked[0]) => ['from', 'to'].map((end) => Date.parse(String(question?.[end])));

describe('the statement of an acquirer', () => {
  it('is read page by page, and the lines of this environment are stored', async () => {
    await askFor();
    const strange = { ...line(OWN, 3, 7_000), authorization: `${OTHER}-7` };
    answers = [page([line(OWN, 1, 9_000), line(OTHER, 2, 8_000)], 'second'), page([strange])];
    await readOn();
    expect(asked.map((question) => question['cursor'])).toEqual([undefined, 'second']);
    expect(new Set(asked.map((question) => JSON.stringify(askedFor(question)))).size).toBe(1);
    expect(await kept()).toEqual([{ id: '1' }, { id: '3' }]);
    expect(await statementOf()).toBe('compared');
    expect(logged).toEqual([
      expect.objectContaining({ event: 'acquirer_statement_read', lines: '3', foreignLines: '0' }),
    ]);
    const stored = await sql('SELECT * FROM acquirer_statement_lines WHERE environment_id = $1 ORDER BY attempt_id', [
      OWN,
    ]);
    const each = { operation: 'refund', status: 'approved', amount_value: '400', currency: 'EUR' };
    expect(stored).toMatchObject([
      { ...each, authorization_id: '7' },
      { ...each, authorization_id: null },
    ]);
  });

  it('is only read when all transactions have ended that may still send operations of the range', async () => {
    const other = database.dataSource.createQueryRunner();
    await other.startTransaction();
    await other.query('SELECT pg_current_xact_id()');
    await askFor();
    expect(await reader.advance()).toBe(false);
    await other.commitTransaction();
    await other.release();
    await readOn();
    expect(await statementOf()).toBe('compared');
  });

  it('logs lines that this service cannot have sent, and keeps them out of reports', async () => {
    await askFor();
    answers = [page([line(99, 1, 9_000), line(OWN, 2, 8_000), line(TEST, 3, 7_000), line(0, 4, 6_000)])];
    await readOn();
    expect(await kept()).toEqual([{ id: '2' }]);
    expect(logged[0]).toMatchObject({ event: 'acquirer_statement_foreign_lines', lines: 3, example: '00-99-1' });
  });

  it('treats other spellings of our references as foreign, and stores such lines about ours separately', async () => {
    await askFor();
    const about = [OWN, OTHER, 99].map((id, n) => ({ ...line(id, 1, 9_000), reference: `00-${OWN}-0${n + 1}` }));
    answers = [page(about)];
    await readOn();
    const foreign =
      'SELECT reference, authorization_id AS about FROM foreign_statement_lines WHERE environment_id = $1';
    expect([await kept(), await sql(foreign, [OWN])]).toEqual([[], [{ reference: `00-${OWN}-01`, about: '7' }]]);
    expect(logged[0]).toMatchObject({ event: 'acquirer_statement_foreign_lines', lines: 1, example: `00-${OWN}-03` });
  });

  it('is continued at the page that another worker did not finish, and ignores the late result of that worker', async () => {
    await askFor();
    const late = deferred<AcquirerPage>();
    answers = [page([line(OWN, 1, 9_000)], 'second'), late.promise, page([line(OWN, 2, 8_000)])];
    await begun();
    while (asked.length < 1) await reader.advance();
    const stuck = reader.advance();
    while (asked.length < 2) await new Promise(setImmediate);
    expect(await reader.advance()).toBe(false);
    await sql('UPDATE acquirer_statement_walks SET due_at = now() WHERE environment_id = $1', [OWN]);
    await readOn();
    late.resolve(page([line(OWN, 3, 8_000)], 'third'));
    await stuck;
    expect(asked.map((question) => question['cursor'])).toEqual([undefined, 'second', 'second']);
    expect(await kept()).toEqual([{ id: '1' }, { id: '2' }]);
  });
});

describe('a page that cannot be read', () => {
  const away: AcquirerPage = { kind: 'unavailable', reason: 'connect ECONNREFUSED' };
  const failing = (ms: number) =>
    sql(
      `UPDATE acquirer_statement_walks SET due_at = now(), failing_since = now() - $2::int * interval '1 millisecond'
        WHERE environment_id = $1`,
      [OWN, ms],
    );
  /** Returns the time from the first failure to the next request, in seconds. */
  const until = async (): Promise<number> => {
    const seconds =
      "SELECT extract(epoch FROM due_at - failing_since) AS s FROM acquirer_statement_walks WHERE environment_id = $1 AND processor = 'http'";
    return Number((await sql(seconds, [OWN]))[0]?.['s']);
  };

  it('is requested again, after delays that double up to a minute', async () => {
    await askFor();
    answers = [away, away, away];
    await readOn();
    expect(await until()).toBe(1);
    expect(await reader.advance()).toBe(false);
    // A little more time has passed by the next request, whose delay is as long again.
    await failing(16_000);
    await readOn();
    expect(Math.floor((await until()) / 10)).toBe(3);
    await failing(300_000);
    answers = [away];
    await readOn();
    expect(Math.floor((await until()) / 10)).toBe(36);
    await failing(590_000);
    await readOn();
    expect(await statementOf()).toBe('compared');
    expect(logged[0]).toMatchObject({
      event: 'acquirer_statement_page_failed',
      kind: 'unavailable',
      reason: away.reason,
    });
  });

  it.each<[string, string, AcquirerPage]>([
    ['acquirer_unavailable', 'there is no response', away],
    ['acquirer_unclear', 'responses are not pages', { kind: 'unclear', reason: 'status 404' }],
    ['acquirer_unclear', 'lines are out of the range', page([line(OWN, 1, 3 * DAY_MS)])],
  ])('eventually fails the report as %s if %s', async (code, _why, answer) => {
    await askFor();
    answers = [answer];
    await readOn();
    expect(await statementOf()).toBe('awaited');
    await failing(600_000);
    answers = [answer];
    await readOn();
    const [report] = await sql('SELECT status, failure_code, expires_at FROM reports WHERE environment_id = $1', [OWN]);
    expect(report).toMatchObject({ status: 'failed', failure_code: code, expires_at: expect.any(Date) as Date });
    expect(await kept()).toEqual([]);
  });

  it('resets the wait after a successful page', async () => {
    await askFor();
    answers = [away];
    await readOn();
    await failing(590_000);
    answers = [page([line(OWN, 1, 9_000)], 'second'), away];
    await readOn();
    expect(await until()).toBe(1);
  });

  it('is rejected unless it starts after the previous page', async () => {
    await askFor();
    answers = [page([line(OWN, 1, 9_000)], 'second'), page([line(OWN, 0, 10_000)])];
    await readOn();
    expect(await kept()).toEqual([{ id: '1' }]);
    expect(await statementOf()).toBe('awaited');
  });
});

describe('a report works without the statement', () => {
  it('of an acquirer that cannot list', async () => {
    await askFor();
    answers = [page([line(OWN, 1, 9_000)], 'second'), { kind: 'cannot_list' }];
    await readOn();
    expect(await statementOf()).toBe('not_compared');
  });

  it.each([
    ['no_book', 'manual', 'everything was done by hand'],
    ['not_compared', 'http', 'some operations went to an acquirer that is no longer configured'],
  ])('%s without a processor with a statement: sent to %s, as %s', async (statement, processor) => {
    await askFor();
    await sql(
      `INSERT INTO payments (environment_id, id, status, amount_value, currency, metadata, processor, updated_at)
       VALUES ($1, 7, 'completed', 400, 'EUR', '{}', $2, now())`,
      [OWN, processor],
    );
    await sql(
      `INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
       VALUES ($1, id_at($2), 7, 'authorize', $3, 'declined', now())`,
      [OWN, ago(HOUR_MS / 2), processor],
    );
    await readOn(readerWith(new ManualProcessor()));
    expect(await statementOf()).toBe(statement);
    expect(asked).toEqual([]);
  });

  it('if its range is in the future', async () => {
    await askFor(ago(-DAY_MS), ago(0));
    await readOn();
    expect([await statementOf(), asked]).toEqual(['compared', []]);
  });
});

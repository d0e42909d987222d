import { eventually, forThisFile } from '@svc/testing';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { newRequestId } from '../platform/tracing/trace.js';
import { RequestLog, type FinishedRequest } from './request-log.js';

const CAPACITY = 10_000;
/** The id of a request of a day without a partition. */
const PAST = `req_${Date.UTC(2025, 5, 1).toString(16).padStart(12, '0')}${'0'.repeat(20)}`;

const created = await forThisFile(openTestDatabase({ pool: 2 }));
const { database } = created;
let sql: pg.Client;
let metrics: Metrics;
let log: RequestLog;
const told: { event: string; requests: number }[] = [];
const logger = pino({}, { write: (line: string) => void told.push(JSON.parse(line) as never) });

beforeAll(async () => {
  sql = new pg.Client({ connectionString: created.url });
  await sql.connect();
});

beforeEach(async () => {
  await sql.query('TRUNCATE request_log');
  told.length = 0;
  open(true);
});

afterEach(() => log.beforeApplicationShutdown());

afterAll(() => sql.end());

function open(enabled: boolean): void {
  metrics = new Metrics();
  log = new RequestLog({ database, metrics, logger, enabled });
}

function finished(changes: Partial<FinishedRequest> = {}): FinishedRequest {
  const caller = { environmentId: 1, actor: { kind: 'api_key', keyId: '7' }, requestId: newRequestId() } as const;
  return {
    ...{
      caller,
      method: 'GET',
      route: '/v1/payments/{paymentId}',
      operationId: 'getPayment',
      status: 200,
      code: null,
      durationMs: 3,
    },
    ...changes,
  };
}

async function rows(): Promise<Record<string, unknown>[]> {
  return (await sql.query<Record<string, unknown>>('SELECT * FROM request_log ORDER BY id')).rows;
}

async function stored(): Promise<number> {
  const { rows: counted } = await sql.query<{ n: number }>('SELECT count(*)::int AS n FROM request_log');
  return counted[0]?.n ?? 0;
}

async function dropped(): Promise<number | undefined> {
  const families = await metrics.families();
  return families.find(({ name }) => name === 'svc_request_log_dropped_total')?.values[0]?.value;
}

describe('the request log', () => {
  it('writes the requests of a second in one statement', async () => {
    const run = vi.spyOn(database, 'forRequestLog');
    for (let n = 0; n < 300; n += 1) log.add(finished());
    expect(run).not.toHaveBeenCalled();
    await eventually(async () => expect(await stored()).toBe(300));
    expect(run).toHaveBeenCalledTimes(1);
    run.mockRestore();
  });

  it('stores who did what, and nothing else', async () => {
    const { caller } = finished();
    const byPerson = { ...caller, environmentId: 2, actor: { kind: 'member', userId: '9' } as const };
    const unrouted = { route: null, operationId: null, method: 'PUT', status: 404, code: 'not_found' };
    log.add(finished({ caller: byPerson, ...unrouted }));
    await log.beforeApplicationShutdown();
    expect(await rows()).toEqual([
      {
        ...{
          environment_id: 2,
          method: 'PUT',
          route: null,
          operation_id: null,
          status: 404,
          code: 'not_found',
          duration_ms: 3,
        },
        ...{ id: expect.any(String), request_id: expect.any(String), key_id: null, user_id: '9' },
      },
    ]);
  });

  it('writes a thousand at once without waiting', async () => {
    const run = vi.spyOn(database, 'forRequestLog');
    for (let n = 0; n < 1_000; n += 1) log.add(finished());
    expect(run).toHaveBeenCalledTimes(1);
    await eventually(async () => expect(await stored()).toBe(1_000));
    run.mockRestore();
  });

  it('writes nothing with REQUEST_LOG=off', async () => {
    open(false);
    log.add(finished());
    await log.beforeApplicationShutdown();
    expect(await stored()).toBe(0);
  });

  it('drops and counts what a blocked Postgres does not take, logs it once, and writes the rest later', async () => {
    const blocker = new pg.Client({ connectionString: created.url });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE request_log IN ACCESS EXCLUSIVE MODE');
    for (let n = 0; n < CAPACITY + 500; n += 1) log.add(finished());
    expect(await dropped()).toBe(500);
    expect(told).toMatchObject([{ event: 'requests_not_logged', requests: 1, err: 'the buffer is full' }]);
    await blocker.query('COMMIT');
    await blocker.end();
    await eventually(async () => expect(await stored()).toBe(CAPACITY));
    expect(await dropped()).toBe(500);
    log.add(finished());
    await log.beforeApplicationShutdown();
    expect(await stored()).toBe(CAPACITY + 1);
  });

  it('keeps what a lost connection has not taken, and writes it once', async () => {
    for (let n = 0; n < 5; n += 1) log.add(finished());
    const run = vi.spyOn(database, 'forRequestLog').mockImplementationOnce(() => ({
      run: () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' })),
    }));
    await eventually(async () => expect(await stored()).toBe(5));
    expect(run).toHaveBeenCalledTimes(2);
    expect(await dropped()).toBe(0);
    run.mockRestore();
  });

  it('writes a batch again whose response was lost, without a second row', async () => {
    const request = finished();
    log.add(request);
    await log.beforeApplicationShutdown();
    log.add(request);
    await log.beforeApplicationShutdown();
    expect(await stored()).toBe(1);
  });

  it('leaves out a row that Postgres refuses, and writes the others of its batch', async () => {
    const run = vi.spyOn(database, 'forRequestLog');
    const { caller } = finished();
    for (let n = 0; n < 999; n += 1) {
      if (n === 400) log.add(finished({ caller: { ...caller, requestId: PAST } }));
      log.add(finished());
    }
    await eventually(async () => expect(await stored()).toBe(999));
    expect([await dropped(), run.mock.calls.length]).toEqual([1, expect.toSatisfy((calls: number) => calls < 30)]);
    run.mockRestore();
  });

  it('gives up the rest of a batch when many of its rows are refused', async () => {
    const run = vi.spyOn(database, 'forRequestLog');
    const { caller } = finished();
    for (let n = 0; n < 1_000; n += 1) log.add(finished({ caller: { ...caller, requestId: PAST } }));
    await eventually(async () => expect(await dropped()).toBe(1_000));
    expect(run.mock.calls.length).toBeLessThan(50);
    run.mockRestore();
  });

  it('drops a batch that Postgres refuses, such as one without a partition, and goes on', async () => {
    const { caller } = finished();
    log.add(finished({ caller: { ...caller, requestId: PAST } }));
    await eventually(async () => expect(await dropped()).toBe(1));
    expect(told).toMatchObject([{ event: 'requests_not_logged', requests: 1 }]);
    log.add(finished());
    await log.beforeApplicationShutdown();
    expect(await stored()).toBe(1);
  });
});

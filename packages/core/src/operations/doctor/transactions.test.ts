import { startOwnPostgres, type OwnPostgres } from '@svc/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { examineCollation } from './collation.js';
import type { Finding } from './finding.js';
import { examineOldSnapshots, examineTransactions } from './transactions.js';

const HOUR = 3_600;
/** By default Postgres does not allow prepared transactions. */
let postgres: OwnPostgres;
let doctor: pg.Client;
let writer: pg.Client;

beforeAll(async () => {
  postgres = await startOwnPostgres({ max_prepared_transactions: '2' });
  doctor = new pg.Client({ connectionString: postgres.url });
  writer = new pg.Client({ connectionString: postgres.url, application_name: 'a forgotten shell' });
  await Promise.all([doctor.connect(), writer.connect()]);
  await writer.query('CREATE TABLE things (id int)');
});

afterEach(() => writer.query('ROLLBACK'));

afterAll(async () => {
  await Promise.all([doctor.end(), writer.end()]);
  await postgres.stop();
});

/** Returns a finding; `patience` contains the ages of odd and wrong transactions, in seconds. */
async function found(about: string, patience?: { odd: number; wrong: number }): Promise<Finding | undefined> {
  const findings = await examineTransactions(async (sql) => (await doctor.query(sql)).rows[0] ?? {}, patience);
  return findings.find((finding) => finding.about === about);
}

describe('examineTransactions', () => {
  it('names the oldest prepared transaction in any database, and how to end it', async ({ onTestFinished }) => {
    expect(await found('prepared transactions')).toMatchObject({ state: 'ok', text: 'none' });
    await doctor.query('CREATE DATABASE elsewhere');
    const other = new pg.Client({ connectionString: postgres.url.replace(/\/svc$/, '/elsewhere') });
    onTestFinished(() => other.end());
    await other.connect();
    await other.query(`BEGIN; CREATE TABLE left_behind (); PREPARE TRANSACTION 'jta:it''s 1'`);
    await other.query(`BEGIN; CREATE TABLE later (); PREPARE TRANSACTION 'later'`);

    expect(await found('prepared transactions')).toMatchObject({ state: 'ok' });
    const [odd, wrong] = await Promise.all([
      found('prepared transactions', { odd: 0, wrong: HOUR }),
      found('prepared transactions', { odd: 0, wrong: 0 }),
    ]);
    expect([odd?.state, wrong?.state]).toEqual(['warning', 'failed']);
    expect(odd?.text).toMatch(/^2, the oldest is 'jta:it''s 1' in database elsewhere, for \d+ s; event streams/);
    const end = /(ROLLBACK PREPARED .*)$/.exec(wrong?.text ?? '')?.[1] ?? '';
    await other.query(end);
    expect((await found('prepared transactions'))?.text).toMatch(/^1, the oldest is 'later'/);
    await other.query(`ROLLBACK PREPARED 'later'`);
  });

  it('names the session of the oldest open transaction that writes, not of readers', async () => {
    await writer.query('BEGIN; SELECT count(*) FROM things');
    const none = { state: 'ok', text: 'no writing transaction' };
    expect(await found('open transactions', { odd: 0, wrong: 0 })).toMatchObject(none);
    await writer.query('INSERT INTO things VALUES (1)');
    const { rows } = await writer.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const pid = String(rows[0]?.pid);

    expect(await found('open transactions')).toMatchObject({ state: 'ok' });
    const odd = await found('open transactions', { odd: 0, wrong: HOUR });
    expect(odd?.state).toBe('warning');
    expect(odd?.text).toContain(`process ${pid} (a forgotten shell, idle in transaction) in database svc, for `);
    expect(odd?.text).toContain(`pg_terminate_backend(${pid})`);
    expect(await found('open transactions', { odd: 0, wrong: 0 })).toMatchObject({ state: 'failed' });
    await writer.query('ROLLBACK');
    expect(await found('open transactions', { odd: 0, wrong: 0 })).toMatchObject(none);
  });
});

describe('examineOldSnapshots', () => {
  const among = async (...patience: number[]): Promise<Finding[]> =>
    examineOldSnapshots(async (sql) => (await doctor.query<Record<string, unknown>>(sql)).rows[0] ?? {}, ...patience);

  it('names the session that has read for the longest', async () => {
    await writer.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM things');
    expect((await among(HOUR))[0]).toEqual({ about: 'long reads', state: 'ok', text: 'none for more than 60 min' });
    const [found] = await among(0);
    expect(found).toMatchObject({ state: 'warning' });
    expect(found?.text).toMatch(/^process \d+ \(a forgotten shell\) in database svc has read for \d+ s; VACUUM/);
  });

  it('names the slot that nothing uses, and the WAL that it keeps', async () => {
    await doctor.query(`SELECT pg_create_physical_replication_slot('left', true)`);
    expect((await among(HOUR))[1]).toMatchObject({ about: 'replication slots', state: 'ok' });
    const [, found] = await among(HOUR, 0);
    expect(found).toMatchObject({ state: 'warning' });
    expect(found?.text).toMatch(/^'left' is unused and keeps 0\.\d GB of WAL/);
    await doctor.query(/run (SELECT .*)$/.exec(found?.text ?? '')?.[1] ?? '');
    expect((await among(HOUR, 0))[1]?.state).toBe('ok');
  });
});

describe('examineCollation', () => {
  it('asks for new indexes when the locale has changed since they were made', async () => {
    const among = async (): Promise<Finding> =>
      examineCollation(async (sql) => (await doctor.query<Record<string, unknown>>(sql)).rows[0] ?? {});
    expect(await among()).toMatchObject({ about: 'collation', state: 'ok' });
    await doctor.query(`UPDATE pg_database SET datcollversion = 'older' WHERE datname = current_database()`);
    const changed = await among();
    expect(changed).toMatchObject({ state: 'failed' });
    expect(changed.text).toMatch(
      /^the indexes were made with version older .*; run REINDEX DATABASE CONCURRENTLY svc, then/,
    );
    await doctor.query('ALTER DATABASE svc REFRESH COLLATION VERSION');
    expect(await among()).toMatchObject({ state: 'ok' });
  });
});

import { readFile } from 'node:fs/promises';
import { forThisFile } from '@svc/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import { ReconciliationReport } from './reconciliation-report.js';

const report = new ReconciliationReport();

const { database, sql } = await forThisFile(openTestDatabase());
let hour: string;

// An hour in the past. Everything happened at its minutes, and the statement was read at minute 90.
const START = Date.UTC(2026, 10, 21, 9);
const minute = (n: number): string => `'${new Date(START + n * 60_000).toISOString()}'::timestamptz`;
const idOf = (n: number, of = 0): string =>
  (BigInt(START + n * 60_000 - Date.UTC(2025, 0, 1)) * 4_194_304n + BigInt(of)).toString();
const REPORT = idOf(90);

const line = (n: number, operation: string, status: string, amount: string, about: string): string =>
  `(1, ${REPORT}, 'http', ${idOf(n)}, '${operation}', '${status}', ${about}, ${amount}, ${minute(n)}, ${minute(90)})`;
const insertLines = (...lines: string[]): string =>
  `INSERT INTO acquirer_statement_lines (environment_id, report_id, processor, attempt_id, operation, status, payment_id, authorization_id,
     amount_value, currency, received_at, asked_at) VALUES ${lines.join(', ')}`;

beforeAll(async () => {
  hour = await readFile(new URL('acquirer-statement-differences.test.sql', import.meta.url), 'utf8');
});

beforeEach(() => sql(hour));

async function found(limit = 3): Promise<Record<string, unknown>[]> {
  const tables = database.forEnvironment({ environmentId: 1 });
  const rows: Record<string, unknown>[] = [];
  let toId = idOf(60);
  for (;;) {
    const stretch = await report.read({ tables, id: REPORT, mode: 'live', fromId: idOf(0), toId, limit });
    rows.push(...stretch.rows.map(({ row }) => row));
    if (stretch.reached === undefined) return rows.filter(({ against }) => against === 'acquirer');
    expect(BigInt(stretch.reached)).toBeLessThan(BigInt(toId));
    toId = stretch.reached;
  }
}

const usd = (value: number) => ({ value, currency: 'USD' });
const pay = (n: number) => ({ id: `pay_${idOf(n)}`, paymentId: `pay_${idOf(n)}` });
const reference = (n: number): string => `00-1-${idOf(n)}`;
const ofAttempt = (n: number): string => `environment_id = 1 AND id = ${idOf(n)}`;
const ofLine = (n: number): string => `environment_id = 1 AND attempt_id = ${idOf(n)}`;
const statement = { against: 'acquirer', processor: 'http' };
const missing = { ...statement, kind: 'missing', found: null, foundStatus: null, differs: null };
const unexpected = { ...statement, kind: 'unexpected', recorded: null, recordedStatus: null, differs: null };
const different = { ...statement, kind: 'different' };
const never = (n: number, operation: string, about: string): string =>
  insertLines(line(n, operation, 'approved', `7, 'USD'`, about));

it('finds nothing if the statement agrees', async () => {
  expect(await found()).toEqual([]);
});

describe('a capture of a part', () => {
  beforeEach(() => sql(`UPDATE payments SET capture_value = 60 WHERE ${ofAttempt(2)}`));

  it('agrees with a capture of this part in the statement', async () => {
    await sql(`UPDATE acquirer_statement_lines SET amount_value = 60 WHERE ${ofLine(22)}`);
    expect(await found()).toEqual([]);
  });

  it('differs from a capture of everything', async () => {
    expect(await found()).toMatchObject([
      { ...different, ...pay(2), operation: 'capture', recorded: usd(60), found: usd(102), differs: ['amount'] },
    ]);
  });
});

describe('the statement lacks', () => {
  it.each([
    ['an authorization', 11, { ...pay(1), operation: 'authorize', recorded: usd(101), recordedStatus: 'approved' }],
    ['a refusal', 14, { ...pay(4), operation: 'authorize', recorded: usd(104), recordedStatus: 'declined' }],
    ['a void', 23, { ...pay(3), operation: 'void', recorded: null, recordedStatus: 'approved' }],
    [
      'a refund',
      31,
      {
        id: `ref_${idOf(30)}`,
        paymentId: `pay_${idOf(1)}`,
        operation: 'refund',
        recorded: usd(40),
        recordedStatus: 'approved',
      },
    ],
  ])('%s with a response', async (_, n, expected) => {
    await sql(`DELETE FROM acquirer_statement_lines WHERE ${ofLine(n)}`);
    expect(await found()).toEqual([{ ...missing, reference: reference(n), ...expected }]);
  });

  it('an operation from before response times were stored', async () => {
    await sql('UPDATE payment_attempts SET answered_at = NULL WHERE environment_id = 1');
    await sql(`DELETE FROM acquirer_statement_lines WHERE ${ofLine(11)}`);
    await sql(`DELETE FROM acquirer_statement_lines WHERE ${ofLine(15)}`);
    expect(await found()).toMatchObject([{ ...missing, ...pay(1) }]);
  });
});

describe('the statement contains', () => {
  it.each([
    [
      'an authorization that was never sent',
      never(40, 'authorize', `${idOf(99)}, NULL`),
      { id: `pay_${idOf(99)}`, paymentId: `pay_${idOf(99)}`, operation: 'authorize' },
    ],
    ['a second capture of a payment', never(40, 'capture', `NULL, ${idOf(12)}`), { ...pay(2), operation: 'capture' }],
    [
      'a refund of an unknown payment',
      never(40, 'refund', 'NULL, NULL'),
      { id: null, paymentId: null, operation: 'refund' },
    ],
  ])('%s', async (_, change, expected) => {
    await sql(change);
    const line = { reference: reference(40), found: usd(7), foundStatus: 'approved' };
    expect(await found()).toEqual([{ ...unexpected, ...line, ...expected }]);
  });

  it('a line with the reference of an attempt at another processor', async () => {
    await sql(`UPDATE payment_attempts SET processor = 'manual' WHERE ${ofAttempt(11)}`);
    expect(await found()).toMatchObject([{ ...unexpected, ...pay(1), reference: reference(11), found: usd(101) }]);
  });

  it('lines received in the range, whatever their reference: with its start, without its end', async () => {
    const lines = [-1, 0, 59, 60].map((n) => line(n, 'refund', 'approved', `7, 'USD'`, 'NULL, NULL'));
    await sql(insertLines(...lines));
    await sql(
      `UPDATE acquirer_statement_lines SET attempt_id = attempt_id - ${idOf(0)} WHERE operation = 'refund' AND ${ofLine(59)}`,
    );
    const name = `00-1-${BigInt(idOf(59)) - BigInt(idOf(0))}`;
    for (const limit of [1, 2, 500]) {
      expect((await found(limit)).map((row) => row['reference'])).toEqual([name, reference(0)]);
    }
  });
});

describe('an operation differs in', () => {
  const of = (n: number, set: string): string => `UPDATE acquirer_statement_lines SET ${set} WHERE ${ofLine(n)}`;
  it.each<[string, string, object]>([
    [
      'its status',
      of(11, `status = 'declined'`),
      { ...pay(1), differs: ['status'], recordedStatus: 'approved', foundStatus: 'declined' },
    ],
    [
      'its status: declined here',
      of(14, `status = 'approved'`),
      { ...pay(4), differs: ['status'], recordedStatus: 'declined', foundStatus: 'approved' },
    ],
    ['its status: pending there', of(31, `status = 'pending'`), { differs: ['status'] }],
    [
      'its status: voided here, held there',
      of(13, `status = 'approved'`),
      { ...pay(3), differs: ['status'], recordedStatus: 'declined', foundStatus: 'approved' },
    ],
    [
      'its status: voided only there',
      of(12, `status = 'declined'`),
      { ...pay(2), differs: ['status'], recordedStatus: 'approved', foundStatus: 'declined' },
    ],
    ['its amount', of(22, 'amount_value = 100'), { differs: ['amount'], recorded: usd(102), found: usd(100) }],
    [
      'its currency',
      of(31, `currency = 'EUR'`),
      { differs: ['amount'], recorded: usd(40), found: { value: 40, currency: 'EUR' } },
    ],
    ['its payment', of(11, `payment_id = ${idOf(2)}`), { ...pay(1), differs: ['payment'] }],
    ['its authorization', of(22, `authorization_id = ${idOf(11)}`), { ...pay(2), differs: ['authorization'] }],
    ['its authorization, which is missing', of(31, 'authorization_id = NULL'), { differs: ['authorization'] }],
    [
      'its operation',
      of(23, `operation = 'capture', amount_value = 103, currency = 'USD'`),
      { ...pay(3), operation: 'void', differs: ['operation', 'amount'] },
    ],
    ['its amount, without an outcome', never(16, 'authorize', `${idOf(6)}, NULL`), { differs: ['amount'] }],
  ])('%s', async (_, change, expected) => {
    await sql(change);
    expect(await found()).toMatchObject([{ ...different, ...expected }]);
  });
});

describe('no difference is', () => {
  const drop = (n: number): string => `DELETE FROM acquirer_statement_lines WHERE ${ofLine(n)}`;
  const inStatement = (status: string): string =>
    insertLines(line(16, 'authorize', status, `106, 'USD'`, `${idOf(6)}, NULL`));
  it.each<[string, string[]]>([
    ['an outcome that we do not know yet', [inStatement('approved')]],
    ['an operation that is pending on both sides', [inStatement('pending')]],
    [
      'a pending operation that the statement lacks',
      [`UPDATE payment_attempts SET state = 'pending', answered_at = ${minute(16)} WHERE ${ofAttempt(16)}`],
    ],
    [
      'an operation that was never sent, because no connection could be made',
      [drop(14), `UPDATE payment_attempts SET code = 'not_sent' WHERE ${ofAttempt(14)}`],
    ],
    [
      'a missing operation whose response came after the walk began',
      [
        drop(11),
        `UPDATE payment_attempts SET answered_at = ${minute(90)} WHERE ${ofAttempt(11)}`,
        `UPDATE acquirer_statement_walks SET walk_to = ${minute(200)} WHERE environment_id = 1`,
      ],
    ],
    [
      'a missing operation whose response came after the end of the walk',
      [drop(11), `UPDATE payment_attempts SET answered_at = ${minute(61)} WHERE ${ofAttempt(11)}`],
    ],
    [
      'a missing operation that was sent before the start of the walk',
      [drop(11), `UPDATE acquirer_statement_walks SET walk_from = ${minute(2)} WHERE environment_id = 1`],
    ],
    [
      'an outcome that we learned after the page was requested',
      [`UPDATE acquirer_statement_lines SET status = 'pending', asked_at = ${minute(12)} WHERE ${ofLine(11)}`],
    ],
    [
      'an authorization that is being voided',
      [`UPDATE payment_attempts SET state = 'open', finished_at = NULL WHERE ${ofAttempt(23)}`],
    ],
    [
      'an authorization whose void we learned of after the page was requested',
      [`UPDATE acquirer_statement_lines SET status = 'approved', asked_at = ${minute(24)} WHERE ${ofLine(13)}`],
    ],
    [
      'an operation that was received late, after the range',
      [`UPDATE acquirer_statement_lines SET received_at = ${minute(69)} WHERE ${ofLine(11)}`],
    ],
    [
      'a manual decision after the end of the walk',
      [
        `UPDATE payments SET status = 'completed', stage = NULL WHERE ${ofAttempt(6)}`,
        `INSERT INTO payment_transitions (environment_id, payment_id, version, from_stage, status, at)
         VALUES (1, ${idOf(6)}, 3, 'requires_attention', 'completed', ${minute(61)})`,
      ],
    ],
    [
      'a hold that had ended before its capture was declined',
      [
        `UPDATE payments SET status = 'failed' WHERE ${ofAttempt(2)}`,
        `UPDATE payment_attempts SET state = 'declined', code = 'authorization_expired' WHERE ${ofAttempt(22)}`,
        `UPDATE acquirer_statement_lines SET status = 'declined' WHERE ${ofLine(12)} OR ${ofLine(22)}`,
      ],
    ],
    ['a line of another range', [never(65, 'refund', 'NULL, NULL')]],
  ])('%s', async (_, changes) => {
    for (const change of changes) await sql(change);
    expect(await found()).toEqual([]);
  });
});

describe('at Stripe', () => {
  const drop = (n: number): string => `DELETE FROM acquirer_statement_lines WHERE ${ofLine(n)}`;
  beforeEach(async () => {
    await sql(`ALTER TABLE acquirer_statement_lines DISABLE TRIGGER ALL`);
    for (const table of ['acquirer_statement_lines', 'acquirer_statement_walks', 'payment_attempts', 'refund_attempts'])
      await sql(`UPDATE ${table} SET processor = 'stripe:5' WHERE environment_id = 1`);
    await sql(`ALTER TABLE acquirer_statement_lines ENABLE TRIGGER ALL`);
    await sql(`UPDATE payment_attempts SET external_reference = 'pi_' || payment_id
                WHERE environment_id = 1 AND operation = 'authorize'`);
    await sql(`UPDATE refund_attempts SET external_reference = 're_' || id WHERE environment_id = 1`);
    for (const n of [23, 25]) await sql(drop(n));
  });

  it('is no difference what Stripe keeps no object of', async () => {
    expect(await found()).toEqual([]);
    await sql(drop(14));
    await sql(`UPDATE payment_attempts SET external_reference = NULL WHERE ${ofAttempt(14)}`);
    await sql(drop(15));
    await sql(`UPDATE payment_attempts SET external_reference = 'cs_1' WHERE ${ofAttempt(15)}`);
    await sql(`UPDATE payment_attempts SET state = 'declined', code = 'x' WHERE ${ofAttempt(22)}`);
    await sql(drop(22));
    expect(await found()).toEqual([]);
  });

  it.each([
    ['an authorization', 11, { ...pay(1), operation: 'authorize' }],
    ['a decline', 14, { ...pay(4), operation: 'authorize', recordedStatus: 'declined' }],
    ['a capture', 22, { ...pay(2), operation: 'capture' }],
    ['a refund', 31, { id: `ref_${idOf(30)}`, operation: 'refund' }],
  ])('%s with an object is missing', async (_, n, expected) => {
    await sql(drop(n));
    expect(await found()).toMatchObject([{ ...missing, processor: 'proc_5', ...expected }]);
  });

  it('is only searched for if the statement was read up to the payment, which may be long after the first answer', async () => {
    await sql(drop(11));
    await sql(`UPDATE payment_attempts SET finished_at = ${minute(61)} WHERE ${ofAttempt(11)}`);
    expect(await found()).toEqual([]);
  });
});

describe('a statement that was not compared, or only in part', () => {
  const nothing = { id: null, paymentId: null, recorded: null, found: null, reference: null, operation: null };
  it.each(['not_compared', 'compared_in_part'])('%s: is reported once', async (result) => {
    await sql(`UPDATE reports SET statement = '${result}' WHERE environment_id = 1`);
    await sql(`UPDATE acquirer_statement_walks SET result = '${result}' WHERE environment_id = 1`);
    const row = {
      ...statement,
      kind: 'not_compared',
      ...nothing,
      differs: null,
      recordedStatus: null,
      foundStatus: null,
    };
    expect(await found()).toEqual([row]);
  });

  it('has no differences if it is missing or was not compared', async () => {
    await sql(`DELETE FROM acquirer_statement_lines WHERE environment_id = 1`);
    for (const result of ['no_book', 'not_compared']) {
      await sql(`UPDATE reports SET statement = '${result}' WHERE environment_id = 1`);
      expect((await found()).filter(({ kind }) => kind !== 'not_compared')).toEqual([]);
    }
  });
});

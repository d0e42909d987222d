import { forThisFile } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import { ReconciliationReport } from './reconciliation-report.js';

type Decided = 'completed' | 'failed' | 'authorized';
type Method = 'automatic' | 'manual';

const taken = { operation: 'authorize', recordedStatus: 'approved' };
const captured = { operation: 'capture', recordedStatus: 'approved' };
const untaken = { operation: 'authorize', recordedStatus: 'declined' };
const uncaptured = { operation: 'capture', recordedStatus: 'declined' };
const held = { operation: 'authorize', recordedStatus: 'approved' };
const byHand = { operation: 'capture', recordedStatus: 'approved', reference: null };
const nowhere = {
  ...byHand,
  kind: 'missing',
  recorded: { value: 100, currency: 'USD' },
  found: null,
  foundStatus: null,
};
const inPart = { ...byHand, kind: 'different', differs: ['amount'], found: { value: 60, currency: 'USD' } };

/** A manual decision, the states of our attempts, the lines of the statement, and the expected difference. */
const WRONG: [Decided, Method, string, string, object][] = [
  ['completed', 'automatic', 'authorize open', 'authorize declined', { ...taken, foundStatus: 'declined' }],
  ['completed', 'automatic', 'authorize open', 'authorize pending', { ...taken, foundStatus: 'pending' }],
  ['completed', 'automatic', 'authorize open, void open', 'authorize requires_action', taken],
  ['completed', 'manual', 'authorize approved, capture open', 'authorize approved, capture pending', captured],
  ['completed', 'automatic', 'authorize open', '', { ...taken, foundStatus: null }],
  ['completed', 'automatic', 'authorize pending', '', { ...taken, foundStatus: null }],
  ['completed', 'automatic', 'authorize pending, void open', 'authorize declined, void approved', taken],
  ['completed', 'manual', 'authorize approved, capture open', 'authorize approved, capture declined', captured],
  ['completed', 'manual', 'authorize approved, capture open', 'authorize approved', { ...captured, foundStatus: null }],
  ['completed', 'manual', 'authorize open, capture open', '', { ...captured, foundStatus: null }],
  ['completed', 'manual', 'authorize approved, void open, capture open', 'authorize declined, void approved', captured],
  ['failed', 'automatic', 'authorize open', 'authorize approved', { ...untaken, foundStatus: 'approved' }],
  ['failed', 'automatic', 'authorize open, void open', 'authorize approved, void declined', untaken],
  [
    'failed',
    'automatic',
    'authorize open',
    'authorize requires_action',
    { ...untaken, foundStatus: 'requires_action' },
  ],
  ['failed', 'manual', 'authorize open', 'authorize pending', { ...untaken, foundStatus: 'pending' }],
  ['failed', 'manual', 'authorize open', 'authorize approved', { ...untaken, foundStatus: 'approved' }],
  ['failed', 'manual', 'authorize approved, void open', 'authorize approved', untaken],
  ['failed', 'manual', 'authorize approved, void declined', 'authorize approved, void declined', untaken],
  ['failed', 'manual', 'authorize approved, capture open', 'authorize approved, capture approved', uncaptured],
  [
    'failed',
    'manual',
    'authorize approved, capture open, void open',
    'authorize approved, capture approved',
    uncaptured,
  ],
  [
    'failed',
    'manual',
    'authorize approved, capture open, void open',
    'authorize approved',
    { ...uncaptured, foundStatus: null },
  ],
  // Captured by hand at the acquirer, whose statement has that capture or not.
  [
    'completed',
    'manual',
    'authorize approved, capture already_captured',
    'authorize approved, capture declined',
    nowhere,
  ],
  ['completed', 'manual', 'authorize approved, void already_captured', 'authorize approved, void declined', nowhere],
  [
    'completed',
    'manual',
    'authorize approved, capture already_captured, void already_captured',
    'authorize approved, capture declined, void declined, by_hand pending',
    nowhere,
  ],
  [
    'completed',
    'manual',
    'authorize approved, capture already_captured',
    'authorize approved, capture declined, by_hand partly',
    inPart,
  ],
  [
    'failed',
    'manual',
    'authorize approved, capture already_captured',
    'authorize approved, capture declined, by_hand approved',
    { ...untaken, foundStatus: 'approved' },
  ],
  [
    'failed',
    'manual',
    'authorize approved, capture already_captured, void already_captured',
    'authorize approved, capture declined, void declined',
    { ...untaken, foundStatus: 'approved' },
  ],
  // Our own capture, whose response was lost, was declined because of it.
  ...['authorize approved, capture open', 'authorize approved, capture open, void pending'].map(
    (ours): [Decided, Method, string, string, object] => [
      'failed',
      'manual',
      ours,
      'authorize approved, capture declined, by_hand approved',
      { ...untaken, foundStatus: 'approved' },
    ],
  ),
  [
    'completed',
    'manual',
    'authorize approved, capture open',
    'authorize approved, capture declined, by_hand partly',
    { ...captured, foundStatus: 'declined' },
  ],
  ['completed', 'manual', 'authorize approved, capture open', 'authorize approved, by_hand pending', captured],
  [
    'failed',
    'manual',
    'authorize approved, capture open, void open',
    'authorize approved, by_hand approved',
    { ...uncaptured, kind: 'missing' },
  ],
  // A person confirms that the money is held.
  ['authorized', 'manual', 'authorize open', '', { ...held, kind: 'missing' }],
  ['authorized', 'manual', 'authorize pending', '', { ...held, kind: 'missing' }],
  ['authorized', 'manual', 'authorize open', 'authorize declined', { ...held, foundStatus: 'declined' }],
  ['authorized', 'manual', 'authorize pending', 'authorize pending', { ...held, foundStatus: 'pending' }],
  ['authorized', 'manual', 'authorize open', 'authorize requires_action', { ...held, foundStatus: 'requires_action' }],
  ['authorized', 'manual', 'authorize approved, void open', 'authorize declined, void approved', held],
  ['authorized', 'manual', 'authorize open, void pending', 'authorize declined, void approved', held],
  ['authorized', 'manual', 'authorize approved, capture open, void open', 'authorize declined, void approved', held],
  [
    'authorized',
    'manual',
    'authorize approved, capture open, void declined',
    'authorize approved, capture approved, void declined',
    uncaptured,
  ],
];
const RIGHT: [Decided, Method, string, string][] = [
  ['completed', 'automatic', 'authorize open', 'authorize approved'],
  ['completed', 'automatic', 'authorize open, void open', 'authorize approved, void declined'],
  ['completed', 'manual', 'authorize approved, capture open', 'authorize approved, capture approved'],
  ['completed', 'manual', 'authorize approved, void open, capture open', 'authorize approved, capture approved'],
  ['failed', 'automatic', 'authorize open', ''],
  ['failed', 'automatic', 'authorize open', 'authorize declined'],
  ['failed', 'automatic', 'authorize open, void open', 'authorize declined, void approved'],
  ['failed', 'manual', 'authorize open', ''],
  ['failed', 'manual', 'authorize approved, void open', 'authorize declined, void approved'],
  ['failed', 'manual', 'authorize approved, void declined', 'authorize declined, void declined'],
  ['failed', 'manual', 'authorize approved, capture open', 'authorize approved, capture declined'],
  ['failed', 'manual', 'authorize approved, capture open, void open', 'authorize declined, void approved'],
  ['failed', 'manual', 'authorize approved, capture open, void declined', 'authorize declined, void declined'],
  // The processor itself declined the capture, with this very code.
  ['failed', 'manual', 'authorize approved, capture declined', 'authorize approved, capture declined'],
  [
    'completed',
    'manual',
    'authorize approved, capture already_captured',
    'authorize approved, capture declined, by_hand approved',
  ],
  [
    'completed',
    'manual',
    'authorize approved, void already_captured',
    'authorize approved, void declined, by_hand approved',
  ],
  ['failed', 'manual', 'authorize approved, capture already_captured', 'authorize declined, capture declined'],
  ['completed', 'manual', 'authorize approved, capture open', 'authorize approved, by_hand approved'],
  [
    'completed',
    'manual',
    'authorize approved, capture pending',
    'authorize approved, capture declined, by_hand approved',
  ],
  ['authorized', 'manual', 'authorize open', 'authorize approved'],
  ['authorized', 'manual', 'authorize approved', 'authorize approved'],
  ['authorized', 'manual', 'authorize approved, void open', 'authorize approved'],
  ['authorized', 'manual', 'authorize approved, void open', 'authorize approved, void declined'],
  ['authorized', 'manual', 'authorize approved, capture open, void open', 'authorize approved'],
];
const CASES = [...WRONG, ...RIGHT];

// An hour in the past in which everything was sent and decided. The statement was read at minute 90.
const OPERATIONS = ['authorize', 'capture', 'void'];
const at = (minute: number): string => `timestamptz '2026-11-21 09:00:00Z' + interval '${minute} minutes'`;
const idOf = (minute: number, of: number): string => `id_at(${at(minute)}) + ${of}`;
const attemptOf = (operation: string, of: number): string => idOf(10 + OPERATIONS.indexOf(operation), of);

const { database } = await forThisFile(openTestDatabase());
let rows: Record<string, unknown>[];
let payments: string[];

const sql = (text: string) => database.dataSource.query<Record<string, string>[]>(text);

const listed = (operations: string): string[][] =>
  operations === '' ? [] : operations.split(', ').map((operation) => operation.split(' '));

beforeAll(async () => {
  const [decided, attempts, lines, byHand]: [string[], string[], string[], string[]] = [[], [], [], []];
  for (const [n, [status, method, ours, theirs]] of CASES.entries()) {
    const code = status === 'failed' ? `'rejected'` : 'NULL';
    const [stands, stage] = status === 'authorized' ? ['pending', `'authorized'`] : [status, 'NULL'];
    decided.push(`(1, ${idOf(0, n)}, '${stands}', ${stage}, 100, 'USD', '${method}', ${code}, '{}', 'http', now())`);
    for (const [operation = '', said = ''] of listed(ours)) {
      const [state, why] = said === 'already_captured' ? ['declined', `'already_captured'`] : [said, 'NULL'];
      const ended = state === 'approved' || state === 'declined' ? at(20) : 'NULL';
      const sent = `${attemptOf(operation, n)}, ${idOf(0, n)}, '${operation}', 'http', '${state}', ${why}, ${at(10)}`;
      attempts.push(`(1, ${sent}, ${ended}, ${ended})`);
    }
    for (const [operation = '', state = ''] of listed(theirs)) {
      if (operation === 'by_hand') {
        const [value, is] = state === 'partly' ? [60, 'approved'] : [100, state];
        const capture = `'by-hand-${n}', 'capture', '${is}', ${attemptOf('authorize', n)}, ${value}, 'USD'`;
        byHand.push(`(1, ${idOf(90, 0)}, 'http', ${capture}, ${at(10)})`);
        continue;
      }
      const about = operation === 'authorize' ? `${idOf(0, n)}, NULL` : `NULL, ${attemptOf('authorize', n)}`;
      const amount = operation === 'void' ? `NULL, NULL` : `100, 'USD'`;
      const line = `${idOf(90, 0)}, 'http', ${attemptOf(operation, n)}, '${operation}', '${state}', ${about}, ${amount}`;
      lines.push(`(1, ${line}, ${at(10)}, ${at(90)})`);
    }
  }
  await sql(`INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, capture_method, failure_code, metadata,
               processor, updated_at) VALUES ${decided.join(', ')}`);
  await sql(`INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, code, started_at,
               answered_at, finished_at) VALUES ${attempts.join(', ')}`);
  await sql(`INSERT INTO payment_transitions (environment_id, payment_id, version, from_stage, status, stage, at)
             SELECT 1, id, 3, 'requires_attention', status, stage, ${at(50)} FROM payments WHERE environment_id = 1`);
  await sql(`INSERT INTO reports (environment_id, id, type, format, created_from, created_to, status, personal, from_id, to_id,
               reached, statement, xid, epoch, updated_at)
             SELECT 1, ${idOf(90, 0)}, 'reconciliation', 'json', ${at(0)}, ${at(60)}, 'running', false, ${idOf(0, 0)},
               ${idOf(60, 0)}, ${idOf(60, 0)}, 'compared', 1, 1, now()`);
  await sql(`INSERT INTO acquirer_statement_walks (environment_id, report_id, processor, result, walk_from, walk_to, started_at, due_at)
             VALUES (1, ${idOf(90, 0)}, 'http', 'compared', ${at(-10)}, ${at(70)}, ${at(90)}, now())`);
  await sql(`INSERT INTO acquirer_statement_lines (environment_id, report_id, processor, attempt_id, operation, status, payment_id, authorization_id,
               amount_value, currency, received_at, asked_at) VALUES ${lines.join(', ')}`);
  await sql(`INSERT INTO foreign_statement_lines (environment_id, report_id, processor, reference, operation, status, authorization_id,
               amount_value, currency, received_at) VALUES ${byHand.join(', ')}`);
  payments = (await sql(`SELECT 'pay_' || id AS id FROM payments WHERE environment_id = 1 ORDER BY id`)).map(
    ({ id = '' }) => id,
  );
  rows = await found();
});

async function found(): Promise<typeof rows> {
  const [bounds] = await sql(`SELECT ${idOf(0, 0)} AS "fromId", ${idOf(60, 0)} AS "toId", ${idOf(90, 0)} AS id`);
  const { fromId = '', toId = '', id = '' } = bounds ?? {};
  const tables = database.forEnvironment({ environmentId: 1 });
  const stretch = await new ReconciliationReport().read({ tables, id, mode: 'live', fromId, toId, limit: 500 });
  return stretch.rows.map(({ row }) => row).filter(({ against }) => against === 'acquirer');
}

const foundOf = (n: number) => rows.filter(({ paymentId, kind }) => paymentId === payments[n] && kind !== 'unexpected');

describe('a manual decision', () => {
  it.each(WRONG.map((row, n) => [...row, n] as const))(
    '%s (%s), after %s, is wrong if the statement has: %s',
    (_status, _method, _ours, _theirs, expected, n) => expect(foundOf(n)).toEqual([expect.objectContaining(expected)]),
  );

  it.each(RIGHT.map((row, n) => [...row, WRONG.length + n] as const))(
    '%s (%s), after %s, is right if the statement has: %s',
    (_status, _method, _ours, _theirs, n) => expect(foundOf(n)).toEqual([]),
  );

  it('always comes with the captures by hand as unexpected, whatever was decided', () => {
    const captures = CASES.flatMap(([, , , theirs], n) => (theirs.includes('by_hand') ? [payments[n]] : []));
    const found = rows.flatMap(({ kind, operation, paymentId }) =>
      kind === 'unexpected' && operation === 'capture' ? [paymentId] : [],
    );
    expect(found.sort()).toEqual(captures.sort());
  });
});

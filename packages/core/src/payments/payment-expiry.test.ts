import { forThisFile } from '@svc/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import { Outbox } from '../events/outbox.js';
import { Ledger } from '../ledger/ledger.js';
import { Peppers } from '../platform/crypto/peppers.js';
import { namedQuery } from '../platform/database/named-query.js';
import { createPool } from '../platform/database/open-database.js';
import { type IdSource, openIdSource } from '../platform/ids.js';
import { createLogger } from '../platform/logger.js';
import { WorkQueues } from '../platform/queues/work-queues.js';
import { AuditLog } from '../security/audit-log.js';
import { Accounts } from '../security/accounts.js';
import { ApiKeyMint } from '../security/keys/api-key-format.js';
import { EXPIRED, PaymentExpiry } from './payment-expiry.js';
import { PaymentTransitions } from './payment-transitions.js';

const ENVIRONMENTS = namedQuery('test_environments', 'SELECT id FROM environments WHERE mode = $1 ORDER BY id');
const SET_CLOCK = namedQuery('test_set_clock', 'UPDATE environments SET clock_offset = $2 WHERE id = $1');
const ADD = namedQuery(
  'test_add_payment',
  `INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, expires_at,
     updated_at)
   VALUES ($1, $2, 'pending', $3, 1000, 'USD', '{}', 'sandbox', now() + $4::interval, now())`,
);
const STATES = namedQuery(
  'test_payment_states',
  'SELECT stage, failure_code AS failure FROM payments WHERE environment_id = $1 ORDER BY id',
);
const CLEAR = namedQuery(
  'test_clear',
  'WITH noted AS (DELETE FROM payment_transitions WHERE environment_id = $1) DELETE FROM payments WHERE environment_id = $1',
);

const test = await forThisFile(openTestDatabase({ hasAccount: false }));
const { database } = test;
let ids: IdSource;
let queues: WorkQueues;
let expiry: PaymentExpiry;
/** Two test environments; the clock of `ahead` runs 10 days ahead. */
let here: number;
let ahead: number;

beforeAll(async () => {
  ids = openIdSource(database);
  const logger = createLogger({ LOG_LEVEL: 'silent' }, 'test');
  queues = new WorkQueues(
    { REDIS_URL: process.env['SVC_TEST_REDIS_URL'] ?? '', QUEUE_PREFIX: 'svc-expiry-test' },
    logger,
  );
  expiry = new PaymentExpiry({
    database,
    transitions: new PaymentTransitions({ ids, outbox: new Outbox(ids), ledger: new Ledger(), outcomeListeners: [] }),
    queues,
    logger,
  });
  const accounts = new Accounts(
    database,
    ids,
    new ApiKeyMint(new Peppers([Buffer.alloc(32, 1)]), 0),
    new AuditLog(ids),
  );
  for (const name of ['one', 'two']) await accounts.create(name, 'pro');
  const rows = await database.forSystem().run<{ id: number }>(ENVIRONMENTS, ['test']);
  [here = 0, ahead = 0] = rows.map(({ id }) => id);
  await database.forSystem().run(SET_CLOCK, [ahead, '10 days']);
}, 60_000);

beforeEach(async () => {
  for (const environmentId of [here, ahead]) await database.forSystem().run(CLEAR, [environmentId]);
});

afterAll(() => queues.close());

async function add(environmentId: number, stage: string, expiresIn: string): Promise<void> {
  await database.forSystem().run(ADD, [environmentId, await ids.one(), stage, expiresIn]);
}

function states(environmentId: number): Promise<unknown[]> {
  return database.forSystem().run(STATES, [environmentId]);
}

const expired = { stage: null, failure: 'expired' };

describe('expired payments', () => {
  it('are settled by the clock of their environment, in one environment or in all', async () => {
    await add(here, 'awaiting_approval', '-1 second');
    await add(here, 'awaiting_approval', '1 day');
    await add(ahead, 'awaiting_approval', '9 days');
    await add(ahead, 'awaiting_approval', '11 days');
    expect(await expiry.settleDue(10, ahead)).toBe(1);
    expect(await states(here)).not.toContainEqual(expired);
    expect(await expiry.settleDue(10)).toBe(1);
    expect(await expiry.settleDue(10)).toBe(0);
    for (const environmentId of [here, ahead]) {
      expect(await states(environmentId)).toEqual([expired, { stage: 'awaiting_approval', failure: null }]);
    }
  });

  it('are settled up to the limit; payments in processing and in requires_attention are left alone', async () => {
    for (let n = 0; n < 3; n++) await add(here, 'processing', '-1 hour');
    await add(here, 'requires_attention', '-1 hour');
    for (let n = 0; n < 3; n++) await add(here, 'awaiting_approval', '-1 second');
    expect([await expiry.settleDue(2), await expiry.settleDue(2), await expiry.settleDue(2)]).toEqual([2, 1, 0]);
    const left = (await states(here)) as { stage: string | null }[];
    expect(left.map(({ stage }) => stage).filter((stage) => stage !== null)).toEqual([
      ...Array.from({ length: 3 }, () => 'processing'),
      'requires_attention',
    ]);
  });

  it('are settled once by concurrent rounds', async () => {
    for (let n = 0; n < 20; n++) await add(here, 'awaiting_approval', '-1 second');
    const settled = await Promise.all([expiry.settleDue(20), expiry.settleDue(20), expiry.settleDue(20, here)]);
    const rest = await expiry.settleDue(20);
    expect(settled.reduce((sum, n) => sum + n, rest)).toBe(20);
  });

  it('nextDue returns the earliest expiry of the environment', async () => {
    expect(await expiry.nextDue(here)).toBeUndefined();
    await add(here, 'processing', '1 hour');
    await add(here, 'awaiting_approval', '3 days');
    await add(here, 'authorized', '2 days');
    await add(ahead, 'awaiting_approval', '1 day');
    const due = await expiry.nextDue(here);
    const now = await expiry.logicalNow(here);
    expect(Math.round(((due?.getTime() ?? 0) - now.getTime()) / 3_600_000)).toBe(48);
    const theirs = await expiry.logicalNow(ahead);
    expect(Math.round((theirs.getTime() - now.getTime()) / 3_600_000)).toBe(240);
  });

  it('are found through an index', async () => {
    const pool = createPool({ DATABASE_URL: test.url, DATABASE_POOL: 1, PG_PREPARED: true });
    const explain = `EXPLAIN ${EXPIRED.text.replaceAll('$1', '10')}`;
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(explain);
    await pool.end();
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using payments_expiring on/);
    expect(plan).toMatch(/Index Scan using payments_expiring_in_environment on/);
    expect(plan).not.toMatch(/Seq Scan on (payments|environments)/);
  });
});

import { forThisFile } from '@svc/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import { survey } from './acquirer-statement-survey.js';
import { beginWalks, claimWalk, closeWalk, settleStatements } from './acquirer-statement-walks.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MARGIN_MS = 600_000;

const { database, sql } = await forThisFile(openTestDatabase({ hasAccount: false }));

beforeAll(async () => {
  for (const age of ['200 days', '2 hours']) {
    await sql(`INSERT INTO accounts (id, name, tier, created_at)
               VALUES (nextval('account_numbers'), 'A', 'pro', now() - interval '${age}')`);
    await sql(`INSERT INTO environments (account_id, mode) SELECT max(id), 'live' FROM accounts`);
  }
});

beforeEach(() => sql('TRUNCATE reports, payments, acquirer_statement_walks CASCADE'));

const ago = (ms: number): Date => new Date(Date.now() - ms);

async function send(
  at: Date,
  { answeredAfterMs = 0, processor = 'http', count = 1, refunds = false, environmentId = 1 } = {},
): Promise<void> {
  await sql(
    `INSERT INTO payments (environment_id, id, status, amount_value, currency, metadata, processor, updated_at)
     VALUES ($1, 7, 'completed', 400, 'EUR', '{}', 'http', now()) ON CONFLICT DO NOTHING`,
    [environmentId],
  );
  if (refunds) {
    await sql(
      `INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, metadata, updated_at)
       VALUES ($2, id_at($1), 7, 'completed', 1, 'EUR', '{}', now())`,
      [at, environmentId],
    );
  }
  const [table, columns, values] = refunds
    ? ['refund_attempts', 'refund_id', 'id_at($1)']
    : ['payment_attempts', 'operation, payment_id', `'authorize', 7`];
  await sql(
    `INSERT INTO ${table} (environment_id, id, processor, state, started_at, answered_at, ${columns})
     SELECT $5, id_at($1) + n, $2, 'declined', $1::timestamptz, $1::timestamptz + $3 * interval '1 millisecond', ${values}
       FROM generate_series(1, $4::int) n`,
    [at, processor, answeredAfterMs, count, environmentId],
  );
}

/** Surveys a range and starts the walk. Returns the range of the walk, and the statement state of the report. */
async function surveyed(
  from: Date,
  to: Date,
  environmentId = 1,
): Promise<{ from: number; to: number; statement: unknown }> {
  await sql('TRUNCATE reports CASCADE');
  await sql(
    `INSERT INTO reports (environment_id, id, type, format, created_from, created_to, status, personal, from_id, to_id,
       reached, statement, xid, epoch, updated_at)
     VALUES ($3, 1, 'reconciliation', 'json', $1, $2, 'pending', false, id_at($1), id_at($2), 0, 'awaited', 1, 1, now())`,
    [from, to, environmentId],
  );
  await sql(
    `INSERT INTO acquirer_statement_walks (environment_id, report_id, processor, surveyed, due_at)
     SELECT environment_id, id, '', from_id, now() FROM reports WHERE environment_id = $1`,
    [environmentId],
  );
  for (let isDone = false; !isDone;) {
    await database.transaction(async (transaction) => {
      const walk = await claimWalk(transaction);
      if (walk === undefined) throw new Error('there is no walk');
      isDone = await survey(transaction, walk, ['http'], ['manual']);
      if (isDone) beginWalks(transaction, walk);
    });
  }
  const walk = { environmentId, reportId: '1' };
  await closeWalk(database.forSystem(), { ...walk, processor: 'http' }, 'compared');
  await closeWalk(database.forSystem(), { ...walk, processor: 'another' }, 'not_compared');
  await settleStatements(database.forSystem());
  const [row] = await sql(
    `SELECT walk_from, walk_to, statement FROM acquirer_statement_walks w, reports r
      WHERE w.environment_id = $1 AND w.processor = 'http' AND r.environment_id = $1`,
    [environmentId],
  );
  return { from: Number(row?.['walk_from']), to: Number(row?.['walk_to']), statement: row?.['statement'] };
}

describe('the range of a walk', () => {
  it('is the range of the report, with a margin for clocks', async () => {
    const [from, to] = [ago(50 * HOUR_MS), ago(40 * HOUR_MS)];
    await send(ago(45 * HOUR_MS), { answeredAfterMs: 1_000 });
    await send(ago(30 * HOUR_MS), { answeredAfterMs: 29 * HOUR_MS });
    await send(ago(44 * HOUR_MS), { answeredAfterMs: 29 * HOUR_MS, processor: 'manual' });
    const needed = { from: from.getTime() - MARGIN_MS, to: to.getTime() + MARGIN_MS, statement: 'compared' };
    expect(await surveyed(from, to)).toEqual(needed);
  });

  it.each([false, true])(
    'extends to the last response to what was sent in the range (refunds: %s)',
    async (refunds) => {
      const at = ago(45 * HOUR_MS);
      await send(at, { answeredAfterMs: 20 * HOUR_MS, refunds });
      const { to } = await surveyed(ago(50 * HOUR_MS), ago(40 * HOUR_MS));
      expect(to).toBe(at.getTime() + 20 * HOUR_MS + MARGIN_MS);
    },
  );

  it.each([false, true])('asks no processor to which nothing was sent (refunds: %s)', async (refunds) => {
    await send(ago(45 * HOUR_MS), { processor: 'http:6', refunds });
    const walked = async (): Promise<number> => {
      await surveyed(ago(50 * HOUR_MS), ago(40 * HOUR_MS));
      const walks = await sql(
        `SELECT 1 FROM acquirer_statement_walks WHERE environment_id = 1 AND processor = 'http:6'`,
      );
      return walks.length;
    };
    expect(await walked()).toBe(1);
    await sql('TRUNCATE acquirer_statement_walks CASCADE');
    const attempts = refunds ? 'refund_attempts' : 'payment_attempts';
    await sql(`UPDATE ${attempts} SET code = 'not_sent' WHERE environment_id = 1`);
    expect(await walked()).toBe(0);
  });

  it('extends at Stripe back to the authorization of a capture, and to when the customer has paid', async () => {
    const [heldAt, takenAt] = [ago(45 * HOUR_MS), ago(15 * HOUR_MS)];
    await send(heldAt);
    await send(takenAt);
    await sql(`UPDATE payment_attempts SET operation = 'capture' WHERE environment_id = 1 AND id > id_at($1)`, [
      ago(20 * HOUR_MS),
    ]);
    await sql(`UPDATE payment_attempts SET processor = 'stripe:5', state = 'approved', finished_at = now()
                WHERE environment_id = 1`);
    await surveyed(ago(20 * HOUR_MS), ago(HOUR_MS));
    const [walk] = await sql(
      `SELECT walk_from, walk_to > now() AS "coversNow" FROM acquirer_statement_walks
        WHERE environment_id = 1 AND processor = 'stripe:5'`,
    );
    const from = Date.now() - MARGIN_MS - Number(walk?.['walk_from']);
    expect([Math.round(from / HOUR_MS), walk?.['coversNow']]).toEqual([45, true]);
  });

  it.each([
    ['completed', null],
    ['pending', 'authorized'],
  ])('extends to the manual decision about an attempt without a response: %s', async (...state) => {
    const decidedAt = ago(15 * HOUR_MS);
    await send(ago(45 * HOUR_MS));
    await sql(`UPDATE payment_attempts SET state = 'open', answered_at = NULL WHERE environment_id = 1`);
    await sql(
      `INSERT INTO payment_transitions (environment_id, payment_id, version, from_stage, at, status, stage)
       VALUES (1, 7, 2, 'requires_attention', $1, $2, $3)`,
      [decidedAt, ...state],
    );
    const { to } = await surveyed(ago(50 * HOUR_MS), ago(40 * HOUR_MS));
    expect(to).toBe(decidedAt.getTime() + MARGIN_MS);
  });

  it.each([
    ['completed', `code = 'already_captured'`, 45],
    ['completed', `state = 'open', answered_at = NULL`, 45],
    ['failed', `code = 'already_captured'`, 20],
  ])('extends back to the authorization of a possible capture by hand: %s, %s', async (status, end, hours) => {
    const [heldAt, refusedAt] = [ago(45 * HOUR_MS), ago(15 * HOUR_MS)];
    await send(heldAt);
    await send(refusedAt);
    await sql(`UPDATE payment_attempts SET state = 'approved' WHERE environment_id = 1 AND id <= id_at($1) + 1`, [
      heldAt,
    ]);
    await sql(`UPDATE payment_attempts SET operation = 'capture', ${end} WHERE environment_id = 1 AND id > id_at($1)`, [
      ago(20 * HOUR_MS),
    ]);
    await sql(
      `INSERT INTO payment_transitions (environment_id, payment_id, version, from_stage, status, at)
       VALUES (1, 7, 2, 'requires_attention', $1, now())`,
      [status],
    );
    const { from, statement } = await surveyed(ago(20 * HOUR_MS), ago(HOUR_MS));
    expect([Math.round((Date.now() - MARGIN_MS - from) / HOUR_MS), statement]).toEqual([hours, 'compared']);
  });

  it('is found for any number of attempts, wherever the last response is among them', async () => {
    const [first, last] = [ago(49 * HOUR_MS), ago(45 * HOUR_MS)];
    await send(ago(49.5 * HOUR_MS), { processor: 'another' });
    await send(first, { answeredAfterMs: 20 * HOUR_MS });
    await send(ago(48 * HOUR_MS), { count: 45_000 });
    await send(last, { answeredAfterMs: 18 * HOUR_MS });
    const all = await surveyed(ago(50 * HOUR_MS), ago(40 * HOUR_MS));
    expect(all).toMatchObject({ to: last.getTime() + 18 * HOUR_MS + MARGIN_MS, statement: 'compared_in_part' });
    const { to } = await surveyed(ago(50 * HOUR_MS), ago(47 * HOUR_MS));
    expect(to).toBe(first.getTime() + 20 * HOUR_MS + MARGIN_MS);
  });

  it('is limited to what acquirers remember; the report says so if something was sent earlier', async () => {
    const [from, to] = [ago(150 * DAY_MS), ago(0)];
    const nothing = await surveyed(from, to);
    expect(nothing.statement).toBe('compared');
    expect(nothing.from).toBeGreaterThan(ago(120 * DAY_MS).getTime());
    await send(ago(100 * DAY_MS));
    expect((await surveyed(from, to)).statement).toBe('compared');
    await send(ago(130 * DAY_MS));
    expect((await surveyed(from, to)).statement).toBe('compared_in_part');
  });

  it('covers what seems older than the account, since its time is in whole seconds', async () => {
    const [account] = await sql('SELECT created_at FROM accounts ORDER BY id DESC LIMIT 1');
    const at = new Date(Number(account?.['created_at']) - 900);
    await send(at, { refunds: true, environmentId: 2 });
    const { from, statement } = await surveyed(ago(DAY_MS), ago(0), 2);
    expect([from, statement]).toEqual([at.getTime() - MARGIN_MS, 'compared']);
  });

  it('does not start before the account existed', async () => {
    const { from } = await surveyed(ago(DAY_MS), ago(0), 2);
    expect(Math.abs(from - ago(2 * HOUR_MS).getTime() + MARGIN_MS)).toBeLessThan(60_000);
  });
});

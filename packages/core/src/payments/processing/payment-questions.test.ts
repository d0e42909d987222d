import { createTestDatabase, idleQueues, type TestDatabase } from '@svc/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entities } from '../../app/entities.js';
import { Outbox } from '../../events/outbox.js';
import { Ledger } from '../../ledger/ledger.js';
import type { Database } from '../../platform/database/database.js';
import { openDatabase } from '../../platform/database/open-database.js';
import { openIdSource } from '../../platform/ids.js';
import { LeaseMetrics } from '../../platform/metrics/lease-metrics.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import { NO_TRACING } from '../../platform/tracing/trace.js';
import type { PaymentProcessor, ProcessorAttempt, ProcessorOutcome } from '../../processors/payment-processor.js';
import { CallLimits } from '../../processors/call-limits.js';
import { ProcessorCalls } from '../../processors/processor-calls.js';
import { PaymentCallbacks } from './payment-callbacks.js';
import { PaymentClaims } from './payment-claims.js';
import { PaymentOutcomes } from './payment-outcomes.js';
import { PaymentRunner } from './payment-runner.js';
import { PaymentTransitions } from '../payment-transitions.js';
import { SettlementMetrics } from './settlement-metrics.js';

const DAY_MS = 86_400_000;
const limits = { PROCESSOR_PENDING_LIMIT: 7 * DAY_MS };
const approved: ProcessorOutcome = { kind: 'approved' };
const pending: ProcessorOutcome = { kind: 'pending', checkAfterMs: 3_600_000 };

/** The acquirer's response to a query; approved by default. */
type Answering = () => Promise<ProcessorOutcome>;

let server: TestDatabase;
let database: Database;
let answers: Answering[];
let heard: string[];
let added: WorkRef[];
let logged: string[];

beforeAll(async () => {
  server = await createTestDatabase();
  const settings = { DATABASE_URL: server.url, DATABASE_POOL: 8, PG_PREPARED: true, SQL_CHECK: true };
  database = await openDatabase(settings, entities, { error: () => {} });
  await sql(`INSERT INTO accounts (id, name, tier) VALUES (1, 'A', 'pro')`);
  await sql(`INSERT INTO environments (account_id, mode) VALUES (1, 'test')`);
}, 60_000);

afterAll(async () => {
  await database.close();
  await server.drop();
});

beforeEach(async () => {
  [answers, heard, added, logged] = [[], [], [], []];
  await sql(`TRUNCATE payments, payment_attempts, payment_transitions, sandbox_actions, refunds, refund_attempts, events,
               deliveries CASCADE`);
  await sql(`SET LOCAL session_replication_role = replica; TRUNCATE ledger_transactions, ledger_entries`);
  await sql(`INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, due_at,
               updated_at, capture_method)
             VALUES (1, 10, 'pending', 'processing', 1000, 'USD', '{}', 'acquirer', now(), now(), 'manual')`);
});

const sql = (text: string) => database.dataSource.query<Record<string, unknown>[]>(text);
const queues = {
  ...idleQueues,
  add: (_queue: string, refs: readonly WorkRef[]) => Promise.resolve(void added.push(...refs)),
};

function runner(): PaymentRunner {
  const answer = (what: string) => (): Promise<ProcessorOutcome> => {
    heard.push(what);
    return answers.shift()?.() ?? Promise.resolve(approved);
  };
  const nobody = (): Promise<never> => Promise.reject(new Error('unexpected refund'));
  const acquirer: PaymentProcessor = {
    ...{ name: 'acquirer', isRemote: false, needsApproval: () => false, canCapturePart: () => true },
    ...{ authorize: answer('authorize'), capture: answer('capture'), void: answer('void') },
    ...{ getStatus: answer('status'), refund: nobody, getRefundStatus: nobody },
  };
  const log = (line: unknown): void => void logged.push((line as { event: string }).event);
  const [ids, metrics] = [openIdSource(database), new Metrics()];
  return new PaymentRunner({
    claims: new PaymentClaims(database, ids, 45_000),
    processors: { resolve: () => Promise.resolve({ processor: acquirer, enabled: true }) },
    outcomes: new PaymentOutcomes(
      database,
      new PaymentTransitions({ ids, outbox: new Outbox(ids), ledger: new Ledger(), outcomeListeners: [] }),
    ),
    methods: { token: () => Promise.resolve(null) },
    customers: { of: () => null },
    pages: { checkoutOf: () => Promise.resolve(null) },
    queues,
    limits: new CallLimits(32, { isRemote: () => false }),
    calls: new ProcessorCalls(metrics, NO_TRACING),
    leases: new LeaseMetrics(metrics),
    settlements: new SettlementMetrics(metrics),
    logger: { warn: log, error: log },
    settings: limits,
  });
}

/** Processes what is due and returns how much there was. */
async function work(): Promise<number> {
  const look = { graceMs: 0, after: 0, environments: 1, rows: 1 };
  const { refs } = await new PaymentClaims(database, openIdSource(database), 45_000).due(look);
  const { turns } = runner().runner;
  turns.run(refs);
  await turns.drain();
  return refs.length;
}

async function callBack(operation: ProcessorAttempt['operation'] = 'authorize'): Promise<void> {
  const open = `environment_id = 1 AND operation = '${operation}' AND state <> 'declined'`;
  const [attempt] = await sql(`SELECT id FROM payment_attempts WHERE ${open}`);
  const callback = { environmentId: 1, id: String(attempt?.['id']), operation };
  await new PaymentCallbacks(database, queues).askNow('acquirer', callback);
}

async function state(): Promise<Record<string, unknown> | undefined> {
  const [row] = await sql(
    `SELECT status, stage, due_at <= now() AS "isDue",
            (SELECT array_agg(a.operation || ' ' || a.state ORDER BY a.id) FROM payment_attempts a
              WHERE a.environment_id = p.environment_id) AS attempts
       FROM payments p WHERE environment_id = 1`,
  );
  return row;
}

describe('a callback while a worker asks the processor', () => {
  it('does not prevent the response from being applied, and no other worker asks meanwhile', async () => {
    answers = [
      async () => {
        for (let n = 0; n < 5; n += 1) {
          await callBack();
          expect(await work()).toBe(0);
        }
        return approved;
      },
    ];
    await work();
    expect(await state()).toMatchObject({ stage: 'authorized', attempts: ['authorize approved'] });
    expect([heard, added, logged]).toEqual([['authorize'], [], []]);
  });

  it.each<[string, ProcessorOutcome]>([
    ['pending', pending],
    ['unknown', { kind: 'unknown' }],
    ['requires_action', { kind: 'requires_action', url: 'https://bank.example/', checkAfterMs: DAY_MS }],
  ])('triggers another query at once when the response is %s', async (_what, answer) => {
    answers = [() => callBack().then(() => answer), () => Promise.resolve(pending)];
    await work();
    expect(await state()).toMatchObject({ status: 'pending', isDue: true });
    await work();
    expect([heard.length, await work()]).toEqual([2, 0]);
  });

  it('is handled when the lease of a dead worker ends', async () => {
    answers = [() => new Promise(() => {})];
    void work();
    await expect.poll(() => heard).toEqual(['authorize']);
    await callBack();
    expect(await work()).toBe(0);
    await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
    await work();
    expect(await state()).toMatchObject({ stage: 'authorized' });
  });

  it('is not delayed by a worker that outlives its lease', async () => {
    answers = [
      async () => {
        await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
        await callBack();
        return pending;
      },
    ];
    await work();
    expect(await state()).toMatchObject({ stage: 'processing', isDue: true });
  });

  it('triggers a query at once when no worker is asking', async () => {
    answers = [() => Promise.resolve(pending)];
    await work();
    expect(await work()).toBe(0);
    await callBack();
    expect(added).toMatchObject([{ environmentId: 1, id: '10' }]);
    await work();
    expect(await state()).toMatchObject({ stage: 'authorized' });
  });
});

describe('a callback about a hold', () => {
  const over: ProcessorOutcome = { kind: 'declined', code: 'authorization_expired', message: 'The hold has expired.' };

  it('fails the payment when the processor says that the hold has ended', async () => {
    await work();
    await callBack();
    answers = [() => Promise.resolve(over)];
    await work();
    expect(await state()).toMatchObject({ status: 'failed', attempts: ['authorize declined'] });
    expect(await sql('SELECT failure_code AS code FROM payments WHERE environment_id = 1')).toEqual([
      { code: 'authorization_expired' },
    ]);
    expect(heard).toEqual(['authorize', 'status']);
  });

  it('changes nothing while the money is held', async () => {
    await work();
    await callBack();
    await work();
    expect(await state()).toMatchObject({ stage: 'authorized', isDue: null, attempts: ['authorize approved'] });
  });
});

describe('an operation that stays pending', () => {
  const begun = (ms: number) =>
    sql(
      `UPDATE payment_attempts SET started_at = now() - ${ms} * interval '1 millisecond' WHERE environment_id = 1;
       UPDATE payments SET due_at = now() WHERE environment_id = 1`,
    );

  it.each([
    ['authorize', 'authorized'],
    ['capture', null],
    ['void', null],
  ] as const)('requires attention past the limit, and still settles by itself: %s', async (operation, end) => {
    if (operation !== 'authorize') {
      await work();
      await sql(
        `UPDATE payments SET stage = 'processing', operation = '${operation}', due_at = now() WHERE environment_id = 1`,
      );
    }
    const stays = (): Promise<ProcessorOutcome> => Promise.resolve(pending);
    answers = [stays, stays, stays, stays];
    await work();
    await begun(limits.PROCESSOR_PENDING_LIMIT - 60_000);
    await work();
    expect(await state()).toMatchObject({ stage: 'processing' });
    const [wait] = await sql(
      'SELECT extract(epoch FROM due_at - now())::int AS s FROM payments WHERE environment_id = 1',
    );
    expect(Number(wait?.['s'])).toBeLessThanOrEqual(60);
    for (let n = 0; n < 2; n += 1) {
      await begun(limits.PROCESSOR_PENDING_LIMIT);
      await work();
      expect(await state()).toMatchObject({ stage: 'requires_attention', isDue: false });
    }
    await callBack(operation);
    await work();
    expect(await state()).toMatchObject({ stage: end });
    expect(heard.slice(-4)).toEqual(['status', 'status', 'status', 'status']);
  });
});

describe('a capture whose money another capture took', () => {
  const declined: ProcessorOutcome = { kind: 'declined', code: 'already_captured', message: 'Taken by hand.' };

  it('moves the payment to requires_attention instead of failing it, and ends the capture', async () => {
    await work();
    await sql(
      `UPDATE payments SET stage = 'processing', operation = 'capture', due_at = now() WHERE environment_id = 1`,
    );
    answers = [() => Promise.resolve(declined)];
    await work();
    const left = { stage: 'requires_attention', isDue: null, attempts: ['authorize approved', 'capture declined'] };
    expect(await state()).toMatchObject(left);
    expect(await work()).toBe(0);
  });

  it('does the same when the payment requires attention already', async () => {
    await work();
    await sql(`INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
      VALUES (1, 99, 10, 'capture', 'acquirer', 'open', now())`);
    await sql(
      `UPDATE payments SET stage = 'requires_attention', operation = 'capture', due_at = now() WHERE environment_id = 1`,
    );
    answers = [() => Promise.resolve(declined)];
    await work();
    expect(await state()).toMatchObject({ stage: 'requires_attention', isDue: null });
    expect(heard).toEqual(['authorize', 'status']);
  });
});

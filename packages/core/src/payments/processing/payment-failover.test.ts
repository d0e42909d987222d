import { createTestDatabase, idleQueues, type TestDatabase } from '@svc/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entities } from '../../app/entities.js';
import { Outbox } from '../../events/outbox.js';
import { Ledger } from '../../ledger/ledger.js';
import type { Database } from '../../platform/database/database.js';
import { openDatabase } from '../../platform/database/open-database.js';
import { type IdSource, openIdSource } from '../../platform/ids.js';
import { LeaseMetrics } from '../../platform/metrics/lease-metrics.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { NO_TRACING } from '../../platform/tracing/trace.js';
import type {
  LaterReason,
  PaymentProcessor,
  ProcessorAttempt,
  ProcessorOutcome,
} from '../../processors/payment-processor.js';
import type { UsableProcessor } from '../../processors/processor-registry.js';
import { CallLimits } from '../../processors/call-limits.js';
import { ProcessorCalls } from '../../processors/processor-calls.js';
import { PaymentClaims } from './payment-claims.js';
import { PaymentOutcomes } from './payment-outcomes.js';
import { PaymentRunner } from './payment-runner.js';
import { PaymentTransitions } from '../payment-transitions.js';
import { SettlementMetrics } from './settlement-metrics.js';

const approved: ProcessorOutcome = { kind: 'approved' };

/** An acquirer that gives the test's responses in order, and then approves. */
class Acquirer implements PaymentProcessor {
  readonly name = 'acquirer';
  readonly isRemote = false;
  readonly heard: [string, string][] = [];
  answers: ((attempt: ProcessorAttempt) => Promise<ProcessorOutcome>)[] = [];

  readonly canCapturePart = () => true;
  needsApproval = (): boolean => false;
  authorize = (attempt: ProcessorAttempt): Promise<ProcessorOutcome> => this.hear('authorize', attempt);
  capture = (attempt: ProcessorAttempt): Promise<ProcessorOutcome> => this.hear('capture', attempt);
  void = (attempt: ProcessorAttempt): Promise<ProcessorOutcome> => this.hear('void', attempt);
  getStatus = (attempt: ProcessorAttempt): Promise<ProcessorOutcome> => this.hear('status', attempt);
  refund = (): Promise<never> => Promise.reject(new Error('unexpected refund'));
  getRefundStatus = this.refund;

  private hear(what: string, attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    this.heard.push([what, attempt.reference]);
    return this.answers.shift()?.(attempt) ?? Promise.resolve(approved);
  }
}

const answers = (...outcomes: ProcessorOutcome[]) => outcomes.map((outcome) => () => Promise.resolve(outcome));

let server: TestDatabase;
let database: Database;
let ids: IdSource;
let acquirer: Acquirer;
let usable: UsableProcessor | undefined;
let logged: unknown[];

beforeAll(async () => {
  server = await createTestDatabase();
  const settings = { DATABASE_URL: server.url, DATABASE_POOL: 8, PG_PREPARED: true, SQL_CHECK: true };
  database = await openDatabase(settings, entities, { error: () => {} });
  ids = openIdSource(database);
  await sql(`INSERT INTO accounts (id, name, tier) VALUES (1, 'A', 'pro')`);
  await sql(`INSERT INTO environments (account_id, mode) VALUES (1, 'test')`);
}, 60_000);

afterAll(async () => {
  await database.close();
  await server.drop();
});

beforeEach(async () => {
  [acquirer, logged] = [new Acquirer(), []];
  usable = { processor: acquirer, enabled: true };
  await sql(`TRUNCATE payments, payment_attempts, payment_transitions, sandbox_actions, refunds, refund_attempts, events,
               deliveries, processors CASCADE`);
  // A trigger forbids TRUNCATE of the ledger, except in a replica session.
  await sql(`SET LOCAL session_replication_role = replica; TRUNCATE ledger_transactions, ledger_entries`);
});

const sql = (text: string) => database.dataSource.query<Record<string, unknown>[]>(text);

async function create(): Promise<void> {
  await sql(`INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, due_at,
               updated_at, capture_method, expires_at)
             VALUES (1, 10, 'pending', 'processing', 1000, 'USD', '{}', 'acquirer', now(), now(), 'automatic',
               now() + interval '1 hour')`);
}

const methods = { token: () => Promise.resolve(null) };

const transitions = () =>
  new PaymentTransitions({ ids, outbox: new Outbox(ids), ledger: new Ledger(), outcomeListeners: [] });

/** A worker like that of another process. */
function runner(claims = new PaymentClaims(database, ids, 45_000)): PaymentRunner {
  const log = (line: unknown): void => void logged.push((line as { event: string }).event);
  const metrics = new Metrics();
  return new PaymentRunner({
    claims,
    processors: { resolve: () => Promise.resolve(usable) },
    outcomes: new PaymentOutcomes(database, transitions()),
    methods,
    customers: { of: () => null },
    pages: { checkoutOf: () => Promise.resolve(null) },
    queues: idleQueues,
    limits: new CallLimits(32, { isRemote: () => false }),
    calls: new ProcessorCalls(metrics, NO_TRACING),
    leases: new LeaseMetrics(metrics),
    settlements: new SettlementMetrics(metrics),
    logger: { warn: log, error: log },
    settings: { PROCESSOR_PENDING_LIMIT: 9e7 },
  });
}

const due = async () => {
  const look = { graceMs: 0, after: 0, environments: 1, rows: 100 };
  return (await new PaymentClaims(database, ids, 45_000).due(look)).refs;
};

async function work({ runner: { turns } } = runner()): Promise<void> {
  turns.run(await due());
  await turns.drain();
}

async function state(): Promise<Record<string, unknown> | undefined> {
  const [row] = await sql(
    `SELECT status, stage, operation, failure_code AS failure, event_version AS events, next_action_url AS action,
            (SELECT array_agg(a.operation || ' ' || a.state ORDER BY a.id) FROM payment_attempts a
              WHERE a.environment_id = p.environment_id) AS attempts
       FROM payments p WHERE environment_id = 1`,
  );
  return row;
}

describe('a payment whose first request was not sent', () => {
  /** Connections that take the payment, with these ids, the first one chosen. */
  async function connect(...connectionIds: number[]): Promise<void> {
    for (const id of connectionIds) await add(id, 'http');
    await create();
    await sql(
      `UPDATE payments SET processor = 'http:${connectionIds[0]}', can_fail_over = true WHERE environment_id = 1`,
    );
  }

  const add = (id: number, kind: 'http' | 'stripe') =>
    sql(`INSERT INTO processors (environment_id, id, kind, name, enabled, priority, status, updated_at)
         VALUES (1, ${id}, '${kind}', 'Example', true, ${id}, 'ok', now())`);

  const later = (reason: LaterReason): ProcessorOutcome => ({ kind: 'later', reason, checkAfterMs: 60_000 });
  const processor = async () =>
    (await sql('SELECT processor FROM payments WHERE environment_id = 1'))[0]?.['processor'];

  it('goes to the next connection, to each once, and then stays', async () => {
    await connect(1, 2);
    acquirer.answers = answers(later('unreachable'), later('unreachable'), approved);
    await work();
    expect(await processor()).toBe('http:2');
    await work();
    expect([await processor(), await state()]).toMatchObject(['http:2', { status: 'pending', stage: 'processing' }]);
    await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
    await work();
    expect(await state()).toMatchObject({
      status: 'completed',
      attempts: ['authorize declined', 'authorize approved'],
    });
  });

  it.each([
    ['USD', 8, 'stripe:2'],
    ['UGX', 8, 'http:3'],
    ['USD', null, 'http:3'],
  ])(
    'in %s with the payment method %s goes to the next connection that can take it',
    async (currency, method, next) => {
      await connect(1, 3);
      await add(2, 'stripe');
      await sql(`INSERT INTO customers (environment_id, id, email, email_normalized, updated_at)
               VALUES (1, 9, 'a@example.com', 'a@example.com', now())
               ON CONFLICT DO NOTHING`);
      await sql(`INSERT INTO payment_methods (environment_id, customer_id, id, type) VALUES (1, 9, 8, 'card')
               ON CONFLICT DO NOTHING`);
      await sql(`UPDATE payments SET currency = '${currency}', customer_id = 9, payment_method_id = ${method}
                WHERE environment_id = 1`);
      acquirer.answers = answers(later('unreachable'));
      await work();
      expect(await processor()).toBe(next);
    },
  );

  it.each([later('unauthorized'), later('rate_limited'), { kind: 'unknown' } as const])(
    'stays where it is after %s',
    async (outcome) => {
      await connect(1, 2);
      acquirer.answers = answers(outcome);
      await work();
      expect([await processor(), await state()]).toMatchObject(['http:1', { attempts: ['authorize open'] }]);
    },
  );

  it('is tried again as if for the first time while certainly nothing was sent, and goes elsewhere once it can', async () => {
    await connect(1);
    const repeats: boolean[] = [];
    acquirer.answers = [1, 2, 3].map(() => ({ isRepeat }: ProcessorAttempt) => {
      repeats.push(isRepeat);
      return Promise.resolve(later('unreachable'));
    });
    const again = async (): Promise<void> => {
      await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
      await work();
    };
    await work();
    await again();
    expect([repeats, await state()]).toMatchObject([[false, false], { attempts: ['authorize open'] }]);
    await add(9, 'http');
    await again();
    await work();
    expect([repeats, await processor(), await state()]).toMatchObject([
      [false, false, false],
      'http:9',
      { status: 'completed', attempts: ['authorize declined', 'authorize approved'] },
    ]);
  });

  it('is a repetition after a claim of unknown end, whatever happened before', async () => {
    await connect(1);
    const unsent = 'SELECT unsent FROM payments WHERE environment_id = 1';
    acquirer.answers = answers(later('unreachable'), { kind: 'unknown' });
    await work();
    expect(await sql(unsent)).toEqual([{ unsent: true }]);
    await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
    await work();
    expect(await sql(unsent)).toEqual([{ unsent: false }]);
    // The worker of this claim is gone. It is not known what it sent.
    await sql('UPDATE payments SET unsent = true, due_at = now() WHERE environment_id = 1');
    const [claimed] = await new PaymentClaims(database, ids, 45_000).claim([{ environmentId: 1, id: '10' }]);
    await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
    const [repeated] = await new PaymentClaims(database, ids, 45_000).claim([{ environmentId: 1, id: '10' }]);
    expect([claimed?.attempt.isRepeat, repeated?.attempt.isRepeat]).toEqual([false, true]);
  });

  it('waits without a doubt for as long as its processor refuses the key', async () => {
    await connect(1);
    acquirer.answers = answers(later('unauthorized'), later('unauthorized'), approved);
    await work();
    await sql(`UPDATE payments SET due_at = now() WHERE environment_id = 1;
               UPDATE payment_attempts SET started_at = now() - interval '20 hours' WHERE environment_id = 1`);
    await work();
    expect(await state()).toMatchObject({ status: 'pending', stage: 'processing', attempts: ['authorize open'] });
    expect(await sql('SELECT unclear_since FROM payment_attempts WHERE environment_id = 1')).toEqual([
      { unclear_since: null },
    ]);
  });

  it.each([
    ['was deleted', undefined, 'processor_deleted'],
    ['is disabled', false, 'processor_disabled'],
  ])('fails if its only connection %s, and goes elsewhere if another one takes it', async (_, enabled, failure) => {
    await connect(1);
    usable = enabled === undefined ? undefined : { processor: acquirer, enabled };
    await work();
    expect([acquirer.heard, await state()]).toMatchObject([[], { status: 'failed', failure }]);
  });

  it('waits for its capture at a disabled connection, which it was authorized by', async () => {
    await connect(1);
    await sql(`UPDATE payments SET capture_method = 'manual' WHERE environment_id = 1`);
    await work();
    await sql(
      `UPDATE payments SET stage = 'processing', operation = 'capture', due_at = now() WHERE environment_id = 1`,
    );
    usable = { processor: acquirer, enabled: false };
    acquirer.answers = answers(later('unreachable'));
    await work();
    expect(await state()).toMatchObject({ status: 'pending', stage: 'processing', failure: null });
    await sql('UPDATE payments SET due_at = now() WHERE environment_id = 1');
    await work();
    expect(await state()).toMatchObject({ status: 'completed', attempts: ['authorize approved', 'capture approved'] });
  });
});

import {
  createTestDatabase,
  idleQueues,
  randomly,
  startStripeDouble,
  STRIPE_FAULTS,
  type StripeDouble,
  type StripeStep,
  type TestDatabase,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '../../app/entities.js';
import { Outbox } from '../../events/outbox.js';
import { Ledger } from '../../ledger/ledger.js';
import type { Database } from '../../platform/database/database.js';
import { openDatabase } from '../../platform/database/open-database.js';
import { type IdSource, openIdSource } from '../../platform/ids.js';
import { LeaseMetrics } from '../../platform/metrics/lease-metrics.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { NO_TRACING } from '../../platform/tracing/trace.js';
import { CallLimits } from '../../processors/call-limits.js';
import { ProcessorCalls } from '../../processors/processor-calls.js';
import { StripeProcessor } from '../../processors/stripe/stripe-processor.js';
import { PaymentExpiry } from '../payment-expiry.js';
import { PaymentTransitions } from '../payment-transitions.js';
import { PaymentClaims } from './payment-claims.js';
import { PaymentOutcomes } from './payment-outcomes.js';
import { PaymentRunner } from './payment-runner.js';
import { SettlementMetrics } from './settlement-metrics.js';

const PAYMENTS = 60;
const ROUNDS = 12;
const STEPS: readonly StripeStep[] = ['create', 'confirm', 'retrieve', 'capture', 'cancel'];
const CARDS = [
  'pm_card_visa',
  'pm_card_authenticationRequired',
  'pm_card_chargeDeclined',
  'pm_double_otherAction',
  'pm_double_invalid',
];
const seed = Number(process.env['STRIPE_SEED'] ?? 1);

let server: TestDatabase;
let database: Database;
let ids: IdSource;
let stripe: StripeDouble;
let processor: StripeProcessor;

beforeAll(async () => {
  server = await createTestDatabase();
  const settings = { DATABASE_URL: server.url, DATABASE_POOL: 8, PG_PREPARED: true, SQL_CHECK: true };
  database = await openDatabase(settings, entities, { error: () => {} });
  ids = openIdSource(database);
  await sql(`INSERT INTO accounts (id, name, tier) VALUES (1, 'A', 'pro')`);
  await sql(`INSERT INTO environments (account_id, mode) VALUES (1, 'test')`);
  await sql(
    `INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, due_at,
       updated_at, capture_method, expires_at)
     SELECT 1, n, 'pending', 'processing', 1000, 'USD', '{}', 'proc_1', now(), now(),
            CASE WHEN n % 2 = 0 THEN 'manual' ELSE 'automatic' END, now() + interval '1 hour'
       FROM generate_series(1, ${PAYMENTS}) n`,
  );
  stripe = await startStripeDouble();
  processor = new StripeProcessor({
    ...{ name: 'proc_1', installationId: 'inst', livemode: false, timeoutMs: 300, logger: { warn: () => {} } },
    ...{ secretKey: stripe.secretKey, baseUrl: stripe.url, returnUrl: () => 'https://pay.example/return' },
  });
}, 60_000);

afterAll(async () => {
  await processor.close();
  await stripe.close();
  await database.close();
  await server.drop();
});

const cardOf = (payment: object): string | null =>
  'id' in payment ? (CARDS[Number(payment.id) % CARDS.length] ?? null) : null;

const sql = (text: string) => database.dataSource.query<Record<string, unknown>[]>(text);

const transitions = () =>
  new PaymentTransitions({ ids, outbox: new Outbox(ids), ledger: new Ledger(), outcomeListeners: [] });

/** Processes what is due, as one of several workers. */
async function work(): Promise<void> {
  const claims = new PaymentClaims(database, ids, 45_000);
  const metrics = new Metrics();
  const { runner } = new PaymentRunner({
    claims,
    processors: { resolve: () => Promise.resolve({ processor, enabled: true }) },
    outcomes: new PaymentOutcomes(database, transitions()),
    methods: { token: (payment) => Promise.resolve(cardOf(payment)) },
    customers: { of: () => null },
    pages: { checkoutOf: () => Promise.resolve(null) },
    queues: idleQueues,
    limits: new CallLimits(32, { isRemote: () => false }),
    calls: new ProcessorCalls(metrics, NO_TRACING),
    leases: new LeaseMetrics(metrics),
    settlements: new SettlementMetrics(metrics),
    logger: { warn: () => {}, error: () => {} },
    settings: { PROCESSOR_PENDING_LIMIT: 9e7 },
  });
  const { refs } = await claims.due({ graceMs: 0, after: 0, environments: 1, rows: PAYMENTS });
  runner.turns.run(refs);
  await runner.turns.drain();
}

/** Ends the leases of workers that are still at it, and has every open payment asked about. */
const expireLeases = () => sql(`UPDATE payments SET due_at = now() WHERE environment_id = 1 AND stage = 'processing'`);

const moveOn = (set: string, where: string) =>
  sql(`UPDATE payments SET ${set}, version = version + 1, lease = lease + 1 WHERE environment_id = 1 AND ${where}`);

/** Customers act, holds are captured, and some payments expire. */
async function advance(random: () => number): Promise<void> {
  const asking = await sql(
    `SELECT next_action_url AS url FROM payments WHERE environment_id = 1 AND stage = 'requires_action'`,
  );
  for (const { url } of asking) {
    const [acts, outcome] = [random() < 0.5, random() < 0.7 ? 'complete' : 'fail'] as const;
    const { status } = stripe.intents.find(String(url).replace(/.*\//, ''));
    if (acts && status === 'requires_action') stripe.customerActs(String(url), outcome);
  }
  await sql(`UPDATE payments SET due_at = now() WHERE environment_id = 1 AND stage = 'requires_action'`);
  await moveOn(`stage = 'processing', operation = 'capture', due_at = now()`, `stage = 'authorized' AND id % 3 > 0`);
  await sql(`UPDATE payments SET expires_at = now() WHERE environment_id = 1 AND id % 3 = 0 AND random() < 0.3`);
  const logger = { error: () => {} };
  await new PaymentExpiry({ database, transitions: transitions(), queues: idleQueues, logger }).settleDue(PAYMENTS);
}

/** What Stripe and we know of each payment. */
async function books(): Promise<Record<string, unknown>[]> {
  const rows = await sql(
    `SELECT p.id, p.status, p.stage, array_agg(a.id) AS attempts
       FROM payments p JOIN payment_attempts a ON a.environment_id = p.environment_id AND a.payment_id = p.id
      WHERE p.environment_id = 1 GROUP BY p.id, p.status, p.stage ORDER BY p.id`,
  );
  const intents = [...stripe.intents.all.values()];
  return rows.map(({ id, status, stage, attempts }) => {
    const references = (attempts as string[]).map((attempt) => `00-1-${attempt}`);
    const own = intents.filter(({ metadata }) => references.includes(metadata['svc_attempt'] ?? ''));
    const authorized = own.reduce((sum, intent) => sum + (stripe.intents.authorizations.get(intent.id) ?? 0), 0);
    const holding = own.filter((intent) => ['succeeded', 'requires_capture'].includes(intent.status));
    return { id, status, stage, authorized, holding: holding.map((intent) => intent.status) };
  });
}

describe('payments through a Stripe that loses answers, with workers that lose their leases', () => {
  it(`hold and take the money of each at most once, and end as Stripe says (STRIPE_SEED=${seed})`, async () => {
    const random = randomly(seed);
    const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let n = 0; n < 20; n += 1) {
        const [step, fault] = [pick(STEPS), pick(STRIPE_FAULTS)];
        if (step !== undefined && fault !== undefined) stripe.faults.plan(step, fault);
      }
      await expireLeases();
      await Promise.all([work(), expireLeases().then(work), expireLeases().then(work)]);
      if (round % 4 === 3) stripe.forgetKeys();
      await advance(random);
    }
    stripe.faults.clear();
    await expect
      .poll(
        async () => {
          await advance(() => 0);
          await expireLeases();
          await work();
          return sql(`SELECT id, stage FROM payments WHERE environment_id = 1 AND status = 'pending'`);
        },
        { timeout: 40_000 },
      )
      .toEqual([]);
    const all = await books();
    expect(all).toHaveLength(PAYMENTS);
    const wrong = all.filter(({ status, authorized, holding }) => {
      const taken = (holding as string[]).filter((each) => each === 'succeeded').length;
      return Number(authorized) > 1 || (status === 'completed' ? taken !== 1 : (holding as string[]).length > 0);
    });
    expect(wrong).toEqual([]);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['completed', 'failed']));
  });
});

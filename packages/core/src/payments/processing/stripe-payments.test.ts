import { forThisFile, idleQueues, randomly, STRIPE_FAULTS, type StripeStep } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { stripeForThisFile } from '../../../test/open-stripe.js';
import { paymentRunner, paymentTransitions, workOnPayments } from '../../../test/payment-worker.js';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { PaymentExpiry } from '../payment-expiry.js';

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

const { database, sql } = await forThisFile(openTestDatabase());
const { stripe, processor } = await stripeForThisFile({ timeoutMs: 300 });

beforeAll(async () => {
  await sql(
    `INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, due_at,
       updated_at, capture_method, expires_at)
     SELECT 1, n, 'pending', 'processing', 1000, 'USD', '{}', 'proc_1', now(), now(),
            CASE WHEN n % 2 = 0 THEN 'manual' ELSE 'automatic' END, now() + interval '1 hour'
       FROM generate_series(1, ${PAYMENTS}) n`,
  );
}, 60_000);

const cardOf = (payment: object): string | null =>
  'id' in payment ? (CARDS[Number(payment.id) % CARDS.length] ?? null) : null;

/** Processes what is due, as one of several workers. */
function work(): Promise<number> {
  const methods = { token: (payment: object) => Promise.resolve(cardOf(payment)) };
  return workOnPayments(database, paymentRunner(database, { processor, methods }));
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
  await new PaymentExpiry({
    database,
    transitions: paymentTransitions(database),
    queues: idleQueues,
    logger,
  }).settleDue(PAYMENTS);
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

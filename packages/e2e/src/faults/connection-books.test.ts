import {
  createClient,
  expectReconciled,
  FAULTS,
  ledgerDifferences,
  startAcquirer,
  startStack,
  startStripeDouble,
  STRIPE_FAULTS,
  type AcquirerState,
  type Client,
  type ReferenceAcquirer,
  type Stack,
  type StripeDouble,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConnectionStorm } from './connection-storm.js';
import { ConnectionTroubles } from './connection-troubles.js';

/** Number of payments. For more: `CONNECTION_BOOKS_PAYMENTS=10000 npm run test:faults -- -t 'two connections'`. */
const PAYMENTS = Number(process.env['CONNECTION_BOOKS_PAYMENTS'] ?? 240);
const SEED = Number(process.env['CONNECTION_BOOKS_SEED'] ?? 20_261_126);
const TROUBLES = Math.max(12, Math.round(PAYMENTS / 50));
const TIMEOUT_MS = 240_000 + PAYMENTS * 120;
const CARDS = [
  'pm_card_visa',
  'pm_card_authenticationRequired',
  'pm_card_chargeDeclined',
  'pm_double_otherAction',
  'pm_double_processing',
];

/** A payment in this service, and what it must have come to at its processor. */
interface OurPayment {
  readonly payment: string;
  readonly session: string | null;
  readonly status: 'pending' | 'completed' | 'failed';
  readonly stage: string | null;
  readonly held: number;
  readonly taken: number;
  readonly refunded: number;
}

/** The money of a payment at both processors together. */
interface TheirPayment {
  authorizations: number;
  held: number;
  taken: number;
  refunded: number;
}

let acquirer: ReferenceAcquirer;
let stripe: StripeDouble;
let stack: Stack;
let storm: ConnectionStorm;
let troubles: ConnectionTroubles;
let ours: OurPayment[];
let theirs: Map<string, TheirPayment>;
let state: AcquirerState;

beforeAll(async () => {
  [acquirer, stripe] = await Promise.all([
    startAcquirer({ timeoutMs: 400, contractVersion: '1.4' }),
    startStripeDouble({ livemode: true }),
  ]);
  const settings = { PROCESSOR_TIMEOUT: '400ms', PAYMENT_LEASE: '6s', SWEEP_INTERVAL: '250ms' };
  stack = await startStack({ worker: 2, env: { ...settings, STRIPE_API_URL: stripe.url } });
  const [{ liveKey: key }, { liveKey: otherKey }] = [
    await stack.createAccount('enterprise'),
    await stack.createAccount('enterprise'),
  ];
  await stack.query('UPDATE accounts SET rate_limit = 10000000');
  const client = createClient(stack.apiUrl, key);
  const other = await connect(createClient(stack.apiUrl, otherKey));
  const { gateway, atStripe } = await connect(client);
  await acquirer.callBackTo(gateway.callbackUrl);
  const methods = new Map(
    await Promise.all(CARDS.map(async (card) => [card, await saved(client, card, atStripe.id)] as const)),
  );
  await acquirer.fault({
    seed: SEED,
    rates: Object.fromEntries(FAULTS.map((fault) => [fault, 0.015])),
    callbackRates: { missing: 0.2, twice: 0.2, forged: 0.1 },
  });
  stripe.faults.follow(SEED, 0.015);
  const parts = { stack, acquirer, stripe, key, seed: SEED };
  storm = new ConnectionStorm({ ...parts, methods });
  const callbackUrls = { own: gateway.callbackUrl, other: other.gateway.callbackUrl };
  troubles = new ConnectionTroubles({ ...parts, callbackUrls, gatewayId: gateway.id, stripeId: atStripe.id });
  const startedAt = performance.now();
  const delivering = troubles.deliverEvents();
  await storm
    .settle(Promise.all([troubles.shake(TROUBLES), storm.create(PAYMENTS)]), TIMEOUT_MS - 60_000)
    .finally(() => troubles.end());
  await delivering;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  stripe.faults.clear();
  await acquirer.fault({});
  state = await acquirer.state();
  ours = await ourPayments();
  theirs = theirPayments();
  const [failedOver] = await stack.query(
    `SELECT count(*) FILTER (WHERE processor LIKE 'http:%')::int AS "fromGateway", count(*) FILTER (WHERE processor LIKE 'stripe:%')::int AS "fromStripe"
       FROM payment_attempts WHERE code = 'not_sent'`,
  );
  const met = { gateway: state.met, stripe: Object.fromEntries(stripe.faults.met), troubles: troubles.met };
  const figures = {
    payments: PAYMENTS,
    ours: ours.length,
    seed: SEED,
    seconds,
    failedOver,
    callbacks: state.callbacks,
    met,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}, TIMEOUT_MS);

afterAll(async () => {
  await stack?.close();
  await Promise.all([acquirer?.close(), stripe?.close()]);
});

interface Connected {
  readonly id: string;
  readonly callbackUrl: string;
}

async function connect(client: Client): Promise<{ gateway: Connected; atStripe: Connected }> {
  const post = async (body: object): Promise<Connected> => {
    const answer = await client.post('/v1/processors', body);
    expect([answer.status, answer.body['status']]).toEqual([201, 'ok']);
    return answer.body as unknown as Connected;
  };
  const { credentials } = acquirer;
  const { secretKey } = stripe;
  return {
    gateway: await post({ kind: 'http', name: 'Gateway', priority: 1, credentials }),
    atStripe: await post({
      kind: 'stripe',
      name: 'Stripe',
      priority: 2,
      currencies: ['EUR'],
      credentials: { secretKey },
    }),
  };
}

async function saved(
  client: Client,
  processorToken: string,
  processorId: string,
): Promise<{ customerId: string; id: string }> {
  const { body } = await client.post('/v1/customers', { email: `${processorToken}@example.com` });
  const customerId = String(body['id']);
  const method = { type: 'card', processorToken, processorId };
  const { body: added } = await client.post(`/v1/customers/${customerId}/payment-methods`, method);
  return { customerId, id: String(added['id']) };
}

async function ourPayments(): Promise<OurPayment[]> {
  const rows = await stack.query(
    `SELECT 'pay_' || p.id AS payment, p.checkout_session_id::text AS session, p.status, p.stage,
            CASE WHEN p.status = 'pending' THEN p.amount_value ELSE 0 END::int AS held,
            CASE WHEN p.status = 'completed' THEN coalesce(p.capture_value, p.amount_value) ELSE 0 END::int AS taken,
            coalesce((SELECT sum(r.amount_value) FROM refunds r WHERE r.payment_id = p.id AND r.status = 'completed'), 0)::int
              AS refunded
       FROM payments p`,
  );
  return rows as unknown as OurPayment[];
}

/** By payment, at both processors together. An unconfirmed PaymentIntent is no authorization. */
function theirPayments(): Map<string, TheirPayment> {
  const found = new Map<string, TheirPayment>();
  const add = (payment: string, more: TheirPayment): void => {
    const sum = found.get(payment) ?? { authorizations: 0, held: 0, taken: 0, refunded: 0 };
    for (const name of ['authorizations', 'held', 'taken', 'refunded'] as const) sum[name] += more[name];
    found.set(payment, sum);
  };
  for (const { payment, held, taken, refunded } of state.accounts)
    add(payment, { authorizations: 1, held, taken, refunded });
  for (const { id, metadata, amount_capturable: held, amount_received: taken } of stripe.intents.all.values()) {
    // A released hold is listed as a refund of money that was never taken.
    const refunded = [...stripe.refunds.all.values()]
      .filter((refund) => taken > 0 && refund.payment_intent === id && refund.status === 'succeeded')
      .reduce((sum, { amount }) => sum + amount, 0);
    add(metadata['svc_payment'] ?? '', {
      authorizations: stripe.intents.authorizations.get(id) ?? 0,
      held,
      taken,
      refunded,
    });
  }
  return found;
}

describe('payments over two connections after a storm', () => {
  it('every trouble occurred, and payments went to the other connection', async () => {
    expect(Object.keys(troubles.met)).toHaveLength(10);
    const unmet = [
      ...FAULTS.filter((fault) => state.met[fault] === undefined),
      ...STRIPE_FAULTS.filter((fault) => !stripe.faults.met.has(fault)),
    ];
    expect(unmet.length).toBeLessThanOrEqual(PAYMENTS >= 1_000 ? 0 : 8);
    const moved = await stack.query(`SELECT 1 FROM payment_attempts WHERE code = 'not_sent' LIMIT 1`);
    expect(moved).toHaveLength(1);
  });

  it('every requested payment and page exists once', async () => {
    const payments = await stack.query('SELECT reference FROM payments WHERE checkout_session_id IS NULL');
    expect(payments.map(({ reference }) => reference).sort()).toEqual(storm.references(false).sort());
    const sessions = await stack.query('SELECT reference FROM checkout_sessions');
    expect(sessions.map(({ reference }) => reference).sort()).toEqual(storm.references(true).sort());
  });

  it('each payment was authorized at most once, at both processors together, and none lacks a payment', () => {
    const own = new Set(ours.map(({ payment }) => payment));
    const wrong = [...theirs].filter(([payment, { authorizations }]) => authorizations > 1 || !own.has(payment));
    expect(wrong).toEqual([]);
  });

  it('each page was paid at most once', () => {
    const paid = ours.filter(({ session, held, taken }) => session !== null && held + taken > 0);
    expect(new Set(paid.map(({ session }) => session)).size).toBe(paid.length);
  });

  it('nothing is stuck', async () => {
    expect(ours.filter(({ status, stage }) => status === 'pending' && stage !== 'authorized')).toEqual([]);
    expect(await stack.query(`SELECT id FROM refunds WHERE status = 'pending'`)).toEqual([]);
    expect(await stack.query(`SELECT id FROM checkout_sessions WHERE status = 'open'`)).toEqual([]);
  });

  it('held, taken and refunded amount of every payment agree with the processors', () => {
    const none = { held: 0, taken: 0, refunded: 0 };
    const differing = ours.flatMap((own) => {
      const { held, taken, refunded } = { ...none, ...theirs.get(own.payment) };
      return held === own.held && taken === own.taken && refunded === own.refunded
        ? []
        : [{ ...own, theirs: { held, taken, refunded } }];
    });
    expect(differing).toEqual([]);
  });

  it('no callback was accepted that was forged, or about another account', () => {
    expect(troubles.wronglyAccepted).toEqual([]);
  });

  it('the ledger is balanced', async () => {
    expect(await ledgerDifferences(stack.query.bind(stack))).toEqual([]);
  });

  it(
    'a reconciliation with both statements finds no difference',
    () => expectReconciled(stack, { timeoutMs: 40_000 + PAYMENTS * 20 }),
    60_000 + PAYMENTS * 20,
  );

  it('every outcome occurred at both processors', async () => {
    const rows = await stack.query(`SELECT DISTINCT split_part(processor, ':', 1) AS kind, status FROM payments`);
    for (const kind of ['http', 'stripe']) {
      for (const status of ['pending', 'completed', 'failed']) expect(rows).toContainEqual({ kind, status });
    }
  });
});

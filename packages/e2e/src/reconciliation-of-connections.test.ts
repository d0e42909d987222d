import {
  createClient,
  ENDINGS,
  eventually,
  forThisFile,
  reconcile,
  startAcquirer,
  startStack,
  startStripeDouble,
} from '@svc/testing';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

let paymentMethodId: string;

/** The processor of the installation takes dollars, the connections take euros. */
const [installed, gateway, stripe] = await Promise.all([
  forThisFile(startAcquirer()),
  forThisFile(startAcquirer()),
  forThisFile(startStripeDouble({ livemode: true })),
]);
const settings = { SWEEP_INTERVAL: '200ms', PROCESSOR_BOOK_WAIT: '1s', PAYMENT_LEASE: '7s' };
const stack = await forThisFile(startStack({ env: { ...installed.env, ...settings, STRIPE_API_URL: stripe.url } }));
const client = createClient(stack.apiUrl, (await stack.createAccount('enterprise')).liveKey);
const gatewayId = await connect({ kind: 'http', name: 'Gateway', credentials: gateway.credentials });
const stripeId = await connect({ kind: 'stripe', name: 'Stripe', credentials: { secretKey: stripe.secretKey } });

beforeAll(async () => {
  // Another connection to the same account, which lists the same objects.
  await connect({ kind: 'stripe', name: 'Stripe again', credentials: { secretKey: stripe.secretKey } });
  paymentMethodId = await card('pm_card_visa');
  await moveMoney();
}, 120_000);

afterEach(async () => {
  for (const acquirer of [installed, gateway]) await acquirer.showStatement({});
  stripe.keyState = 'valid';
});

async function connect(request: object): Promise<string> {
  const { status, body } = await client.post('/v1/processors', { ...request, currencies: ['EUR'] });
  expect([status, body['status']]).toEqual([201, 'ok']);
  return String(body['id']);
}

async function card(processorToken: string): Promise<string> {
  const { body } = await client.post('/v1/customers', { email: `${processorToken}@example.com` });
  const method = { type: 'card', processorToken, processorId: stripeId };
  return String((await client.post(`/v1/customers/${String(body['id'])}/payment-methods`, method)).body['id']);
}

/** Where a payment goes: to the installation, the gateway, or Stripe. */
const at = (): object[] => [
  { currency: 'USD' },
  { currency: 'EUR', processorId: gatewayId },
  { currency: 'EUR', paymentMethodId },
];

async function pay(where: object, value: number, fields: object = {}): Promise<string> {
  const { currency, ...target } = { currency: '', ...where };
  const { status, body } = await client.post('/v1/payments', { amount: { value, currency }, ...target, ...fields });
  expect(status).toBe(201);
  return `/v1/payments/${String(body['id'])}`;
}

const reached = (path: string, state: object) =>
  eventually(async () => expect((await client.get(path)).body).toMatchObject(state));

const idOf = (path: string): string => path.split('/').at(-1) ?? '';

/** Everywhere: payments that complete, are captured and voided, and a refund; and declined ones. */
async function moveMoney(): Promise<void> {
  const declining = await card('pm_card_chargeDeclined');
  const declined = await Promise.all([
    ...at()
      .slice(0, 2)
      .map((where) => pay(where, 1_000 + ENDINGS.declined)),
    pay({ currency: 'EUR', paymentMethodId: declining }, 1_000),
    pay({ currency: 'EUR', paymentMethodId: await card('pm_unknown') }, 1_000),
  ]);
  await Promise.all(declined.map((path) => reached(path, { status: 'failed' })));
  await Promise.all(
    at().map(async (where) => {
      const manual = { captureMethod: 'manual' };
      const [paid, taken, released] = await Promise.all([
        pay(where, 2_000),
        pay(where, 3_000, manual),
        pay(where, 4_000, manual),
      ]);
      await Promise.all([taken, released].map((path) => reached(path, { stage: 'authorized' })));
      await client.post(`${taken}/capture`);
      await client.post(`${released}/cancel`);
      await Promise.all([paid, taken].map((path) => reached(path, { status: 'completed' })));
      await reached(released, { status: 'failed' });
      const { currency } = { currency: '', ...where };
      const { body } = await client.post('/v1/refunds', { paymentId: idOf(paid), amount: { value: 400, currency } });
      await reached(`/v1/refunds/${String(body['id'])}`, { status: 'completed' });
    }),
  );
}

/** The references of what was sent to a processor, by operation. A voided authorization counts as declined: it is left out. */
async function sentTo(processor: string, operation: string): Promise<{ reference: string; paymentId: string }> {
  const name = processor === 'http' ? 'http' : `http:${processor.slice('proc_'.length)}`;
  const table =
    operation === 'refund'
      ? `refund_attempts a JOIN refunds r ON r.environment_id = a.environment_id AND r.id = a.refund_id`
      : `payment_attempts a LEFT JOIN payment_attempts v
           ON v.environment_id = a.environment_id AND v.payment_id = a.payment_id AND v.operation = 'void'`;
  const isMeant = operation === 'refund' ? '' : `AND a.operation = '${operation}' AND v.id IS NULL`;
  const [row] = await stack.query(
    `SELECT '00-' || a.environment_id || '-' || a.id AS reference, 'pay_' || ${operation === 'refund' ? 'r' : 'a'}.payment_id AS "paymentId"
       FROM ${table} WHERE a.processor = $1 AND a.state = 'approved' ${isMeant} ORDER BY a.id LIMIT 1`,
    [name],
  );
  return row as { reference: string; paymentId: string };
}

const acquirers = () => [
  { acquirer: installed, processor: 'http', currency: 'USD' },
  { acquirer: gateway, processor: gatewayId, currency: 'EUR' },
];

describe('a reconciliation over the installation, a gateway and Stripe', () => {
  it('finds no difference if all statements agree, whatever else is in the account at Stripe', async () => {
    stripe.intents.create({ amount: '500', currency: 'eur', payment_method: 'pm_card_visa', metadata: {} });
    const { report, rows } = await reconcile(client);
    expect(rows).toEqual([]);
    expect(report).toMatchObject({ status: 'ready', acquirerBook: 'compared' });
  });

  it('finds each kind of difference at each acquirer, and names the processor', async () => {
    const expected: object[] = [];
    for (const { acquirer, processor, currency } of acquirers()) {
      const [concealed, otherwise, dearer] = await Promise.all(
        ['capture', 'authorize', 'refund'].map((operation) => sentTo(processor, operation)),
      );
      const invented = `by-hand-${currency}`;
      await acquirer.showStatement({
        conceals: [String(concealed?.reference)],
        alters: {
          [String(otherwise?.reference)]: { status: 'declined' },
          [String(dearer?.reference)]: { amount: { value: 401, currency } },
        },
        invents: [
          {
            ...{ reference: invented, operation: 'refund', status: 'approved', amount: { value: 7, currency } },
            ...{ authorization: String(otherwise?.reference), receivedAt: new Date().toISOString() },
          },
        ],
      });
      expected.push(
        { processor, kind: 'missing', operation: 'capture', paymentId: concealed?.paymentId },
        { processor, kind: 'different', differs: ['status'], paymentId: otherwise?.paymentId, foundStatus: 'declined' },
        { processor, kind: 'different', differs: ['amount'], operation: 'refund', found: { value: 401, currency } },
        { processor, kind: 'unexpected', operation: 'refund', reference: invented, paymentId: otherwise?.paymentId },
      );
    }
    const { report, rows } = await reconcile(client);
    expect(report).toMatchObject({ acquirerBook: 'compared', rows: expected.length });
    for (const row of expected) expect(rows).toContainEqual(expect.objectContaining(row));
  });

  it('finds each kind of difference at Stripe', async () => {
    const intents = [...stripe.intents.all.values()].filter(({ metadata }) => metadata['svc_attempt'] !== undefined);
    const [refunded, paymentOf] = [
      [...stripe.refunds.all.values()].find(({ metadata }) => metadata['svc_attempt'] !== undefined),
      (intent: { metadata: Record<string, string> } | undefined) => intent?.metadata['svc_payment'],
    ];
    const ofStatus = (status: string, method: string) =>
      intents.find((intent) => intent.status === status && intent.capture_method === method);
    const [paid, taken, released] = [
      ofStatus('succeeded', 'automatic'),
      ofStatus('succeeded', 'manual'),
      ofStatus('canceled', 'manual'),
    ];
    if (paid === undefined || taken === undefined || released === undefined || refunded === undefined)
      throw new Error('not everything was done at Stripe');
    const before = [paid, taken, released, refunded].map((object) => ({ ...object }));
    const byHand = stripe.refunds.create({ payment_intent: taken.id, amount: '300' });
    const second = stripe.intents.create({
      ...{ amount: '2000', currency: 'eur', payment_method: 'pm_card_visa', metadata: paid.metadata },
    });
    stripe.intents.confirm(second.id, {});
    taken.amount_received = 2_999;
    released.status = 'requires_capture';
    refunded.status = 'failed';
    stripe.intents.all.delete(paid.id);
    stripe.refunds.all.delete(refunded.id);
    const missing = { kind: 'missing', recordedStatus: 'approved' };
    const expected = [
      { ...missing, operation: 'authorize', paymentId: paymentOf(paid) },
      { ...missing, operation: 'refund', paymentId: paymentOf(paid) },
      { kind: 'unexpected', operation: 'authorize', reference: second.id, paymentId: paymentOf(paid) },
      { kind: 'unexpected', operation: 'refund', reference: byHand.id, found: { value: 300, currency: 'EUR' } },
      { kind: 'different', operation: 'capture', differs: ['amount'], found: { value: 2_999, currency: 'EUR' } },
      { kind: 'different', operation: 'authorize', differs: ['status'], paymentId: paymentOf(released) },
    ].map((row) => ({ ...row, processor: stripeId }));
    const { rows } = await reconcile(client);
    expect(rows).toHaveLength(expected.length);
    for (const row of expected) expect(rows).toContainEqual(expect.objectContaining(row));
    stripe.intents.all.set(paid.id, paid);
    stripe.refunds.all.set(refunded.id, refunded);
    [paid, taken, released, refunded].forEach((object, n) => Object.assign(object, before[n]));
    stripe.intents.all.delete(second.id);
    stripe.refunds.all.delete(byHand.id);
    expect((await reconcile(client)).rows).toEqual([]);
  });
});

describe('a statement that cannot be read', () => {
  it('fails the reconciliation, which names the processor', async () => {
    stripe.keyState = 'revoked';
    const { report } = await reconcile(client);
    expect(report).toMatchObject({ status: 'failed', failure: { code: 'acquirer_unclear' } });
    expect(String((report['failure'] as { message: string }).message)).toContain(stripeId);
    stripe.keyState = 'valid';
    await gateway.kill();
    const away = (await reconcile(client)).report;
    expect(away).toMatchObject({ status: 'failed', failure: { code: 'acquirer_unavailable' } });
    expect(String((away['failure'] as { message: string }).message)).toContain(gatewayId);
    await gateway.start();
  });

  it('of a connection that was deleted, is not compared', async () => {
    await stack.query(`UPDATE processors SET status = 'ok'`);
    expect((await client.send('DELETE', `/v1/processors/${gatewayId}`)).status).toBe(204);
    // For two seconds a worker may still use the credentials.
    await eventually(async () => {
      const { report, rows } = await reconcile(client);
      expect(report).toMatchObject({ acquirerBook: 'compared_in_part', rows: 1 });
      expect(rows).toEqual([expect.objectContaining({ kind: 'not_compared', processor: gatewayId })]);
    });
  });
});

import { ApiError, Svc, type Processor } from '@svc/sdk';
import { eventually, expectReconciled, forThisFile, startReceiver, startStack, startStripeDouble } from '@svc/testing';
import type { Account } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { reached } from './reached.js';

const currency = 'EUR';
const amount = { value: 5_000, currency };

let account: Account;
let svc: Svc;

const [stripe, receiver] = await Promise.all([forThisFile(startStripeDouble()), forThisFile(startReceiver())]);
const stack = await forThisFile(startStack({ env: { STRIPE_API_URL: stripe.url, PROCESSOR_TIMEOUT: '2s' } }));

beforeEach(async () => {
  stripe.keyState = 'valid';
  // An endpoint that an earlier test left behind would refuse the events.
  stripe.events.endpoints.clear();
  account = await stack.createAccount('enterprise');
  svc = new Svc(account.testKey, { baseUrl: stack.apiUrl });
});

function connect(secretKey = stripe.secretKey): Promise<Processor> {
  return svc.processors.create({ kind: 'stripe', name: 'Stripe', credentials: { secretKey } });
}

async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('the call was not refused');
  return error;
}

/** A customer with a card that Stripe knows by this token. */
async function cardOf(processorToken: string): Promise<{ customer: { id: string }; paymentMethodId: string }> {
  const { id } = await svc.customers.create({ email: `${processorToken}@example.com` });
  const method = await svc.customers.addPaymentMethod(id, { type: 'card', processorToken });
  return { customer: { id }, paymentMethodId: method.id };
}

describe('an account at Stripe', () => {
  it('is connected by one request, with a webhook endpoint that the service makes', async () => {
    const processor = await connect();
    expect(processor).toMatchObject({ kind: 'stripe', status: 'ok', lastError: null, mode: 'test' });
    expect(processor.externalAccountId).toBe(stripe.accountId);
    const endpoints = [...stripe.events.endpoints.values()].filter(({ url }) => url === processor.callbackUrl);
    expect(endpoints).toHaveLength(1);
    const [endpoint] = endpoints;
    for (const secret of [stripe.secretKey, endpoint?.secret ?? 'none']) {
      expect(stack.logs().filter((line) => line.includes(secret))).toEqual([]);
      expect(JSON.stringify(await stack.query('SELECT * FROM processors'))).not.toContain(secret);
    }
  });

  it('is refused with a wrong key, a key of the other mode or of an organization, and of another account', async () => {
    expect(await refusal(connect('sk_test_wrong_key'))).toMatchObject({ status: 422, code: 'processor_refused' });
    const live = stripe.secretKey.replace('sk_test_', 'sk_live_');
    expect(await refusal(connect(live))).toMatchObject({ status: 422, code: 'wrong_mode' });
    expect(await refusal(connect('sk_org_test_12345678'))).toMatchObject({ status: 422, code: 'wrong_mode' });
    const processor = await connect();
    await stack.query(`UPDATE processors SET external_account_id = 'acct_other' WHERE id = $1`, [
      processor.id.slice('proc_'.length),
    ]);
    const { secretKey } = stripe;
    const change = svc.processors.update(processor.id, { credentials: { secretKey } });
    expect(await refusal(change)).toMatchObject({ status: 422, code: 'another_account' });
  });

  it('loses its webhook endpoint with the connection, unless Stripe refuses that', async () => {
    const [first, second] = [await connect(), await connect()];
    const urls = (): string[] => [...stripe.events.endpoints.values()].map(({ url }) => url);
    await svc.processors.delete(first.id);
    expect(urls()).not.toContain(first.callbackUrl);
    expect(urls()).toContain(second.callbackUrl);
    stripe.keyState = 'revoked';
    await svc.processors.delete(second.id);
    expect(urls()).toContain(second.callbackUrl);
    expect((await refusal(svc.processors.retrieve(second.id))).status).toBe(404);
  });

  it('is connected with a restricted key that may not read its account', async () => {
    stripe.keyState = 'restricted';
    expect(await connect()).toMatchObject({ status: 'ok', externalAccountId: null });
  });
});

describe('a payment through Stripe', () => {
  it('completes, sends a webhook, is refunded in part, and names its PaymentIntent', async () => {
    const { id: processorId } = await connect();
    await svc.webhooks.create({ url: `${receiver.url}/hooks`, events: ['payment.completed', 'refund.completed'] });
    const { id } = await svc.payments.create({ amount, ...(await cardOf('pm_card_visa')) });
    await reached(svc, id, { status: 'completed' });
    const { processor } = await svc.payments.retrieve(id);
    expect(processor).toMatchObject({ id: processorId, kind: 'stripe', reference: expect.stringMatching(/^pi_/) });
    const refund = await svc.refunds.create({ paymentId: id, amount: { value: 2_000, currency } });
    await receiver.waitFor(({ parsed }) => {
      const event = parsed as { type: string; data: { id: string } };
      return event.type === 'refund.completed' && event.data.id === refund.id;
    });
    const intent = stripe.intents.find(processor?.reference ?? '');
    expect(intent).toMatchObject({ status: 'succeeded', amount: 5_000, currency: 'eur' });
    expect([...stripe.refunds.all.values()]).toMatchObject([{ amount: 2_000, status: 'succeeded' }]);
    const { data } = await svc.payments.timeline(id);
    const attempts = data.flatMap((entry) => (entry.type === 'timeline.attempt' ? [entry] : []));
    expect(attempts).toMatchObject(
      ['authorize', 'refund'].map((operation) => ({ operation, processor: processorId, outcome: 'approved' })),
    );
  });

  it('can be refunded again when a refund fails after it succeeded', async () => {
    await connect();
    const { id } = await svc.payments.create({ amount, ...(await cardOf('pm_card_visa')) });
    await reached(svc, id, { status: 'completed' });
    const { id: refundId } = await svc.refunds.create({ paymentId: id });
    await eventually(async () => expect(await svc.refunds.retrieve(refundId)).toMatchObject({ status: 'completed' }));
    const { processor } = await svc.payments.retrieve(id);
    const own = [...stripe.refunds.all.values()].find((each) => each.payment_intent === processor?.reference);
    stripe.refunds.fail(own?.id ?? '');
    await stripe.events.deliver('twice');
    await eventually(async () =>
      expect(await svc.refunds.retrieve(refundId)).toMatchObject({
        status: 'failed',
        failure: { code: 'expired_or_canceled_card' },
      }),
    );
    expect(await svc.payments.retrieve(id)).toMatchObject({
      refundedAmount: { value: 0 },
      refundableAmount: { value: 5_000 },
    });
    const { data } = await svc.payments.timeline(id);
    const statuses = data.flatMap((entry) => (entry.type === 'timeline.refund' ? [[entry.status, entry.version]] : []));
    expect(statuses).toEqual([
      ['pending', 1],
      ['completed', 2],
      ['failed', 3],
    ]);
    const [attempt] = data.filter((entry) => entry.type === 'timeline.attempt' && entry.operation === 'refund');
    expect(attempt).toMatchObject({ outcome: 'approved', code: null });
    const again = await svc.refunds.create({ paymentId: id });
    await eventually(async () => expect(await svc.refunds.retrieve(again.id)).toMatchObject({ status: 'completed' }));
  });

  it('shows a dispute until it is lost: amounts, timeline, events, ledger and summary', async () => {
    await connect();
    await svc.webhooks.create({ url: `${receiver.url}/disputes`, events: ['dispute.*'] });
    const { id } = await svc.payments.create({ amount, ...(await cardOf('pm_card_visa')) });
    await reached(svc, id, { status: 'completed' });
    await svc.refunds.create({ paymentId: id, amount: { value: 3_000, currency } });
    const { processor } = await svc.payments.retrieve(id);
    const { id: reference } = stripe.disputes.open(processor?.reference ?? '', 'warning_needs_response', 4_500);
    await stripe.events.deliver('reversed');
    const told = async (type: string) =>
      (await receiver.waitFor(({ parsed }) => (parsed as { type: string }).type === type)).parsed;
    const opened = (await told('dispute.opened')) as { data: { id: string } };
    expect(opened).toMatchObject({
      data: { paymentId: id, status: 'inquiry', amount: { value: 4_500 }, withdrawnAmount: { value: 0 } },
    });
    expect(await svc.payments.retrieve(id)).toMatchObject({ disputedAmount: { value: 0 } });
    stripe.disputes.escalate(reference, 4_000);
    await stripe.events.deliver('reversed');
    expect(await told('dispute.updated')).toMatchObject({
      data: {
        status: 'needs_response',
        reason: 'fraudulent',
        amount: { value: 4_000 },
        withdrawnAmount: { value: 4_000 },
      },
    });
    expect(await svc.payments.retrieve(id)).toMatchObject({
      disputedAmount: { value: 4_000 },
      refundableAmount: { value: 0 },
    });
    const refused = await refusal(svc.refunds.create({ paymentId: id, amount: { value: 1, currency } }));
    expect(refused).toMatchObject({ status: 422, code: 'refund_exceeds_refundable' });
    // The most evidence that Stripe accepts; its events contain it.
    stripe.disputes.respond(reference, 'é'.repeat(150_000));
    expect(new Set(await stripe.events.deliver())).toEqual(new Set([204]));
    await eventually(async () =>
      expect(await svc.disputes.retrieve(opened.data.id)).toMatchObject({ status: 'under_review' }),
    );
    stripe.disputes.close(reference, 'lost');
    await stripe.events.deliver('twice');
    await told('dispute.closed');
    expect(await svc.disputes.retrieve(opened.data.id)).toMatchObject({ status: 'lost', version: 4 });
    const { data: timeline } = await svc.payments.timeline(id);
    const changes = timeline.flatMap((entry) =>
      entry.type === 'timeline.dispute' ? [[entry.version, entry.status, entry.movement, entry.amount.value]] : [],
    );
    expect(changes).toEqual([
      [1, 'inquiry', null, 4_500],
      [2, 'needs_response', 'withdrawn', 4_000],
      [3, 'under_review', null, 4_000],
      [4, 'lost', null, 4_000],
    ]);
    const times = timeline.flatMap((entry) => (entry.type === 'timeline.dispute' ? [entry.at] : []));
    expect(new Set(times).size).toBe(4);
    await eventually(async () => {
      const { data } = await svc.analytics.summary({ interval: 'day', currency });
      expect(data.at(-1)).toMatchObject({ disputed: { value: 4_000 }, net: { value: -2_000 } });
    });
    await expectReconciled(stack);
  });

  it('keeps what a lost dispute does not give back: Stripe returns what had been refunded before', async () => {
    await connect();
    const { id } = await svc.payments.create({ amount, ...(await cardOf('pm_card_visa')) });
    await reached(svc, id, { status: 'completed' });
    const refund = await svc.refunds.create({ paymentId: id, amount: { value: 1_500, currency } });
    await eventually(async () => expect(await svc.refunds.retrieve(refund.id)).toMatchObject({ status: 'completed' }));
    const { processor } = await svc.payments.retrieve(id);
    const { id: reference } = stripe.disputes.open(processor?.reference ?? '', 'needs_response');
    stripe.disputes.close(reference, 'lost', 1_500);
    await stripe.events.deliver();
    await eventually(async () =>
      expect(await svc.payments.retrieve(id)).toMatchObject({
        ...{ refundedAmount: { value: 1_500 }, disputedAmount: { value: 3_500 }, refundableAmount: { value: 0 } },
      }),
    );
    const { data } = await svc.disputes.list({ paymentId: id });
    expect(data).toMatchObject([{ status: 'lost', amount: { value: 5_000 }, withdrawnAmount: { value: 3_500 } }]);
    await eventually(async () => {
      const { data: days } = await svc.analytics.summary({ interval: 'day', currency });
      expect(days.at(-1)).toMatchObject({ disputed: { value: 3_500 }, net: { value: 0 } });
    });
    await expectReconciled(stack);
  });

  it('is held, and captured or cancelled', async () => {
    await connect();
    const card = await cardOf('pm_card_visa');
    const held = { amount, captureMethod: 'manual' as const, ...card };
    const [captured, cancelled] = await Promise.all([svc.payments.create(held), svc.payments.create(held)]);
    await reached(svc, captured.id, { stage: 'authorized' });
    await reached(svc, cancelled.id, { stage: 'authorized' });
    await svc.payments.capture(captured.id);
    await svc.payments.cancel(cancelled.id);
    await reached(svc, captured.id, { status: 'completed' });
    await reached(svc, cancelled.id, { status: 'failed' });
  });

  it('is captured in part once, also when the answer to the capture is lost', async () => {
    await connect();
    const held = { amount, captureMethod: 'manual' as const, ...(await cardOf('pm_card_visa')) };
    const { id } = await svc.payments.create(held);
    const { captureBefore, processor } = await reached(svc, id, { stage: 'authorized' });
    expect(Date.parse(captureBefore ?? '')).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    stripe.faults.plan('capture', 'lost_after');
    await svc.payments.capture(id, { amount: { value: 3_000, currency } });
    const taken = { value: 3_000, currency };
    await reached(svc, id, { status: 'completed', capturedAmount: taken, refundableAmount: taken });
    const pi = processor?.reference ?? '';
    expect(stripe.intents.find(pi)).toMatchObject({ amount: 5_000, amount_received: 3_000 });
    const captures = stripe.requests.filter(({ step, path }) => step === 'capture' && path.includes(pi));
    expect(captures.map(({ form }) => form['amount_to_capture'])).toEqual(['3000']);
  });

  it('fails when its hold has expired, and cannot be captured any more', async () => {
    await connect();
    stripe.intents.holdSeconds = 1;
    const held = { amount, captureMethod: 'manual' as const, ...(await cardOf('pm_card_visa')) };
    const { id } = await svc.payments.create(held);
    const pi = await eventually(async () => {
      const { processor, captureBefore } = await svc.payments.retrieve(id);
      expect(captureBefore).not.toBeNull();
      return processor?.reference ?? '';
    });
    stripe.intents.holdSeconds = 7 * 86_400;
    stripe.intents.expire(pi);
    const { failure } = await reached(svc, id, { status: 'failed' });
    expect(failure?.code).toBe('authorization_expired');
    expect(await refusal(svc.payments.capture(id))).toMatchObject({ status: 409, code: 'state_conflict' });
  });

  it("fails with Stripe's decline code", async () => {
    await connect();
    const card = await cardOf('pm_card_chargeDeclinedInsufficientFunds');
    const { id } = await svc.payments.create({ amount, ...card });
    await reached(svc, id, { status: 'failed' });
    expect(await svc.payments.retrieve(id)).toMatchObject({ failure: { code: 'insufficient_funds' } });
  });

  it('sends the customer to authenticate, and goes on when Stripe says that it is paid', async () => {
    await connect();
    const { id } = await svc.payments.create({ amount, ...(await cardOf('pm_card_authenticationRequired')) });
    const { nextAction } = await reached(svc, id, { stage: 'requires_action' });
    expect(nextAction).toMatchObject({ type: 'redirect' });
    stripe.customerActs(nextAction?.url ?? '', 'complete');
    await stripe.events.deliver('once');
    await reached(svc, id, { status: 'completed' });
  });

  it('waits while Stripe refuses the key, and authorizes once when the answer is lost', async () => {
    const { id: processorId } = await connect();
    const card = await cardOf('pm_card_visa');
    stripe.keyState = 'revoked';
    const { id } = await svc.payments.create({ amount, ...card });
    await eventually(async () =>
      expect(await svc.processors.retrieve(processorId)).toMatchObject({ status: 'failing' }),
    );
    stripe.keyState = 'valid';
    stripe.faults.plan('confirm', 'lost_after');
    const permissions = ['payments', 'events', 'settlement', 'disputes'].map((name) => ({ name, granted: true }));
    expect(await svc.processors.verify(processorId)).toMatchObject({ status: 'ok', permissions });
    const { processor } = await reached(svc, id, { status: 'completed' });
    expect(stripe.intents.authorizations.get(processor?.reference ?? '')).toBe(1);
  });

  it('is refused before anything is sent if Stripe cannot express its amount', async () => {
    const { id: processorId } = await connect();
    const card = await cardOf('pm_card_visa');
    const odd = { amount: { value: 1_001, currency: 'KWD' }, processorId };
    expect(await refusal(svc.payments.create({ ...odd, ...card }))).toMatchObject({
      status: 422,
      fieldErrors: [{ pointer: '/amount', code: 'not_accepted' }],
    });
  });

  it('is refused at the currency if Stripe or the connection does not take it', async () => {
    const { id: processorId } = await connect();
    const card = await cardOf('pm_card_visa');
    const refused = async (value: string) => {
      const odd = { amount: { value: 1_000, currency: value }, processorId };
      return (await refusal(svc.payments.create({ ...odd, ...card }))).fieldErrors;
    };
    for (const unknown of ['IQD', 'LYD', 'UGX']) {
      expect([unknown, await refused(unknown)]).toMatchObject([
        unknown,
        [{ pointer: '/amount/currency', code: 'not_accepted' }],
      ]);
    }
    await svc.processors.update(processorId, { currencies: ['EUR'] });
    expect(await refused('USD')).toMatchObject([{ pointer: '/amount/currency', code: 'not_accepted' }]);
  });
});

describe('a refund at Stripe', () => {
  it('is refused before anything is stored if Stripe cannot express its amount', async () => {
    const { id: processorId } = await connect();
    const card = await cardOf('pm_card_visa');
    const kwd = (value: number) => ({ value, currency: 'KWD' });
    const { id: paymentId } = await svc.payments.create({ amount: kwd(10_000), processorId, ...card });
    const before = await reached(svc, paymentId, { status: 'completed' });
    expect(await refusal(svc.refunds.create({ paymentId, amount: kwd(1_001) }))).toMatchObject({
      status: 422,
      code: 'validation_failed',
      fieldErrors: [{ pointer: '/amount', code: 'not_accepted' }],
    });
    expect(await svc.payments.retrieve(paymentId)).toEqual(before);
    expect((await svc.payments.refunds(paymentId)).data).toEqual([]);
    expect(await svc.refunds.create({ paymentId, amount: kwd(1_010) })).toMatchObject({ status: 'pending' });
  });
});

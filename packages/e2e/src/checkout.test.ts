import { Svc, type CheckoutSession, type CreateCheckoutSession } from '@svc/sdk';
import { createClient, eventually, forThisFile, startReceiver, startStack, startStripeDouble } from '@svc/testing';
import type { Account } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { reached } from './reached.js';

const amount = { value: 5_000, currency: 'EUR' };
const urls = { successUrl: 'https://shop.example.com/paid', cancelUrl: 'https://shop.example.com/cart' };

let account: Account;
let svc: Svc;

const [stripe, receiver] = await Promise.all([forThisFile(startStripeDouble()), forThisFile(startReceiver())]);
const stack = await forThisFile(startStack({ env: { STRIPE_API_URL: stripe.url, PROCESSOR_TIMEOUT: '2s' } }));

beforeEach(async () => {
  account = await stack.createAccount('enterprise');
  svc = new Svc(account.testKey, { baseUrl: stack.apiUrl });
});

type OpenSession = CheckoutSession & { readonly url: string };

async function open(fields: Partial<CreateCheckoutSession> = {}): Promise<OpenSession> {
  const session = await svc.checkoutSessions.create({ amount, ...urls, ...fields });
  if (session.url === null) throw new Error('the session has no page');
  return { ...session, url: session.url };
}

/** Presses a button of the page. Returns where it leads to. */
async function press(url: string, outcome = ''): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '', url).href;
}

function ended(id: string, state: Partial<CheckoutSession>): Promise<CheckoutSession> {
  return eventually(
    async () => {
      const session = await svc.checkoutSessions.retrieve(id);
      expect(session).toMatchObject(state);
      return session;
    },
    { timeoutMs: 20_000 },
  );
}

async function eventsOf(id: string): Promise<unknown[]> {
  const query = 'SELECT type FROM events WHERE object_id = $1 ORDER BY id';
  return (await stack.query(query, [id.replace(/^\w+_/, '')])).map(({ type }) => type);
}

describe('a session in the sandbox', () => {
  it('is paid once, however many tabs press the button at once, and tells a webhook', async () => {
    await svc.webhooks.create({ url: `${receiver.url}/hooks`, events: ['checkout.*'] });
    const { id, url } = await open({ reference: '1042', metadata: { a: 1 }, customer: { email: 'ada@example.com' } });
    const targets = await Promise.all(Array.from({ length: 8 }, () => press(url, 'complete')));
    const paid = await ended(id, { status: 'completed', paymentStatus: 'paid', url: null });
    expect(new Set(targets)).toContain(`https://shop.example.com/paid?checkoutSessionId=${id}`);
    const { data } = await svc.payments.list();
    expect(data).toMatchObject([
      { id: paid.paymentId, status: 'completed', reference: '1042', metadata: { a: 1 }, paymentMethodId: null },
    ]);
    await receiver.waitFor(({ parsed }) => {
      const event = parsed as { type: string; data: object };
      return event.type === 'checkout.completed' && JSON.stringify(event.data) === JSON.stringify(paid);
    });
    expect(await eventsOf(id)).toEqual(['checkout.completed']);
    expect(await press(url, 'complete')).toBe(`https://shop.example.com/paid?checkoutSessionId=${id}`);
  });

  it('is authorized when the money is held, paid after a capture, and unpaid after a release', async () => {
    const [taken, released] = await Promise.all([open({ captureMethod: 'manual' }), open({ captureMethod: 'manual' })]);
    for (const { id, url } of [taken, released]) {
      await press(url, 'complete');
      await ended(id, { status: 'completed', paymentStatus: 'authorized' });
    }
    const payment = async ({ id }: CheckoutSession): Promise<string> =>
      (await svc.checkoutSessions.retrieve(id)).paymentId ?? '';
    // The time of the session is over, but not that of the hold.
    await createClient(stack.apiUrl, account.testKey).post('/v1/test/clock/advance', { by: 'PT2H' });
    expect(await svc.payments.retrieve(await payment(taken))).toMatchObject({ stage: 'authorized', expiresAt: null });
    await svc.payments.capture(await payment(taken));
    await svc.payments.cancel(await payment(released));
    await ended(taken.id, { status: 'completed', paymentStatus: 'paid' });
    await ended(released.id, { status: 'completed', paymentStatus: 'unpaid' });
    expect(await eventsOf(taken.id)).toEqual(['checkout.completed']);
  });
});

describe('a session with a payment in progress', () => {
  async function begun(fields: Partial<CreateCheckoutSession> = {}): Promise<OpenSession & { paymentId: string }> {
    await svc.processors.create({ kind: 'stripe', name: 'Stripe', credentials: { secretKey: stripe.secretKey } });
    const session = await open(fields);
    await press(session.url);
    const { paymentId } = await svc.checkoutSessions.retrieve(session.id);
    if (paymentId === null) throw new Error('no payment was begun');
    await reached(svc, paymentId, { stage: 'requires_action' });
    return { ...session, paymentId };
  }

  it('is paid on a page of Stripe, also with a second card, and refunded in part', async () => {
    const { id, url, paymentId } = await begun({ customer: { email: 'ada@example.com' }, description: 'Order 1042' });
    const page = await press(url);
    expect(page).toContain(stripe.url);
    expect(stripe.customerPays(page, 'pm_card_chargeDeclined')).toBe(false);
    expect(await press(url)).toBe(page);
    expect(stripe.customerPays(page)).toBe(true);
    const [created] = stripe.requests.filter(({ step }) => step === 'create_session').slice(-1);
    // PUBLIC_URL is not set here.
    const returnPath = new URL(created?.form['success_url'] as string).pathname;
    const back = await fetch(stack.apiUrl + returnPath, { redirect: 'manual' });
    expect([back.status, new URL(back.headers.get('location') ?? '', back.url).href]).toEqual([303, url]);
    expect((await svc.checkoutSessions.retrieve(id)).status).toBe('open');
    await stripe.events.deliver('twice');
    await ended(id, { status: 'completed', paymentStatus: 'paid', paymentId });
    expect(await svc.payments.retrieve(paymentId)).toMatchObject({
      processor: { kind: 'stripe', reference: expect.stringMatching(/^pi_/) },
    });
    await svc.refunds.create({ paymentId, amount: { value: 2_000, currency: 'EUR' } });
    await reached(svc, paymentId, { refundableAmount: { value: 3_000, currency: 'EUR' } });
    expect(await eventsOf(id)).toEqual(['checkout.completed']);
    expect(await svc.payments.list()).toMatchObject({ data: [{ id: paymentId }] });
  });

  it('saves the card for later payments of the merchant and of a subscription', async () => {
    const customer = { email: 'ada@example.com' };
    const { id, url, customerId } = await begun({ customer, savePaymentMethod: true, locale: 'fr' });
    const page = await press(url);
    expect(stripe.requests.filter(({ step }) => step === 'create_session').at(-1)?.form['locale']).toBe('fr');
    expect(stripe.customerPays(page)).toBe(true);
    await stripe.events.deliver('twice');
    const { paymentMethodId } = await ended(id, { status: 'completed', paymentStatus: 'paid' });
    const saved = await svc.customers.listPaymentMethods(customerId ?? '');
    const [processor] = (await svc.processors.list()).data;
    const card = { brand: 'visa', last4: '4242', expiryMonth: 8, expiryYear: 2034 };
    expect(saved.data).toMatchObject([{ id: paymentMethodId, processorId: processor?.id, ...card }]);
    const charge = { amount, paymentMethodId: paymentMethodId ?? '' };
    const { id: later } = await svc.payments.create({ ...charge, initiator: 'merchant' });
    await reached(svc, later, { status: 'completed' });
    const terms = { ...charge, interval: 'month', intervalCount: 1 } as const;
    await svc.subscriptions.create({ ...terms, customerId: customerId ?? '' });
    await eventually(async () => {
      const { data } = await svc.payments.list({ ...(customerId === null ? {} : { customerId }) });
      expect(data.map(({ status, initiator }) => [status, initiator])).toEqual([
        ['completed', 'merchant'],
        ['completed', 'merchant'],
        ['completed', 'customer'],
      ]);
    });
    const own = [...stripe.customers.all.values()].filter(({ metadata }) => metadata['svc_customer'] === customerId);
    expect(own).toHaveLength(1);
    const intents = [...stripe.intents.all.values()].filter((intent) => intent.customer === own[0]?.id);
    expect(intents.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  });

  it('stays open until Stripe has expired its page, and is then expired with its payment', async () => {
    const { id, url, paymentId } = await begun();
    const page = await press(url);
    expect(await svc.checkoutSessions.expire(id)).toMatchObject({ status: 'open' });
    await ended(id, { status: 'expired', paymentStatus: 'unpaid' });
    expect(await svc.payments.retrieve(paymentId)).toMatchObject({ status: 'failed', failure: { code: 'expired' } });
    expect(() => stripe.customerPays(page)).toThrow('expired');
    expect(await eventsOf(id)).toEqual(['checkout.expired']);
    const shown = await fetch(url);
    expect([shown.status, (await shown.text()).includes(urls.cancelUrl)]).toEqual([200, true]);
  });

  it('is completed when the customer paid before it was expired: paid wins', async () => {
    const { id, url, paymentId } = await begun();
    stripe.customerPays(await press(url));
    await stripe.events.deliver('dropped');
    await svc.checkoutSessions.expire(id);
    await ended(id, { status: 'completed', paymentStatus: 'paid' });
    expect(await svc.payments.retrieve(paymentId)).toMatchObject({ status: 'completed' });
    expect(await eventsOf(id)).toEqual(['checkout.completed']);
  });

  it('expires with its time, and with the cancellation of its payment', async () => {
    const [late, cancelled] = [await begun(), await begun()];
    await svc.payments.cancel(cancelled.paymentId);
    await ended(cancelled.id, { status: 'expired' });
    await createClient(stack.apiUrl, account.testKey).post('/v1/test/clock/advance', { by: 'PT2H' });
    await ended(late.id, { status: 'expired', paymentStatus: 'unpaid' });
    expect(await svc.payments.retrieve(late.paymentId)).toMatchObject({ failure: { code: 'expired' } });
  });

  it('fails when Stripe expires the page by itself', async () => {
    const { id, url, paymentId } = await begun();
    stripe.checkout.expire(new URL(await press(url)).pathname.replace('/checkout/', ''));
    await stripe.events.deliver();
    await ended(id, { status: 'expired' });
    expect(await svc.payments.retrieve(paymentId)).toMatchObject({ failure: { code: 'expired' } });
  });
});

import { Svc } from '@svc/sdk';
import { eventually, forThisFile, startStack, startStripeDouble } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { reached } from './reached.js';

const amount = { value: 5_000, currency: 'EUR' };

let svc: Svc;

const stripe = await forThisFile(startStripeDouble());
const stack = await forThisFile(startStack({ env: { STRIPE_API_URL: stripe.url, PROCESSOR_TIMEOUT: '2s' } }));

beforeEach(async () => {
  stripe.keyState = 'valid';
  svc = new Svc((await stack.createAccount('enterprise')).testKey, { baseUrl: stack.apiUrl });
  await svc.processors.create({ kind: 'stripe', name: 'Stripe', credentials: { secretKey: stripe.secretKey } });
});

/** A customer with a card, which Stripe knows by a token that can be used once unless it is attached. */
async function withCard(email: string, card = 'pm_card_visa'): Promise<{ id: string; paymentMethodId: string }> {
  const { id } = await svc.customers.create({ email });
  const processorToken = stripe.customers.addMethod(card).id;
  const { id: paymentMethodId } = await svc.customers.addPaymentMethod(id, { type: 'card', processorToken });
  return { id, paymentMethodId };
}

const customersOf = (id: string) =>
  [...stripe.customers.all.values()].filter(({ metadata }) => metadata['svc_customer'] === id);
const intentsOf = (customer: string) =>
  [...stripe.intents.all.values()].filter((intent) => intent.customer === customer);

describe('a stored card', () => {
  it('is charged again and again for one customer at Stripe, also while the customer is away', async () => {
    const { id, paymentMethodId } = await withCard('ada@example.com');
    const first = await svc.payments.create({ amount, paymentMethodId });
    await reached(svc, first.id, { status: 'completed' });
    const second = await svc.payments.create({ amount, paymentMethodId, initiator: 'merchant' });
    await reached(svc, second.id, { status: 'completed' });
    const own = customersOf(id);
    expect(own).toMatchObject([{ email: 'ada@example.com' }]);
    const charged = intentsOf(own[0]?.id ?? '');
    expect(charged.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    expect(new Set(charged.map((intent) => intent.payment_method)).size).toBe(1);
    const confirms = stripe.requests.filter(({ path }) =>
      charged.some((intent) => path.includes(`${intent.id}/confirm`)),
    );
    expect(confirms.map(({ form }) => form['off_session'])).toEqual([undefined, 'true']);
  });

  it('that is added after the account has deleted the customer is charged for another one', async () => {
    const { id, paymentMethodId } = await withCard('again@example.com');
    const first = await svc.payments.create({ amount, paymentMethodId });
    await reached(svc, first.id, { status: 'completed' });
    stripe.customers.remove(customersOf(id)[0]?.id ?? '');
    const processorToken = stripe.customers.addMethod('pm_card_visa').id;
    const method = await svc.customers.addPaymentMethod(id, { type: 'card', processorToken });
    const second = await svc.payments.create({ amount, paymentMethodId: method.id });
    await reached(svc, second.id, { status: 'completed' });
    expect(customersOf(id)).toMatchObject([{ email: 'again@example.com' }]);
    expect(intentsOf(customersOf(id)[0]?.id ?? '')).toHaveLength(1);
  });

  it('of a subscription is charged for the merchant, and declined if it needs the customer', async () => {
    const { id: customerId, paymentMethodId } = await withCard('sub@example.com', 'pm_card_authenticationRequired');
    const subscription = { customerId, paymentMethodId, amount, interval: 'month', intervalCount: 1 } as const;
    await svc.subscriptions.create(subscription);
    await eventually(async () => {
      const { data } = await svc.payments.list({ customerId });
      expect(data).toMatchObject([
        { initiator: 'merchant', status: 'failed', failure: { code: 'authentication_required' } },
      ]);
    });
  });
});

describe('a subscription', () => {
  const terms = { amount, interval: 'month', intervalCount: 1 } as const;

  it('that begins now needs a payment method, of its own or the default one of the customer', async () => {
    const { id: customerId, paymentMethodId } = await withCard('default@example.com', 'pm_card_visa');
    const refused = { status: 422, fieldErrors: [{ pointer: '/paymentMethodId', code: 'required' }] };
    await expect(svc.subscriptions.create({ customerId, ...terms })).rejects.toMatchObject(refused);
    expect((await svc.payments.list({ customerId })).data).toEqual([]);
    await svc.customers.update(customerId, { preferences: { defaultPaymentMethodId: paymentMethodId } });
    await svc.subscriptions.create({ customerId, ...terms });
    const [payment] = (await svc.payments.list({ customerId })).data;
    expect(await reached(svc, payment?.id ?? '', { status: 'completed' })).toMatchObject({ paymentMethodId });
  });

  it('that begins later may get its payment method until then', async () => {
    const { id: customerId } = await withCard('later@example.com', 'pm_card_visa');
    const startAt = new Date(Date.now() + 86_400_000).toISOString();
    expect(await svc.subscriptions.create({ customerId, ...terms, startAt })).toMatchObject({ status: 'scheduled' });
  });
});

describe('a removed payment method', () => {
  const attachedTo = (customer: string) => stripe.customers.of(customersOf(customer)[0]?.id ?? '').length;
  const pendingOf = async (id: string): Promise<unknown> => {
    const [row] = await stack.query(
      `SELECT detach_tries AS tries, detach_at IS NOT NULL AS due, token_ciphertext IS NOT NULL AS token
         FROM payment_methods WHERE id = $1`,
      [id.slice('pm_'.length)],
    );
    return row;
  };
  const makeDue = (id: string) =>
    stack.query('UPDATE payment_methods SET detach_at = now() WHERE id = $1', [id.slice('pm_'.length)]);

  it('is detached at Stripe, once Stripe allows it, and its token is then erased', async () => {
    const { id, paymentMethodId } = await withCard('detached@example.com');
    await reached(svc, (await svc.payments.create({ amount, paymentMethodId })).id, { status: 'completed' });
    expect(attachedTo(id)).toBe(1);
    stripe.faults.plan('detach', 'error_before');
    await svc.customers.removePaymentMethod(id, paymentMethodId);
    await eventually(async () => expect(await pendingOf(paymentMethodId)).toMatchObject({ tries: 1, due: true }));
    expect(attachedTo(id)).toBe(1);
    await makeDue(paymentMethodId);
    await eventually(async () =>
      expect(await pendingOf(paymentMethodId)).toEqual({ tries: 2, due: false, token: false }),
    );
    expect(attachedTo(id)).toBe(0);
  });

  it('that was detached at Stripe already is fine', async () => {
    const { id, paymentMethodId } = await withCard('gone-already@example.com');
    await reached(svc, (await svc.payments.create({ amount, paymentMethodId })).id, { status: 'completed' });
    for (const method of stripe.customers.of(customersOf(id)[0]?.id ?? '')) stripe.customers.detach(method.id);
    await svc.customers.removePaymentMethod(id, paymentMethodId);
    await eventually(async () =>
      expect(await pendingOf(paymentMethodId)).toEqual({ tries: 1, due: false, token: false }),
    );
  });

  it('stays attached if it was never charged, belongs to a customer of the account, or is there twice', async () => {
    const { id, paymentMethodId } = await withCard('never-charged@example.com');
    await svc.customers.removePaymentMethod(id, paymentMethodId);
    expect(await pendingOf(paymentMethodId)).toEqual({ tries: 0, due: false, token: false });
    const { id: foreign } = stripe.customers.create({});
    const processorToken = stripe.customers.addMethod('pm_card_visa', foreign).id;
    const ofAccount = await svc.customers.addPaymentMethod(id, { type: 'card', processorToken });
    const paid = await svc.payments.create({ amount, paymentMethodId: ofAccount.id });
    await reached(svc, paid.id, { status: 'completed' });
    await svc.customers.removePaymentMethod(id, ofAccount.id);
    expect(await pendingOf(ofAccount.id)).toEqual({ tries: 0, due: false, token: false });
    expect(stripe.customers.of(foreign)).toHaveLength(1);

    const shared = await withCard('twice@example.com');
    await reached(svc, (await svc.payments.create({ amount, paymentMethodId: shared.paymentMethodId })).id, {
      status: 'completed',
    });
    const [method] = stripe.customers.of(customersOf(shared.id)[0]?.id ?? '');
    const card = { type: 'card' as const, processorToken: method?.id ?? '' };
    await svc.customers.addPaymentMethod(shared.id, card);
    await svc.customers.removePaymentMethod(shared.id, shared.paymentMethodId);
    await eventually(async () =>
      expect(await pendingOf(shared.paymentMethodId)).toEqual({ tries: 1, due: false, token: false }),
    );
    expect(attachedTo(shared.id)).toBe(1);
  });
});

describe('an erased customer', () => {
  it('is deleted at Stripe with the cards, once Stripe allows it', async () => {
    const { id, paymentMethodId } = await withCard('gone@example.com');
    await reached(svc, (await svc.payments.create({ amount, paymentMethodId })).id, { status: 'completed' });
    const [own] = customersOf(id);
    expect(stripe.customers.of(own?.id ?? '')).toHaveLength(1);
    const mine = id.slice('cust_'.length);
    const rows = () => stack.query('SELECT erase_tries FROM processor_customers WHERE customer_id = $1', [mine]);
    expect(await rows()).toEqual([{ erase_tries: 0 }]);
    stripe.keyState = 'revoked';
    await svc.customers.delete(id);
    await eventually(async () => expect(await rows()).toEqual([{ erase_tries: 1 }]));
    expect(customersOf(id)).toHaveLength(1);
    stripe.keyState = 'valid';
    await stack.query('UPDATE processor_customers SET erase_at = now() WHERE customer_id = $1', [mine]);
    await eventually(async () => expect([customersOf(id), await rows()]).toEqual([[], []]));
    expect(stripe.customers.of(own?.id ?? '')).toEqual([]);
  });

  it('stays at Stripe if the connection is gone, which a warning says', async () => {
    const { id, paymentMethodId } = await withCard('left@example.com');
    await reached(svc, (await svc.payments.create({ amount, paymentMethodId })).id, { status: 'completed' });
    const [processor] = (await svc.processors.list()).data;
    stripe.keyState = 'revoked';
    await svc.processors.delete(processor?.id ?? '');
    await svc.customers.delete(id);
    const mine = [id.slice('cust_'.length)];
    // Workers keep the adapter of a connection for two seconds.
    await eventually(async () => {
      await stack.query('UPDATE processor_customers SET erase_at = now() WHERE customer_id = $1', mine);
      expect(await stack.query('SELECT 1 FROM processor_customers WHERE customer_id = $1', mine)).toEqual([]);
    });
    expect(customersOf(id)).toHaveLength(1);
    const warned = () => stack.logs().filter((line) => line.includes('processor_customer_left') && line.includes(id));
    // The line of another process arrives a moment after its commit.
    await eventually(() => Promise.resolve(expect(warned()).toHaveLength(1)));
  });
});

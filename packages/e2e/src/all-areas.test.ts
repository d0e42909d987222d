import { randomUUID } from 'node:crypto';
import { ApiError, Svc } from '@svc/sdk';
import { verify } from '@svc/sdk/webhooks';
import {
  databaseContents,
  eventually,
  forThisFile,
  startReceiver,
  startStack,
  type ReceivedRequest,
} from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { unkeyed } from './unkeyed.js';

const FIRST_SECRET = 'the first secret of the shop';
const SECOND_SECRET = 'the second secret of the shop';
const HOOKS = '/shop';
const EMAIL = 'grace.hopper@example.com';

interface EventBody {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly id: string; readonly version: number };
}

/** The shop's backend: creates payments, but cannot approve them. */
let shop: Svc;
let shopKey: string;
/** May approve payments. */
let accountant: Svc;
let webhookId: string;
let customerId: string;
let paymentId: string;
let subscriptionId: string;

const receiver = await forThisFile(startReceiver());
const stack = await forThisFile(startStack({ worker: 2, env: { WEBHOOK_RETRY_DELAYS: '100ms,100ms,100ms' } }));
const account = await stack.createAccount('enterprise');
/** The owner's key. */
const owner = client(account.testKey);

function client(key: string): Svc {
  return new Svc(key, { baseUrl: stack.apiUrl });
}

function bodyOf(request: ReceivedRequest): EventBody {
  return request.parsed as EventBody;
}

/** The unique events of an object, in order. */
function eventsOf(id: string): EventBody[] {
  const known = new Map(receiver.requests.map((request) => [bodyOf(request).id, bodyOf(request)]));
  return [...known.values()].filter(({ data }) => data.id === id).sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function arrived(id: string, types: readonly string[]): Promise<void> {
  await eventually(() => expect(eventsOf(id).map(({ type }) => type)).toEqual(types));
}

async function advance(by: string): Promise<void> {
  await owner.testClock.advance({ by }, { idempotencyKey: randomUUID() });
  await eventually(async () => expect((await owner.testClock.retrieve()).status).toBe('idle'), { timeoutMs: 60_000 });
}

function refusal(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch((error: unknown) => (error instanceof ApiError ? [error.status, error.code] : error));
}

describe('a shop, from its first key to the deletion of its customer', () => {
  it('creates a key for each of its programs, and configures an approval threshold', async () => {
    const [forShop, forAccountant] = await Promise.all([
      owner.apiKeys.create({
        name: 'Shop',
        scopes: ['payments:read', 'payments:write', 'customers:write', 'customers:read', 'refunds:write'],
      }),
      owner.apiKeys.create({ name: 'Accountant', scopes: ['payments:read', 'payments:approve'] }),
    ]);
    shopKey = forShop.secret ?? '';
    [shop, accountant] = [client(shopKey), client(forAccountant.secret ?? '')];
    await owner.security.updateConfig(
      { approvalThresholds: [{ value: 100_000, currency: 'EUR' }], requireIdempotencyKey: true },
      { ifMatch: '*' },
    );
    const webhook = await owner.webhooks.create(
      { url: `${receiver.url}${HOOKS}`, events: ['*'], secret: FIRST_SECRET },
      { idempotencyKey: 'the-webhook' },
    );
    webhookId = webhook.id;
    expect(await refusal(shop.webhooks.list())).toEqual([403, 'insufficient_scope']);
  });

  it('creates a customer, and authorizes a large payment that the accountant approves, then captures it', async () => {
    const customer = await shop.customers.create(
      { email: EMAIL, firstName: 'Grace' },
      { idempotencyKey: 'the-customer' },
    );
    customerId = customer.id;
    const method = await shop.customers.addPaymentMethod(
      customerId,
      { type: 'card', processorToken: 'tok_grace', brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2031 },
      { idempotencyKey: 'card' },
    );
    await shop.customers.update(customerId, { preferences: { defaultPaymentMethodId: method.id } });
    const request = {
      amount: { value: 120_000, currency: 'EUR' },
      customer: { id: customerId },
      captureMethod: 'manual',
      metadata: { order: 7 },
    } as const;
    const careless = new Svc(shopKey, { baseUrl: stack.apiUrl, fetch: unkeyed });
    expect(await refusal(careless.payments.create(request))).toEqual([400, 'idempotency_key_required']);
    const payment = await shop.payments.create(request, { idempotencyKey: 'order-7' });
    paymentId = payment.id;
    expect(payment).toMatchObject({ stage: 'awaiting_approval', customer: { id: customerId } });
    expect(payment.paymentMethodId).toBe(method.id);
    expect(await refusal(shop.payments.approve(paymentId, {}, { idempotencyKey: 'a' }))).toEqual([
      403,
      'insufficient_scope',
    ]);
    await accountant.payments.approve(paymentId, { reason: 'Known' }, { idempotencyKey: 'b' });
    await eventually(async () => expect((await shop.payments.retrieve(paymentId)).stage).toBe('authorized'));
    await shop.payments.capture(paymentId, {}, { idempotencyKey: 'c' });
    await arrived(paymentId, [
      'payment.pending',
      'payment.awaiting_approval',
      'payment.authorized',
      'payment.completed',
    ]);
    expect(eventsOf(paymentId).map(({ data }) => data.version)).toEqual([1, 2, 3, 4]);
    await arrived(customerId, ['customer.created', 'customer.updated']);
  });

  it('refunds a part while its endpoint is down, and replays the missed events under a new secret', async () => {
    receiver.respond(HOOKS, 503);
    const amount = { value: 20_000, currency: 'EUR' };
    const refund = await shop.refunds.create({ paymentId, amount }, { idempotencyKey: 'r' });
    await eventually(async () => {
      const { data } = await owner.deliveries.list({ status: 'failed', webhookId });
      expect(data.map(({ type, attempts }) => [type, attempts.length])).toEqual([['refund.completed', 4]]);
    });
    expect(await shop.payments.retrieve(paymentId)).toMatchObject({
      status: 'completed',
      refundedAmount: amount,
      refundableAmount: { value: 100_000, currency: 'EUR' },
    });
    receiver.respond(HOOKS, 200);
    await owner.webhooks.rotateSecret(webhookId, { secret: SECOND_SECRET }, { idempotencyKey: 's' });
    const before = receiver.requests.length;
    const day = 86_400_000;
    const [createdFrom, createdTo] = [-day, day].map((offset) => new Date(Date.now() + offset).toISOString());
    await owner.webhooks.replay(
      webhookId,
      { createdFrom: createdFrom ?? '', createdTo: createdTo ?? '' },
      { idempotencyKey: 't' },
    );
    await eventually(() => expect(receiver.requests.length).toBe(before + 1));
    const [again] = receiver.requests.slice(-1);
    if (again === undefined) throw new Error('nothing came');
    expect(bodyOf(again)).toMatchObject({ type: 'refund.completed', data: { id: refund.id } });
    for (const secret of [FIRST_SECRET, SECOND_SECRET]) await verify(again.rawBody, again.headers, secret);
  });

  it('charges a subscription monthly until its end', async () => {
    const { id } = await shop.subscriptions.create(
      { customerId, amount: { value: 900, currency: 'EUR' }, interval: 'month', intervalCount: 1 },
      { idempotencyKey: 'sub' },
    );
    subscriptionId = id;
    await advance('P1M');
    await shop.subscriptions.cancel(id, { atPeriodEnd: true }, { idempotencyKey: 'end' });
    await advance('P2M');
    expect(await shop.subscriptions.retrieve(id)).toMatchObject({ status: 'cancelled' });
    const { data } = await shop.payments.list({ customerId, limit: 100 });
    const charged = data.filter((payment) => payment.subscriptionId === id);
    expect(charged.map(({ status, amount, initiator }) => [status, amount.value, initiator])).toEqual([
      ['completed', 900, 'merchant'],
      ['completed', 900, 'merchant'],
    ]);
    await arrived(id, [
      'subscription.created',
      'subscription.updated',
      'subscription.updated',
      'subscription.cancelled',
    ]);
  });

  it('has a summary that agrees with the ledger', async () => {
    await eventually(async () => {
      const { data } = await owner.analytics.summary({ interval: 'month', currency: 'EUR' });
      const sum = data.at(-1);
      expect(sum).toMatchObject({ count: 3, completed: 3, failed: 0, successRate: 1 });
      expect([sum?.gross.value, sum?.refunded.value, sum?.net.value]).toEqual([121_800, 20_000, 101_800]);
    });
    const range = { createdFrom: new Date(Date.now() - 86_400_000).toISOString(), createdTo: new Date().toISOString() };
    const { id } = await owner.reports.create(
      { type: 'reconciliation', format: 'json', ...range },
      { idempotencyKey: 'statements' },
    );
    await eventually(async () => {
      expect(await owner.reports.retrieve(id)).toMatchObject({ status: 'ready', rows: 0 });
    });
  });

  it('deletes its customer and keeps the payments', async () => {
    await eventually(async () => {
      expect((await owner.deliveries.list({ status: 'pending' })).data).toEqual([]);
    });
    await shop.customers.delete(customerId);
    const contents = await databaseContents(stack);
    expect(contents.filter((text) => /grace|hopper|tok_grace/i.test(text))).toEqual([]);
    expect(await shop.payments.retrieve(paymentId)).toMatchObject({
      status: 'completed',
      amount: { value: 120_000, currency: 'EUR' },
      refundedAmount: { value: 20_000, currency: 'EUR' },
      customer: { id: customerId, email: 'erased@invalid' },
    });
  });

  it('has an audit log of every action, and received every event at least once', async () => {
    const { data } = await owner.security.auditLog({ limit: 100 });
    const who = new Map((await owner.apiKeys.list()).data.map(({ id, name }) => [id, name]));
    const [ownersName = ''] = [...who.values()].filter((name) => name !== 'Shop' && name !== 'Accountant');
    expect(data.map(({ action, keyId, objectId }) => [action, who.get(String(keyId)), objectId]).reverse()).toEqual([
      ['api_key.created', ownersName, expect.any(String)],
      ['api_key.created', ownersName, expect.any(String)],
      ['security_config.updated', ownersName, null],
      ['webhook.created', ownersName, webhookId],
      ['payment.approved', 'Accountant', paymentId],
      ['payment.captured', 'Shop', paymentId],
      ['refund.created', 'Shop', expect.any(String)],
      ['webhook.secret_rotated', ownersName, webhookId],
      ['webhook.replayed', ownersName, webhookId],
      ['subscription.created', 'Shop', subscriptionId],
      ['subscription.cancelled', 'Shop', subscriptionId],
      ['report.created', ownersName, expect.stringMatching(/^rep_/)],
      ['customer.erased', 'Shop', customerId],
    ]);
    const told = new Set(receiver.requests.map((request) => bodyOf(request).id));
    const happened = (await owner.events.list({ limit: 100 })).data.map(({ id }) => id);
    expect(happened.filter((id) => !told.has(id))).toEqual([]);
    // A payment in four steps, a refund, a customer that changed, two monthly payments, and a subscription that changed twice.
    expect(happened).toHaveLength(4 + 1 + 2 + 2 * 2 + 4);
  });
});

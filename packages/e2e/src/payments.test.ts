import { randomUUID } from 'node:crypto';
import { ApiError, Svc, type EventKind, type Payment } from '@svc/sdk';
import { eventually, forThisFile, startStack } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const amount = { value: 2_500, currency: 'EUR' };

const stack = await forThisFile(startStack({ api: 2 }));
const { testKey } = await stack.createAccount('enterprise');
const svc = new Svc(testKey, { baseUrl: stack.apiUrl });

function settled(id: string): Promise<Payment> {
  return eventually(async () => {
    const payment = await svc.payments.retrieve(id);
    expect(payment.status).not.toBe('pending');
    return payment;
  });
}

/** The error of a refused call. */
async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  return error instanceof ApiError ? error : expect.fail(`not refused: ${String(error)}`);
}

describe('a payment in the sandbox', () => {
  const ofSubscription = async (): Promise<Payment> => {
    const { id: customerId } = await svc.customers.create({ email: 'monthly@example.com' });
    const { id } = await svc.subscriptions.create({ customerId, amount, interval: 'month', intervalCount: 1 });
    const [first] = (await svc.payments.list({ subscriptionId: id })).data;
    return first ?? expect.fail('the subscription has no payment');
  };

  it.each([
    ['a request', () => svc.payments.create({ amount })],
    ['a subscription', ofSubscription],
  ])('of %s is sent once, a second after its creation, and completed by that', async (_, pay) => {
    const { id, createdAt } = await pay();
    expect(await settled(id)).toMatchObject({ status: 'completed' });
    const { data } = await svc.payments.timeline(id);
    const attempts = data.flatMap((entry) => (entry.type === 'timeline.attempt' ? [entry.at] : []));
    expect(attempts).toHaveLength(1);
    // The creation has the time of its id, which is a moment apart from that of its transaction.
    expect(Date.parse(attempts[0] ?? '') - Date.parse(createdAt)).toBeGreaterThan(900);
  });
});

describe('a payment that needs approval', () => {
  it('waits, is approved, and completes, with every step in its timeline', async () => {
    const { id, stage } = await svc.payments.create({ amount, metadata: { sandbox: 'hold' } });
    expect(stage).toBe('awaiting_approval');
    await svc.payments.approve(id, { reason: 'a known customer' });
    expect(await settled(id)).toMatchObject({ status: 'completed', stage: null });
    const { data } = await svc.payments.timeline(id);
    const states = data.flatMap((entry) => (entry.type === 'timeline.state' ? [[entry.status, entry.stage]] : []));
    expect(states).toEqual([
      ['pending', 'awaiting_approval'],
      ['pending', 'processing'],
      ['completed', null],
    ]);
    expect(data.find((entry) => entry.type === 'timeline.state' && entry.reason !== null)).toMatchObject({
      reason: 'a known customer',
    });
  });

  it('is rejected or cancelled, once', async () => {
    const held = () => svc.payments.create({ amount, metadata: { sandbox: 'hold' } });
    const [one, other] = [await held(), await held()];
    expect(await svc.payments.reject(one.id)).toMatchObject({ status: 'failed', failure: { code: 'rejected' } });
    expect(await svc.payments.cancel(other.id)).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
    const { status, problem } = await refusal(svc.payments.approve(one.id));
    expect(status).toBe(409);
    expect(problem).toMatchObject({ currentStatus: 'failed', allowedActions: [] });
  });
});

describe('a repeated payment', () => {
  it('is created once with its idempotency key, at either process', async () => {
    const idempotencyKey = randomUUID();
    const processes = stack.api.map(({ port }) => new Svc(testKey, { baseUrl: `http://127.0.0.1:${port}` }));
    const everywhere = Array.from({ length: 5 }, () => processes).flat();
    const create = (client: Svc) => client.payments.create({ amount, reference: 'once' }, { idempotencyKey });
    const [first, ...others] = await Promise.all(everywhere.map(create));
    expect(others).toHaveLength(9);
    for (const other of others) expect(other).toEqual(first);
    expect((await svc.payments.list({ reference: 'once' })).data).toHaveLength(1);
    const anotherAccount = new Svc((await stack.createAccount()).testKey, { baseUrl: stack.apiUrl });
    expect((await create(anotherAccount)).id).not.toBe(first?.id);
  });

  it('is refused if it differs under the same key', async () => {
    const idempotencyKey = randomUUID();
    await svc.payments.create({ amount }, { idempotencyKey });
    const other = svc.payments.create({ amount: { ...amount, value: 1 } }, { idempotencyKey });
    expect(await refusal(other)).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });
});

describe('many payments', () => {
  it('are listed page by page, each once, filtered by metadata', async () => {
    const batch = randomUUID();
    const params = { amount, metadata: { 'batch no': batch } };
    const made = await Promise.all(Array.from({ length: 7 }, () => svc.payments.create(params)));
    const hour = 3_600_000;
    const [createdFrom, createdTo] = [-hour, hour].map((ms) => new Date(Date.now() + ms).toISOString());
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const filters = { metadata: { 'batch no': batch }, createdFrom, createdTo };
      const page = await svc.payments.list({ ...filters, limit: 3, cursor });
      found.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(found).toHaveLength(7);
    expect(new Set(found)).toEqual(new Set(made.map(({ id }) => id)));
  });

  it('have events, oldest first, none missing', async () => {
    const start = await svc.events.list({ limit: 1 });
    const made = await Promise.all(Array.from({ length: 5 }, () => svc.payments.create({ amount }, { wait: 10 })));
    const seen = new Map<string, EventKind[]>(made.map(({ id }) => [id, []]));
    let page = await svc.events.list({ order: 'asc', after: start.data[0]?.id, limit: 3 });
    await eventually(async () => {
      for (const event of page.data) {
        if ('id' in event.data) seen.get(String(event.data.id))?.push(event.type);
      }
      page = await svc.events.list({ order: 'asc', cursor: page.nextCursor ?? undefined, limit: 3 });
      expect([...seen.values()]).toEqual(made.map(() => ['payment.pending', 'payment.completed']));
    });
  });
});

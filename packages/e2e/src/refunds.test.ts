import { randomUUID } from 'node:crypto';
import { ApiError, Svc, type Refund } from '@svc/sdk';
import { verify } from '@svc/sdk/webhooks';
import { eventually, forThisFile, startReceiver, startStack, type ReceivedRequest } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const SECRET = 'a shared secret of the refunds';
const amount = { value: 2_500, currency: 'EUR' };
const euros = (value: number) => ({ value, currency: 'EUR' });

const receiver = await forThisFile(startReceiver());
const stack = await forThisFile(startStack());
const svc = new Svc((await stack.createAccount('enterprise')).testKey, { baseUrl: stack.apiUrl });

beforeAll(async () => {
  const events = ['refund.completed' as const, 'refund.failed' as const];
  await svc.webhooks.create({ url: `${receiver.url}/refunds`, events, secret: SECRET });
});

async function paid(): Promise<string> {
  const { id, status } = await svc.payments.create({ amount, metadata: { sandbox: 'delay:1' } }, { wait: 20 });
  expect(status).toBe('completed');
  return id;
}

function settled(id: string): Promise<Refund> {
  return eventually(async () => {
    const refund = await svc.refunds.retrieve(id);
    expect(refund.status).not.toBe('pending');
    return refund;
  });
}

interface Delivered {
  readonly type: string;
  readonly data: Refund;
}

function arrived(refundId: string): ReceivedRequest[] {
  return receiver.requests.filter((request) => (request.parsed as Delivered).data.id === refundId);
}

/** The only request with the outcome of a refund; verifies its signature. */
async function told(refundId: string): Promise<Delivered> {
  const [request] = await eventually(() => {
    const found = arrived(refundId);
    expect(found).toHaveLength(1);
    return found;
  });
  const event: unknown = await verify(request?.rawBody ?? Buffer.alloc(0), request?.headers ?? {}, SECRET);
  return event as Delivered;
}

describe('a refund', () => {
  it('in parts until nothing remains: each part sends a signed event and is in the timeline', async () => {
    const paymentId = await paid();
    const part = await svc.refunds.create({ paymentId, amount: euros(1_000), reason: 'Half of it was returned' });
    expect(part).toMatchObject({ status: 'pending', amount: euros(1_000) });
    expect(await svc.payments.retrieve(paymentId)).toMatchObject({
      status: 'completed',
      refundedAmount: euros(1_000),
      refundableAmount: euros(1_500),
    });
    const rest = await svc.refunds.create({ paymentId }, { idempotencyKey: randomUUID() });
    expect(rest.amount).toEqual(euros(1_500));

    for (const { id } of [part, rest]) {
      const event = await told(id);
      expect(event.type).toBe('refund.completed');
      expect(event.data).toEqual(await svc.refunds.retrieve(id));
    }
    expect((await svc.payments.refunds(paymentId)).data.map(({ id }) => id)).toEqual([rest.id, part.id]);
    const none = await svc.refunds.create({ paymentId }).catch((error: unknown) => error);
    expect(none).toBeInstanceOf(ApiError);
    expect(none).toMatchObject({ status: 409, code: 'payment_not_refundable' });

    await eventually(async () => {
      const { data } = await svc.payments.timeline(paymentId);
      const told = data.flatMap((entry) => {
        if (entry.type === 'timeline.refund') return [`${entry.refundId} ${entry.status}`];
        return entry.type === 'timeline.delivery' ? [`${entry.eventType} ${entry.status}`] : [];
      });
      const states = [part, rest].flatMap(({ id }) => [`${id} pending`, `${id} completed`]);
      const deliveries = Array.from({ length: 2 }, () => 'refund.completed delivered');
      expect([...told].sort()).toEqual([...states, ...deliveries].sort());
    });
  });

  it('that fails has the reason in refund.failed, and its amount is refundable again', async () => {
    const paymentId = await paid();
    const failing = await svc.refunds.create({ paymentId, metadata: { sandbox: 'refund_fail' } });
    const { type, data } = await told(failing.id);
    expect(type).toBe('refund.failed');
    expect(data).toMatchObject({ status: 'failed', failure: { code: 'refund_failed' }, amount });
    const again = await svc.refunds.create({ paymentId, amount });
    expect((await settled(again.id)).status).toBe('completed');
    expect(await svc.payments.retrieve(paymentId)).toMatchObject({ refundableAmount: euros(0) });
  });

  it('above the remainder is refused with the remainder', async () => {
    const paymentId = await paid();
    const error: unknown = await svc.refunds
      .create({ paymentId, amount: euros(2_501) })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 422, code: 'refund_exceeds_refundable' });
    expect((error as ApiError).problem).toMatchObject({ refundableAmount: amount });
  });

  it('settles once although Redis lost it and its worker was killed between attempt and outcome', async () => {
    const refund = await svc.refunds.create({ paymentId: await paid(), metadata: { sandbox: 'delay:3000' } });
    const number = refund.id.slice('ref_'.length);
    const attempts = () => stack.query('SELECT id, state FROM refund_attempts WHERE refund_id = $1', [number]);
    const [before] = await eventually(async () => {
      const found = await attempts();
      expect(found).toEqual([expect.objectContaining({ state: 'pending' })]);
      return found;
    });
    await stack.killWorker();
    await stack.flushRedis();
    await stack.startWorker();
    const { type } = await told(refund.id);
    expect(type).toBe('refund.completed');
    expect(await attempts()).toEqual([{ id: before?.['id'], state: 'approved' }]);
    const events = await stack.query('SELECT type FROM events WHERE object_id = $1', [number]);
    expect(events).toEqual([{ type: 'refund.completed' }]);
  }, 60_000);
});

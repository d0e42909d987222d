import { createHmac } from 'node:crypto';
import { Svc, type CreateWebhook, type Delivery } from '@svc/sdk';
import { eventually, forThisFile, startReceiver, startStack, type ReceivedRequest } from '@svc/testing';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';

const OLD = 'the secret of the first days';
const NEW = 'the secret that follows it';
const GRACE = 4_000;

const receiver = await forThisFile(startReceiver());
const stack = await forThisFile(
  startStack({
    env: { WEBHOOK_RETRY_DELAYS: '700ms,700ms,700ms', DELIVERY_LEASE: '12s', WEBHOOK_TIMEOUT: '2s' },
  }),
);
const { testKey } = await stack.createAccount('enterprise');
const svc = new Svc(testKey, { baseUrl: stack.apiUrl });

async function register(path: string, fields: Partial<CreateWebhook> = {}): Promise<string> {
  const params: CreateWebhook = { url: receiver.url + path, events: ['payment.pending'], secret: OLD, ...fields };
  return (await svc.webhooks.create(params)).id;
}

/** Creates a payment, which causes an event for every endpoint at once. */
async function pay(): Promise<string> {
  const { id } = await svc.payments.create({ amount: { value: 1000, currency: 'USD' }, metadata: { sandbox: 'hold' } });
  return id;
}

/** Waits for `count` requests on a path about a payment. */
function arrived(path: string, paymentId: string, count: number): Promise<ReceivedRequest[]> {
  return eventually(() => {
    const found = requests(path, paymentId);
    expect(found).toHaveLength(count);
    return found;
  });
}

function requests(path: string, paymentId: string): ReceivedRequest[] {
  return receiver.requests.filter((request) => {
    const event = request.parsed as { data: { id: string } };
    return request.path === path && event.data.id === paymentId;
  });
}

async function theRequest(path: string, paymentId: string): Promise<ReceivedRequest> {
  const [request] = await arrived(path, paymentId, 1);
  if (request === undefined) throw new Error('nothing arrived');
  return request;
}

async function deliveriesOf(webhook: string): Promise<Delivery[]> {
  return (await svc.webhooks.listDeliveries(webhook)).data;
}

/** Which of the two secrets matches each signature header, by an independent computation. */
function signedWith({ rawBody, headers }: ReceivedRequest): Record<string, unknown> {
  const name = (signature: unknown): string | undefined => {
    const fits = (secret: string): boolean =>
      signature === `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
    return [OLD, NEW].find(fits);
  };
  const standard = [OLD, NEW].filter((secret) => {
    const webhook = new Webhook(Buffer.from(secret, 'utf8').toString('base64'));
    try {
      webhook.verify(rawBody.toString('utf8'), headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  });
  return { signature: name(headers['svc-signature']), next: name(headers['svc-signature-next']), standard };
}

describe('rotating a secret', () => {
  it('signs with the old secret, then with both, then with the new one only', async () => {
    const webhook = await register('/rotated');
    expect(signedWith(await theRequest('/rotated', await pay()))).toEqual({ signature: OLD, standard: [OLD] });

    const rotated = await svc.webhooks.rotateSecret(webhook, { secret: NEW, overlapSeconds: 3 });
    const overlapping = await theRequest('/rotated', await pay());
    expect(signedWith(overlapping)).toEqual({ signature: OLD, next: NEW, standard: [OLD, NEW] });

    const expiry = Date.parse(rotated.previousSecretExpiresAt ?? '');
    await new Promise((resolve) => setTimeout(resolve, expiry - Date.now() + 100));
    const after = await theRequest('/rotated', await pay());
    expect(signedWith(after)).toEqual({ signature: NEW, standard: [NEW] });
    expect(after.headers['svc-signature-next']).toBeUndefined();
    expect((await svc.webhooks.retrieve(webhook)).previousSecretExpiresAt).toBeNull();
  });

  it('row 22: between two attempts, signs the later one as the rotation requires, over the same bytes', async () => {
    const [overlapping, atOnce] = [await register('/retry-overlap'), await register('/retry-at-once')];
    receiver.script('/retry-overlap', [500, 200]);
    receiver.script('/retry-at-once', [500, 200]);
    const payment = await pay();
    await Promise.all([arrived('/retry-overlap', payment, 1), arrived('/retry-at-once', payment, 1)]);
    await svc.webhooks.rotateSecret(overlapping, { secret: NEW });
    await svc.webhooks.rotateSecret(atOnce, { secret: NEW, overlapSeconds: 0 });

    const [first, second] = await arrived('/retry-overlap', payment, 2);
    expect(first && signedWith(first)).toEqual({ signature: OLD, standard: [OLD] });
    expect(second && signedWith(second)).toEqual({ signature: OLD, next: NEW, standard: [OLD, NEW] });
    expect(second?.rawBody).toEqual(first?.rawBody);
    const [, switched] = await arrived('/retry-at-once', payment, 2);
    expect(switched && signedWith(switched)).toEqual({ signature: NEW, standard: [NEW] });
  });
});

describe('deleting a webhook', () => {
  it('row 22: between two attempts, cancels the delivery visibly and sends nothing more', async () => {
    const webhook = await register('/deleted');
    receiver.respond('/deleted', 500);
    const payment = await pay();
    await arrived('/deleted', payment, 1);
    const [delivery] = await eventually(async () => {
      const found = await deliveriesOf(webhook);
      expect(found).toMatchObject([{ status: 'pending', attempts: [{ statusCode: 500 }] }]);
      return found;
    });
    await svc.webhooks.delete(webhook);
    await new Promise((resolve) => setTimeout(resolve, GRACE));
    expect(requests('/deleted', payment)).toHaveLength(1);
    expect(await svc.deliveries.retrieve(delivery?.id ?? '')).toMatchObject({
      status: 'cancelled',
      reason: 'webhook_deleted',
      attempts: [{ statusCode: 500 }],
    });
  });
});

describe('redelivering', () => {
  it('sends the same event and bytes again as a new delivery with its own attempts', async () => {
    const webhook = await register('/again');
    receiver.respond('/again', 500);
    const payment = await pay();
    await arrived('/again', payment, 4);
    const [failed] = await eventually(async () => {
      const found = await deliveriesOf(webhook);
      expect(found).toMatchObject([{ status: 'failed', reason: 'retries_exhausted' }]);
      return found;
    });
    receiver.script('/again', [500, 500, 200]);
    const redelivery = await svc.deliveries.redeliver(failed?.id ?? '');

    const all = await arrived('/again', payment, 7);
    expect(new Set(all.map(({ rawBody }) => rawBody.toString('utf8'))).size).toBe(1);
    expect(new Set(all.map(({ headers }) => headers['svc-event-id']))).toEqual(new Set([failed?.eventId]));
    const again = all.slice(4);
    expect(again.map(({ headers }) => headers['svc-delivery-attempt'])).toEqual(['1', '2', '3']);
    expect(new Set(again.map(({ headers }) => headers['svc-delivery-id']))).toEqual(new Set([redelivery.id]));
    await eventually(async () => {
      const followed = await svc.deliveries.retrieve(redelivery.id);
      expect(followed).toMatchObject({ status: 'delivered', attempts: [{ n: 1 }, { n: 2 }, { n: 3 }] });
    });
    expect(await svc.deliveries.retrieve(failed?.id ?? '')).toMatchObject({ status: 'failed' });
  });
});

describe('disabling a webhook', () => {
  it('delays its deliveries and retries until it is enabled; events in the meantime are not sent', async () => {
    const webhook = await register('/paused');
    receiver.script('/paused', [500]);
    const retried = await pay();
    await arrived('/paused', retried, 1);
    await svc.webhooks.update(webhook, { enabled: false });
    const meanwhile = await pay();
    const [waiting] = await deliveriesOf(webhook);
    const redelivery = await svc.deliveries.redeliver(waiting?.id ?? '');
    await new Promise((resolve) => setTimeout(resolve, GRACE));
    expect(requests('/paused', retried)).toHaveLength(1);
    expect(await deliveriesOf(webhook)).toMatchObject([
      { id: redelivery.id, status: 'pending', nextAttemptAt: null, attempts: [] },
      { status: 'pending', nextAttemptAt: null, attempts: [{ statusCode: 500 }] },
    ]);

    await svc.webhooks.update(webhook, { enabled: true });
    const later = await pay();
    await arrived('/paused', retried, 3);
    await arrived('/paused', later, 1);
    expect(requests('/paused', meanwhile)).toEqual([]);
    await eventually(async () => {
      expect((await deliveriesOf(webhook)).map(({ status }) => status)).toEqual([
        'delivered',
        'delivered',
        'delivered',
      ]);
    });
  });

  it('a waiting delivery goes to the new address', async () => {
    const webhook = await register('/moved-from');
    receiver.script('/moved-from', [500]);
    const payment = await pay();
    await arrived('/moved-from', payment, 1);
    await svc.webhooks.update(webhook, { url: `${receiver.url}/moved-to` });
    await arrived('/moved-to', payment, 1);
    expect(requests('/moved-from', payment)).toHaveLength(1);
  });
});

import { createHmac } from 'node:crypto';
import { traceparent, type Trace } from '../platform/trace.js';
import { standardWebhooksKey } from './secret-format.js';

export interface DeliveryToSign {
  /** The bytes that go over the wire, not a text that is encoded again. */
  readonly body: Buffer;
  readonly secret: string;
  /** The secret that takes over when a rotation's overlap ends. */
  readonly nextSecret?: string | undefined;
  /** `evt_…` */
  readonly eventId: string;
  readonly mode: 'test' | 'live';
  /** `dlv_…` */
  readonly deliveryId: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** When this attempt is made. */
  readonly timestamp: Date;
  /** The trace that led to it, of which this attempt becomes a span. */
  readonly trace?: Trace | null | undefined;
}

/**
 * The headers of one delivery attempt. While a rotation overlaps, `Svc-Signature` keeps the old secret,
 * `Svc-Signature-Next` carries the new one and `webhook-signature` both, so that a receiver may know either.
 */
export function signDelivery(delivery: DeliveryToSign): Record<string, string> {
  const { body, secret, nextSecret, eventId } = delivery;
  const seconds = Math.floor(delivery.timestamp.getTime() / 1000);
  const standard = standardSignature(body, secret, eventId, seconds);
  // Headers that are not always there come last and one by one: the others cost next to nothing to write then.
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'User-Agent': 'Svc-Webhooks/1.0',
    'Svc-Signature': bodySignature(body, secret),
    'Svc-Event-Id': eventId,
    'Svc-Mode': delivery.mode,
    'Svc-Delivery-Id': delivery.deliveryId,
    'Svc-Delivery-Attempt': String(delivery.attempt),
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': standard,
  };
  if (nextSecret !== undefined) {
    headers['Svc-Signature-Next'] = bodySignature(body, nextSecret);
    headers['webhook-signature'] = `${standard} ${standardSignature(body, nextSecret, eventId, seconds)}`;
  }
  if (delivery.trace) headers['traceparent'] = traceparent(delivery.trace);
  return headers;
}

function bodySignature(body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', Buffer.from(secret, 'utf8')).update(body).digest('hex')}`;
}

/** As standardwebhooks.com has it: version 1 signs `id.timestamp.body`. */
function standardSignature(body: Buffer, secret: string, eventId: string, seconds: number): string {
  const hmac = createHmac('sha256', standardWebhooksKey(secret)).update(`${eventId}.${seconds}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}

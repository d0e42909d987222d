import { createHmac } from 'node:crypto';
import { traceparent, type Trace } from '../../platform/tracing/trace.js';
import type { SigningKey } from '../endpoints/secret-format.js';

export interface DeliveryToSign {
  /** The exact bytes that are sent. */
  readonly body: Buffer;
  readonly key: SigningKey;
  /** Of the secret that takes over when a rotation's overlap ends. */
  readonly nextKey?: SigningKey | undefined;
  /** `evt_…` */
  readonly eventId: string;
  readonly mode: 'test' | 'live';
  /** `dlv_…` */
  readonly deliveryId: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** The time of this attempt. */
  readonly timestamp: Date;
  /** The trace of the event; this attempt is a span of it. */
  readonly trace?: Trace | null | undefined;
}

/**
 * The headers of a delivery attempt. While a rotation overlaps, `Svc-Signature` uses the old secret, `Svc-Signature-Next` the
 * new one and `webhook-signature` both.
 */
export function signDelivery(delivery: DeliveryToSign): Record<string, string> {
  const { body, key, nextKey, eventId } = delivery;
  const seconds = Math.floor(delivery.timestamp.getTime() / 1000);
  const standard = standardSignature(body, key, eventId, seconds);
  // Optional headers are added one by one at the end, which keeps this literal fast.
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'User-Agent': 'Svc-Webhooks/1.0',
    'Svc-Signature': bodySignature(body, key),
    'Svc-Event-Id': eventId,
    'Svc-Mode': delivery.mode,
    'Svc-Delivery-Id': delivery.deliveryId,
    'Svc-Delivery-Attempt': String(delivery.attempt),
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': standard,
  };
  if (nextKey !== undefined) {
    headers['Svc-Signature-Next'] = bodySignature(body, nextKey);
    headers['webhook-signature'] = `${standard} ${standardSignature(body, nextKey, eventId, seconds)}`;
  }
  if (delivery.trace) headers['traceparent'] = traceparent(delivery.trace);
  return headers;
}

function bodySignature(body: Buffer, { plain }: SigningKey): string {
  return `sha256=${createHmac('sha256', plain).update(body).digest('hex')}`;
}

/** Version 1 of standardwebhooks.com signs `id.timestamp.body`. */
function standardSignature(body: Buffer, { standard }: SigningKey, eventId: string, seconds: number): string {
  const hmac = createHmac('sha256', standard).update(`${eventId}.${seconds}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}

import { createHmac } from 'node:crypto';
import { traceparent, type Trace } from '../../platform/tracing/trace.js';
import type { SigningKey } from '../endpoints/secret-format.js';

export interface DeliveryToSign {
  /** The bytes that go over the wire, not a text that is encoded again. */
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
  const { body, key, nextKey, eventId } = delivery;
  const seconds = Math.floor(delivery.timestamp.getTime() / 1000);
  const standard = standardSignature(body, key, eventId, seconds);
  // Headers that are not always there come last and one by one: the others cost next to nothing to write then.
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

/** As standardwebhooks.com has it: version 1 signs `id.timestamp.body`. */
function standardSignature(body: Buffer, { standard }: SigningKey, eventId: string, seconds: number): string {
  const hmac = createHmac('sha256', standard).update(`${eventId}.${seconds}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}

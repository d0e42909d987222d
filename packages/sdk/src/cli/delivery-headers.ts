import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

export interface ForwardedEvent {
  /** `evt_…` */
  readonly id: string;
  /** The bytes that are sent. */
  readonly body: Buffer;
}

/**
 * The headers of a delivery, as the service sends them; without `Svc-Delivery-Id`, since what is forwarded is no delivery
 * that could be looked up, and without `traceparent`.
 */
export function deliveryHeaders({ id, body }: ForwardedEvent, secret: string, at: Date): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const standard = createHmac('sha256', standardKey(secret)).update(`${id}.${seconds}.`).update(body);
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Svc-Webhooks/1.0',
    'Svc-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'Svc-Event-Id': id,
    'Svc-Mode': 'test',
    'Svc-Delivery-Attempt': '1',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${standard.digest('base64')}`,
  };
}

/** As Standard Webhooks has it: the bytes that a `whsec_` secret spells in base64; any other secret as it stands. */
function standardKey(secret: string): Buffer {
  const spelled = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  return spelled !== '' && BASE64.test(spelled) ? Buffer.from(spelled, 'base64') : Buffer.from(secret, 'utf8');
}

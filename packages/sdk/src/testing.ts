import { hmac, standardKey, utf8 } from './signing-keys.js';

/** A delivery to make, for the test of a handler. */
export interface DeliveryToSign {
  /** The event as JSON, just as it is going to be posted. */
  readonly body: string;
  readonly secret: string;
  /** The secret that takes over, while a rotation overlaps. */
  readonly nextSecret?: string;
  /** That of the event in the body when it is left out. */
  readonly eventId?: string;
  /** Seconds since 1970; now when it is left out. */
  readonly timestamp?: number;
}

/**
 * Signs as the service does, for tests of a handler: the headers to post the body with.
 *
 * @throws TypeError for a time that is none
 *
 *     await app.request('/webhooks', { method: 'POST', body, headers: await sign({ body, secret }) });
 */
export async function sign(delivery: DeliveryToSign): Promise<Record<string, string>> {
  const { body, secret, nextSecret, timestamp = Math.floor(Date.now() / 1000) } = delivery;
  if (!Number.isInteger(timestamp)) throw new TypeError('timestamp must be whole seconds since 1970');
  const eventId = delivery.eventId ?? (JSON.parse(body) as { id: string }).id;
  const secrets = nextSecret === undefined ? [secret] : [secret, nextSecret];
  const [own, nextOwn] = await Promise.all(
    secrets.map(async (each) => `sha256=${hexOf(await hmac(utf8(each), utf8(body)))}`),
  );
  const signed = utf8(`${eventId}.${timestamp}.${body}`);
  const standard = await Promise.all(
    secrets.map(async (each) => `v1,${btoa(String.fromCharCode(...(await hmac(standardKey(each), signed))))}`),
  );
  return {
    'Content-Type': 'application/json',
    'Svc-Signature': own as string,
    ...(nextOwn !== undefined && { 'Svc-Signature-Next': nextOwn }),
    'Svc-Event-Id': eventId,
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
  };
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

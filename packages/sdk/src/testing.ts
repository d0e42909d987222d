import { isJsonObject } from './json-object.js';
import { hmac, standardKey, utf8 } from './signing-keys.js';

/** A delivery to make, for the test of a handler. */
export interface DeliveryToSign {
  /** The event as JSON, just as it is going to be posted. */
  readonly body: string;
  readonly secret: string;
  /** The secret that takes over, while a rotation overlaps. */
  readonly nextSecret?: string;
  /** When it is left out, the `id` of the event in the body, or `evt_1` if the body has none. */
  readonly eventId?: string;
  /** Seconds since 1970; now when it is left out. */
  readonly timestamp?: number;
}

const OPTIONS = ['body', 'secret', 'nextSecret', 'eventId', 'timestamp'];

/**
 * Signs as the service does, for tests of a handler: the headers to post the body with.
 *
 * @throws TypeError that names the invalid argument
 *
 *     await app.request('/webhooks', { method: 'POST', body, headers: await sign({ body, secret }) });
 */
export async function sign(delivery: DeliveryToSign): Promise<Record<string, string>> {
  if (!isJsonObject(delivery)) throw new TypeError('The options of sign must be an object');
  const unknown = Object.keys(delivery).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`There is no option ${JSON.stringify(unknown)}, but ${OPTIONS.join(', ')}`);
  const { body, secret, nextSecret, timestamp = Math.floor(Date.now() / 1000) } = delivery;
  if (typeof body !== 'string') throw new TypeError('body must be the text that is going to be posted');
  if (!Number.isSafeInteger(timestamp) || timestamp < 0) {
    throw new TypeError('timestamp must be whole seconds since 1970');
  }
  const { eventId = idIn(body) } = delivery;
  if (!isFilled(eventId)) throw new TypeError('eventId must be text that is not empty');
  const secrets = nextSecret === undefined ? [secret] : [secret, nextSecret];
  if (!secrets.every(isFilled)) throw new TypeError('sign needs the secret of the webhook');
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

function isFilled(text: unknown): boolean {
  return typeof text === 'string' && text !== '';
}

/** The id of the event in a body. A test may also sign a body that is no event. */
function idIn(body: string): string {
  try {
    const event: unknown = JSON.parse(body);
    if (isJsonObject(event) && 'id' in event && typeof event.id === 'string' && event.id !== '') return event.id;
  } catch {
    // The body is no JSON.
  }
  return 'evt_1';
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

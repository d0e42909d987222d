import type { WebhookEvent } from './generated/models/WebhookEvent.js';
import { decodeBase64, hmac, standardKey, utf8 } from './signing-keys.js';

export type { WebhookEvent };

/** Headers in any form: of fetch, of Node, or any object, in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /**
   * Seconds by which the sender's clock may differ from ours. Older deliveries are refused, so that none can be
   * replayed. Only `webhook-signature` signs the time, so a tolerance requires this header.
   */
  readonly tolerance?: number | undefined;
}

export type WebhookVerificationCode =
  | 'body_not_raw'
  | 'signature_missing'
  | 'signature_mismatch'
  | 'timestamp_out_of_tolerance'
  | 'body_not_json';

/** The delivery is not authentic. Respond with 400 and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';

  constructor(
    readonly code: WebhookVerificationCode,
    message: string,
  ) {
    super(message);
  }
}

/** A way of signing, with the signatures of it that the request has. */
interface Scheme {
  readonly signatures: readonly Uint8Array[];
  /** The signature that the service makes with a webhook's secret. */
  readonly sign: (secret: string) => Promise<Uint8Array>;
}

/**
 * Verifies that a delivery comes from the service, and returns its event. During a secret rotation, either secret
 * verifies. Pass several secrets if you keep more than one.
 *
 *     const event = await verify(await request.text(), request.headers, secret);
 *
 * @param rawBody the body as it was received, before anything has parsed it
 * @throws WebhookVerificationError if it is not authentic
 */
export async function verify(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const body = bytesOf(rawBody);
  const secrets = secretsIn(secret);
  const tolerance = toleranceIn(options);
  const read = readerOf(headers);
  const standard = standardScheme(read, body);
  const schemes = tolerance === undefined ? [bodyScheme(read, body), standard] : [standard];
  if (schemes.every(({ signatures }) => signatures.length === 0)) {
    const names = tolerance === undefined ? 'Svc-Signature or webhook-signature' : 'webhook-signature';
    throw new WebhookVerificationError('signature_missing', `The request has no ${names} header that can be read.`);
  }
  if (!(await anyMatches(schemes, secrets))) {
    const reason = 'No signature matches the secret and the raw body.';
    throw new WebhookVerificationError('signature_mismatch', reason);
  }
  if (tolerance !== undefined) checkTime(Number(read('webhook-timestamp')), tolerance);
  return eventIn(body);
}

function bytesOf(rawBody: unknown): Uint8Array<ArrayBuffer> {
  if (typeof rawBody === 'string') return utf8(rawBody);
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody);
  if (ArrayBuffer.isView(rawBody)) {
    return new Uint8Array(rawBody.buffer as ArrayBuffer, rawBody.byteOffset, rawBody.byteLength);
  }
  throw new WebhookVerificationError(
    'body_not_raw',
    'verify needs the body as it was received, text or bytes, not parsed. ' +
      "In Express use express.raw({ type: 'application/json' }), elsewhere await request.text().",
  );
}

function secretsIn(secret: string | readonly string[]): readonly string[] {
  const secrets = [secret].flat();
  if (secrets.length > 0 && secrets.every((each) => typeof each === 'string' && each !== '')) return secrets;
  throw new TypeError('verify needs the secret of the webhook, or several');
}

/** A misspelt option, or a number in its place, would accept deliveries of any age. */
function toleranceIn(options: VerifyOptions): number | undefined {
  const { tolerance, ...others } = Object(options) as VerifyOptions;
  const isKnown = Object(options) === options && Object.keys(others).length === 0;
  if (isKnown && (tolerance === undefined || Math.abs(tolerance) === tolerance)) return tolerance;
  throw new TypeError('The options of verify are { tolerance: seconds }');
}

function readerOf(headers: WebhookHeaders): (name: string) => string {
  if (isFetchHeaders(headers)) return (name) => headers.get(name) ?? '';
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => [byName.get(name) ?? []].flat().join(' ');
}

/** By what they can do: runtimes and libraries bring classes of their own. */
function isFetchHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers.get === 'function';
}

/** Our own scheme: HMAC over the body, keyed by the whole secret, in hexadecimal. */
function bodyScheme(read: (name: string) => string, body: Uint8Array<ArrayBuffer>): Scheme {
  const signatures = ['svc-signature', 'svc-signature-next'].flatMap((name) => {
    const hex = /^(?:sha256=)?([0-9a-f]{64})$/i.exec(read(name).trim())?.[1];
    return hex ? [Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))] : [];
  });
  return { sign: (secret) => hmac(utf8(secret), body), signatures };
}

/** Standard Webhooks, version 1: HMAC over `id.timestamp.body`, in base64; as many signatures as there are secrets. */
function standardScheme(read: (name: string) => string, body: Uint8Array<ArrayBuffer>): Scheme {
  const head = utf8(`${read('webhook-id')}.${read('webhook-timestamp')}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const signatures = read('webhook-signature')
    .split(' ')
    .flatMap((entry) => (entry.startsWith('v1,') ? (decodeBase64(entry.slice('v1,'.length)) ?? []) : []));
  return { sign: (secret) => hmac(standardKey(secret), signed), signatures };
}

/** Signs the body at most once for each scheme and secret, however many signatures a stranger sends. */
async function anyMatches(schemes: readonly Scheme[], secrets: readonly string[]): Promise<boolean> {
  for (const { sign, signatures } of schemes) {
    for (const secret of secrets) {
      const expected = await sign(secret);
      if (signatures.some((signature) => isSame(expected, signature))) return true;
    }
  }
  return false;
}

/** Compares in a time that does not depend on the bytes. */
function isSame(expected: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== expected.length) return false;
  return !expected.reduce((bits, byte, n) => bits | (byte ^ (signature[n] ?? 0)), 0);
}

function checkTime(sentAt: number, tolerance: number): void {
  if (Math.abs(Date.now() / 1000 - sentAt) <= tolerance) return;
  throw new WebhookVerificationError(
    'timestamp_out_of_tolerance',
    `The delivery was signed more than ${tolerance} s ago, or ahead of time.`,
  );
}

function eventIn(body: Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder().decode(body));
    if (typeof event === 'object' && event !== null && !Array.isArray(event)) return event as WebhookEvent;
  } catch {
    // The body is no JSON.
  }
  throw new WebhookVerificationError('body_not_json', 'The body is signed but is no JSON object.');
}

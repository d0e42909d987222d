import { randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** A new webhook secret, as Standard Webhooks writes them: `whsec_` and 32 random bytes in base64. */
export function generateSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/**
 * The key under which `webhook-signature` is made: the bytes that a `whsec_` secret spells in base64, else the secret's
 * own UTF-8. A `whsec_` secret that spells nothing is taken as it stands.
 */
export function standardWebhooksKey(secret: string): Buffer {
  const spelled = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  return spelled !== '' && BASE64.test(spelled) ? Buffer.from(spelled, 'base64') : Buffer.from(secret, 'utf8');
}

/** A secret as its signatures take it, worked out once. */
export interface SigningKey {
  /** For `Svc-Signature`: the whole secret as UTF-8. */
  readonly plain: Buffer;
  /** For `webhook-signature`. */
  readonly standard: Buffer;
}

/** What a secret signs with. */
export function signingKey(secret: string): SigningKey {
  return { plain: Buffer.from(secret, 'utf8'), standard: standardWebhooksKey(secret) };
}

import { randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** A new secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function generateSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** The key of `webhook-signature`: the base64 bytes after `whsec_`, or the whole secret as UTF-8 if that is not base64. */
export function standardWebhooksKey(secret: string): Buffer {
  const spelled = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  return spelled !== '' && BASE64.test(spelled) ? Buffer.from(spelled, 'base64') : Buffer.from(secret, 'utf8');
}

/** The keys of a secret, derived once. */
export interface SigningKey {
  /** For `Svc-Signature`: the whole secret as UTF-8. */
  readonly plain: Buffer;
  /** For `webhook-signature`. */
  readonly standard: Buffer;
}

export function signingKey(secret: string): SigningKey {
  return { plain: Buffer.from(secret, 'utf8'), standard: standardWebhooksKey(secret) };
}

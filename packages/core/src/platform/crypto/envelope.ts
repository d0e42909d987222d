import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const DATA_KEY_BYTES = 32;

/** A secret as it is stored: the ciphertext, and the data key that opens it, itself encrypted under the master key. */
export interface SealedSecret {
  readonly ciphertext: Buffer;
  readonly dataKey: Buffer;
}

/**
 * Encrypts a secret with AES-256-GCM under a data key of its own. `boundTo` names the row it belongs to; it is
 * authenticated with both layers, so a ciphertext moved to another row does not open.
 */
export function seal(secret: string, masterKey: Buffer, boundTo: string): SealedSecret {
  const dataKey = randomBytes(DATA_KEY_BYTES);
  return {
    ciphertext: encrypt(Buffer.from(secret, 'utf8'), dataKey, boundTo),
    dataKey: encrypt(dataKey, masterKey, boundTo),
  };
}

/** The secret again. Throws when the key or the row is not the one it was sealed for, or a byte was changed. */
export function unseal(sealed: SealedSecret, masterKey: Buffer, boundTo: string): string {
  const dataKey = decrypt(sealed.dataKey, masterKey, boundTo);
  return decrypt(sealed.ciphertext, dataKey, boundTo).toString('utf8');
}

function encrypt(plain: Buffer, key: Buffer, boundTo: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo, 'utf8'));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
}

function decrypt(stored: Buffer, key: Buffer, boundTo: string): Buffer {
  if (stored[0] !== VERSION) throw new Error(`unknown envelope version ${String(stored[0])}`);
  const nonce = stored.subarray(1, 1 + NONCE_BYTES);
  const tag = stored.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(boundTo, 'utf8'))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(stored.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

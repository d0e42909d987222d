import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { MasterKeys } from './master-keys.js';

/** Of a secret under its data key, and of a data key under a master key that it does not name. */
const PLAIN = 1;
/** Of a data key behind the name of its master key. */
const NAMED = 2;
const NAME_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const DATA_KEY_BYTES = 32;

/** A secret as it is stored: the ciphertext, and the data key that opens it, itself wrapped under a master key. */
export interface SealedSecret {
  readonly ciphertext: Buffer;
  readonly dataKey: Buffer;
}

/** None of the master keys opens what was wrapped. */
export class MasterKeyMissing extends Error {
  override readonly name = 'MasterKeyMissing';

  constructor(
    /** The key that it needs; undefined when that is not known, or the row is not its own. */
    readonly keyName: string | undefined,
  ) {
    super(`MASTER_KEY does not hold the key that opens a stored secret${keyName === undefined ? '' : `, ${keyName}`}`);
  }
}

/**
 * Encrypts a secret with AES-256-GCM under a data key of its own. `boundTo` names the row it belongs to; it is
 * authenticated with both layers, so a ciphertext moved to another row does not open.
 */
export function seal(secret: string, keys: MasterKeys, boundTo: string): SealedSecret {
  const dataKey = randomBytes(DATA_KEY_BYTES);
  return {
    ciphertext: Buffer.concat([Buffer.of(PLAIN), encrypt(Buffer.from(secret, 'utf8'), dataKey, boundTo)]),
    dataKey: wrap(dataKey, keys, boundTo),
  };
}

/** The secret again. Throws when the key or the row is not the one it was sealed for, or a byte was changed. */
export function unseal(sealed: SealedSecret, keys: MasterKeys, boundTo: string): string {
  const dataKey = unwrap(sealed.dataKey, keys, boundTo);
  const [version] = sealed.ciphertext;
  if (version !== PLAIN) throw unknownVersion(version);
  return decrypt(sealed.ciphertext.subarray(1), dataKey, boundTo).toString('utf8');
}

/** The same data key under the first master key. */
export function rewrap(wrapped: Buffer, keys: MasterKeys, boundTo: string): Buffer {
  return wrap(unwrap(wrapped, keys, boundTo), keys, boundTo);
}

/** What every data key begins with that the first master key has wrapped. */
export function firstKeyPrefix({ first }: MasterKeys): Buffer {
  return Buffer.concat([Buffer.of(NAMED), Buffer.from(first.name, 'hex')]);
}

function wrap(dataKey: Buffer, keys: MasterKeys, boundTo: string): Buffer {
  return Buffer.concat([firstKeyPrefix(keys), encrypt(dataKey, keys.first.bytes, boundTo)]);
}

function unwrap(wrapped: Buffer, keys: MasterKeys, boundTo: string): Buffer {
  const [version] = wrapped;
  if (version === NAMED) {
    const name = wrapped.subarray(1, 1 + NAME_BYTES).toString('hex');
    const key = keys.all.find((candidate) => candidate.name === name);
    if (key === undefined) throw new MasterKeyMissing(name);
    return decrypt(wrapped.subarray(1 + NAME_BYTES), key.bytes, boundTo);
  }
  if (version !== PLAIN) throw unknownVersion(version);
  for (const { bytes } of keys.all) {
    try {
      return decrypt(wrapped.subarray(1), bytes, boundTo);
    } catch {
      // Nothing but trying tells which key it was.
    }
  }
  throw new MasterKeyMissing(undefined);
}

function encrypt(plain: Buffer, key: Buffer, boundTo: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo, 'utf8'));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(stored: Buffer, key: Buffer, boundTo: string): Buffer {
  const nonce = stored.subarray(0, NONCE_BYTES);
  const tag = stored.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(boundTo, 'utf8'))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(stored.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

function unknownVersion(version: number | undefined): Error {
  return new Error(`unknown envelope version ${String(version)}`);
}

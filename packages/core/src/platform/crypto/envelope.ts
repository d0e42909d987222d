import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { MasterKeys } from './master-keys.js';

/** Version of a secret under its data key. */
const PLAIN = 1;
/** Version of a data key with the name of its master key. */
const NAMED = 2;
const NAME_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const DATA_KEY_BYTES = 32;

/** A stored secret: the ciphertext, and its data key, which is wrapped under a master key. */
export interface SealedSecret {
  readonly ciphertext: Buffer;
  readonly dataKey: Buffer;
}

/** No configured master key unwraps a data key. */
export class MasterKeyMissing extends Error {
  override readonly name = 'MasterKeyMissing';

  constructor(
    /** The required key. */
    readonly keyName: string,
  ) {
    super(`MASTER_KEY does not hold the key that opens a stored secret, ${keyName}`);
  }
}

/** Encrypts a secret under a new data key. Both layers are bound to a row: a copy in another row does not open. */
export function seal(secret: string, keys: MasterKeys, boundTo: string): SealedSecret {
  const dataKey = randomBytes(DATA_KEY_BYTES);
  return {
    ciphertext: Buffer.concat([Buffer.of(PLAIN), encrypt(Buffer.from(secret, 'utf8'), dataKey, boundTo)]),
    dataKey: wrap(dataKey, keys, boundTo),
  };
}

/** Decrypts a secret. Throws if the key or the row is another one, or a byte was modified. */
export function unseal(sealed: SealedSecret, keys: MasterKeys, boundTo: string): string {
  const dataKey = unwrap(sealed.dataKey, keys, boundTo);
  const [version] = sealed.ciphertext;
  if (version !== PLAIN) throw unknownVersion(version);
  return decrypt(sealed.ciphertext.subarray(1), dataKey, boundTo).toString('utf8');
}

export function rewrap(wrapped: Buffer, keys: MasterKeys, boundTo: string): Buffer {
  return wrap(unwrap(wrapped, keys, boundTo), keys, boundTo);
}

/** Returns the prefix of every data key that the first master key has wrapped. */
export function firstKeyPrefix({ first }: MasterKeys): Buffer {
  return Buffer.concat([Buffer.of(NAMED), Buffer.from(first.name, 'hex')]);
}

function wrap(dataKey: Buffer, keys: MasterKeys, boundTo: string): Buffer {
  return Buffer.concat([firstKeyPrefix(keys), encrypt(dataKey, keys.first.bytes, boundTo)]);
}

function unwrap(wrapped: Buffer, keys: MasterKeys, boundTo: string): Buffer {
  const [version] = wrapped;
  if (version !== NAMED) throw unknownVersion(version);
  const name = wrapped.subarray(1, 1 + NAME_BYTES).toString('hex');
  const key = keys.all.find((candidate) => candidate.name === name);
  if (key === undefined) throw new MasterKeyMissing(name);
  return decrypt(wrapped.subarray(1 + NAME_BYTES), key.bytes, boundTo);
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

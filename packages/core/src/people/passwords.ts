import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../platform/errors/domain-error.js';

/** OWASP's recommendation for scrypt. Needs 128 MiB for a fraction of a second. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const MAX_MEMORY = 160 * 1024 * 1024;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const MAX_AT_ONCE = 2;
/** More would wait for longer than people do. */
const MAX_WAITING = 50;

let running = 0;
const waiting: (() => void)[] = [];

/** Hashes a password for storage: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), hash.toString('base64')].join('$');
}

/**
 * Whether a password matches a stored hash. Without one, as for an unknown e-mail address, it takes the same time and
 * returns false.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = (stored ?? '').split('$');
  if (stored === null) {
    await derive(password, randomBytes(SALT_BYTES), COST);
    return false;
  }
  const expected = Buffer.from(hash, 'base64');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const given = await derive(password, Buffer.from(salt, 'base64'), cost);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The password in the normal form of Unicode: keyboards compose the same character differently. */
async function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  await place();
  try {
    return await new Promise((resolve, reject) => {
      const options = { ...cost, maxmem: MAX_MEMORY };
      scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) => {
        if (error === null) resolve(key);
        else reject(error);
      });
    });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/**
 * Resolves when fewer than MAX_AT_ONCE derivations run, which bounds memory and leaves threads for other work. Throws
 * `unavailable` when many wait.
 */
async function place(): Promise<void> {
  if (waiting.length >= MAX_WAITING) {
    throw new DomainError('unavailable', 'Too many people sign in at once. Try again.');
  }
  while (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
}

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { FairSemaphore } from '../platform/limits/fair-semaphore.js';
import { networkOf } from '../security/failed-authentication.js';

/** OWASP's recommendation for scrypt. Needs 128 MiB for a fraction of a second. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const MAX_MEMORY = 160 * 1024 * 1024;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** Two at once, to bound memory and to leave threads for other work. Forty networks that take turns wait for some seconds. */
const LIMITS = { atOnce: 2, waiting: 200, waitingEach: 5 };

const semaphore = new FairSemaphore(LIMITS, 'Too many people sign in at once. Try again.');

/** Hashes a password for storage: `scrypt$N$r$p$salt$hash`. The address is that of the client. */
export async function hashPassword(password: string, address: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST, address);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), hash.toString('base64')].join('$');
}

/**
 * Whether a password matches a stored hash. Without one, as for an unknown e-mail address, it takes the same time and
 * returns false.
 */
export async function verifyPassword(password: string, stored: string | null, address: string): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = (stored ?? '').split('$');
  if (stored === null) {
    await derive(password, randomBytes(SALT_BYTES), COST, address);
    return false;
  }
  const expected = Buffer.from(hash, 'base64');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const given = await derive(password, Buffer.from(salt, 'base64'), cost, address);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The password in the normal form of Unicode: keyboards compose the same character differently. */
function derive(password: string, salt: Buffer, cost: typeof COST, address: string): Promise<Buffer> {
  const options = { ...cost, maxmem: MAX_MEMORY };
  return semaphore.run(
    networkOf(address),
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) => {
          if (error === null) resolve(key);
          else reject(error);
        });
      }),
  );
}

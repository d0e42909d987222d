import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { Peppers } from '../platform/crypto/peppers.js';
import type { Database } from '../platform/database/database.js';
import { Authenticator } from './authenticator.js';
import { generateApiKey } from './keys/api-key-format.js';

const [older, newer] = [randomBytes(32), randomBytes(32)];
const peppers = new Peppers([newer, older]);
const key = generateApiKey('test', 0);

/** Authenticates the key while the look-up finds a row with a hash. */
function authenticated(hash: Buffer): Promise<unknown> {
  const row = { id: '1', hash, pepper: peppers.first.name, scopes: ['*'], key_cidrs: [], environment_id: 1 };
  const database = { forAuthentication: () => ({ run: () => Promise.resolve([row]) }) } as unknown as Database;
  return new Authenticator(database, peppers, 30).authenticate(key);
}

it('row 25: takes a row only if its hash is the HMAC of the key under one of the peppers', async () => {
  for (const hash of peppers.hashes(key)) expect(await authenticated(hash)).toMatchObject({ identity: {} });
  const other = peppers.hash(generateApiKey('test', 0));
  for (const hash of [other, peppers.hash(key).subarray(1), Buffer.alloc(0)]) {
    expect(await authenticated(hash)).toBeUndefined();
  }
});

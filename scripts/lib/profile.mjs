import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from './run-command.mjs';

/**
 * Keys of an installation with its own Postgres, in DATA_DIR/keys.json: masterKey and apiKeyPepper, created here, and
 * the account with its keys once it exists.
 */
export async function openKeys(dataDir, environment = process.env) {
  const kept = await readKeys(dataDir);
  const keys = {
    ...kept,
    masterKey: kept.masterKey ?? environment.MASTER_KEY ?? randomBytes(32).toString('base64'),
    apiKeyPepper: kept.apiKeyPepper ?? environment.API_KEY_PEPPER ?? randomBytes(32).toString('base64'),
  };
  refuseOther('MASTER_KEY', keys.masterKey, environment, dataDir);
  refuseOther('API_KEY_PEPPER', keys.apiKeyPepper, environment, dataDir);
  if (kept.masterKey === undefined) await saveKeys(dataDir, keys);
  return keys;
}

export async function readKeys(dataDir) {
  return JSON.parse(await readFile(keysFile(dataDir), 'utf8').catch(() => '{}'));
}

export async function saveKeys(dataDir, keys) {
  const draft = `${keysFile(dataDir)}.draft`;
  await writeFile(draft, `${JSON.stringify(keys, undefined, 2)}\n`, { mode: 0o600 });
  await rename(draft, keysFile(dataDir));
}

/** With an external Postgres, the keys must be set as well. */
export function requireOwnKeys(environment = process.env) {
  const missing = ['MASTER_KEY', 'API_KEY_PEPPER'].filter((name) => !environment[name] && !environment[`${name}_FILE`]);
  if (missing.length === 0) return;
  throw new Refusal(
    `DATABASE_URL is set, so ${missing.join(' and ')} must be set too: 32 random bytes in base64 each, the same at ` +
      'every start. `openssl rand -base64 32` makes one.',
  );
}

function refuseOther(name, kept, environment, dataDir) {
  if (!environment[name] || environment[name] === kept) return;
  throw new Refusal(`${name} differs from the one in ${keysFile(dataDir)}, which encrypts the data there.`);
}

function keysFile(dataDir) {
  return join(dataDir, 'keys.json');
}

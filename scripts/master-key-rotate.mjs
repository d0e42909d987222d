// `npm run master-key:rotate`: encrypts all stored secrets with the first key of MASTER_KEY, while the service runs.
// With the Postgres of `npm start` it first creates that key, and finally removes the old one.
import { randomBytes } from 'node:crypto';
import { parseOrExit, runBuilt } from './lib/command-line.mjs';
import { findDatabase } from './lib/find-database.mjs';
import { dataDir } from './lib/paths.mjs';
import { readKeys, saveKeys } from './lib/profile.mjs';
import { Refusal } from './lib/run-command.mjs';

parseOrExit('Usage: npm run master-key:rotate', { options: {} });
const say = (line) => console.log(line);
const embedded = !process.env.DATABASE_URL && !process.env.DATABASE_URL_FILE;
await runBuilt(['packages/core', 'packages/embedded'], async () => {
  const keys = embedded ? await readKeys(dataDir()) : undefined;
  if (keys?.masterKey !== undefined && !keys.masterKey.includes(',')) await addKey(keys);
  else await rotate(keys);
});

async function addKey(keys) {
  await saveKeys(dataDir(), { ...keys, masterKey: `${randomBytes(32).toString('base64')},${keys.masterKey}` });
  say(`${dataDir()}/keys.json now contains a new master key in front of the old one.`);
  say('Stop npm start and start it again, so that it knows both keys. Then run this command again.');
}

async function rotate(keys) {
  const { databaseUrl } = await findDatabase();
  const { rotateMasterKey, withSecretFiles } = await import('@svc/core');
  const masterKey = keys?.masterKey ?? withSecretFiles(process.env).MASTER_KEY;
  if (!masterKey)
    throw new Refusal('DATABASE_URL is set, so MASTER_KEY must be set too: the new key, a comma, the old one.');
  const { keyName, unready, columns } = await rotateMasterKey({ databaseUrl, masterKey });
  if (unready.length > 0) {
    throw new Refusal(
      `A connected process does not have ${keyName} as its first master key. Restart all processes with it, then run this ` +
        `command again. Nothing was changed. Connections to Postgres without it: ${unready.join('; ')}`,
    );
  }
  for (const { secrets, done, rewrapped } of columns) {
    say(`${done} ${secrets} use ${keyName}, ${rewrapped} of them changed now`);
  }
  if (columns.some(({ left }) => left > 0)) throw new Refusal(columns.flatMap(complaint).join('\n'));
  if (keys === undefined)
    say(`No secret needs another key. From the next start on, MASTER_KEY can be ${keyName} alone.`);
  else await dropOthers(keys, keyName);
}

async function dropOthers(keys, keyName) {
  const [first] = keys.masterKey.split(',');
  await saveKeys(dataDir(), { ...keys, masterKey: first });
  say(`No secret needs another key. ${dataDir()}/keys.json now contains only ${keyName}, from the next start on.`);
}

function complaint({ secrets, left, unreadable: { rows, keyNames, examples } }) {
  if (left === 0) return [];
  if (rows === 0)
    return [`${left} ${secrets} do not, because they were written or locked in the meantime. Run this command again.`];
  const names = keyNames.size === 0 ? '' : `; it lacks ${[...keyNames].join(', ')}`;
  const rowsOf = examples.map(({ environmentId, id }) => `(${environmentId}, ${id})`).join(', ');
  return [
    `${rows} ${secrets} do not, because MASTER_KEY cannot decrypt them${names}. Rows (environment_id, id): ${rowsOf}`,
  ];
}

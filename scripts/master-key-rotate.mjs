// `npm run master-key:rotate`: puts all stored secrets under the first key of MASTER_KEY, while the service runs. With the
// Postgres of `npm start` it makes that key first, and takes the old one away in the end.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { findDatabase } from './lib/find-database.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { dataDir } from './lib/paths.mjs';
import { readKeys, saveKeys } from './lib/profile.mjs';
import { Refusal } from './lib/run-command.mjs';

readOptions();
const say = (line) => console.log(line);
const embedded = !process.env.DATABASE_URL;
try {
  await ensureInstalled({ say: console.error });
  await ensureBuilt(['packages/core', 'packages/embedded'], { say: console.error });
  const keys = embedded ? await readKeys(dataDir()) : undefined;
  if (keys?.masterKey !== undefined && !keys.masterKey.includes(',')) await addKey(keys);
  else await rotate(keys);
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}

function readOptions() {
  try {
    parseArgs({ options: {} });
  } catch (error) {
    console.error(`${error.message}\nUsage: npm run master-key:rotate`);
    process.exit(2);
  }
}

async function addKey(keys) {
  await saveKeys(dataDir(), { ...keys, masterKey: `${randomBytes(32).toString('base64')},${keys.masterKey}` });
  say(`A new master key stands in front of the old one in ${dataDir()}/keys.json.`);
  say('End npm start and start it again, so that it knows both; then run this command once more.');
}

async function rotate(keys) {
  const { databaseUrl } = await findDatabase();
  const masterKey = keys?.masterKey ?? process.env.MASTER_KEY;
  if (!masterKey)
    throw new Refusal('DATABASE_URL is set, so MASTER_KEY must be set too: the new key, a comma, the old one.');
  const { rotateMasterKey } = await import('@svc/core');
  const { keyName, ready, columns } = await rotateMasterKey({ databaseUrl, masterKey }).catch(inWords);
  if (!ready) {
    throw new Refusal(
      `A process is connected that does not have ${keyName} as its first master key. Start all of them anew with it, and ` +
        'then run this command once more. Nothing was changed.',
    );
  }
  for (const { secrets, done, rewrapped } of columns) {
    say(`${done} ${secrets} are under ${keyName}, ${rewrapped} of them since now`);
  }
  if (columns.some(({ left }) => left > 0)) throw new Refusal(columns.flatMap(complaint).join('\n'));
  if (keys === undefined)
    say(`No secret needs another key: MASTER_KEY can be ${keyName} alone from the next start on.`);
  else await dropOthers(keys, keyName);
}

/** What is wrong with the key, without the key. */
function inWords(error) {
  if (error?.name === 'ZodError') throw new Refusal(`MASTER_KEY: ${error.issues[0].message}`);
  throw error;
}

async function dropOthers(keys, keyName) {
  const [first] = keys.masterKey.split(',');
  await saveKeys(dataDir(), { ...keys, masterKey: first });
  say(
    `No secret needs another key: ${dataDir()}/keys.json holds ${keyName} alone, which counts from the next start on.`,
  );
}

function complaint({ secrets, left, unreadable: { rows, keyNames, examples } }) {
  if (left === 0) return [];
  if (rows === 0)
    return [`${left} ${secrets} are not, since they were written or held meanwhile: run this command once more.`];
  const names = keyNames.size === 0 ? '' : `; it lacks ${[...keyNames].join(', ')}`;
  const rowsOf = examples.map(({ environmentId, id }) => `(${environmentId}, ${id})`).join(', ');
  return [
    `${rows} ${secrets} are not, since MASTER_KEY does not open them${names}. Rows, by environment_id and id: ${rowsOf}`,
  ];
}

// `npm run account:create -- --tier pro [--name "Acme"] [--json]`: an account with a test and a live key, shown once.
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { findDatabase } from './lib/find-database.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { Refusal } from './lib/run-command.mjs';

const tiers = ['free', 'pro', 'enterprise'];
const usage = `Usage: npm run account:create -- --tier ${tiers.join('|')} [--name <name>] [--json]`;

const options = readOptions();
// The last line of the output is the answer; what happens on the way goes elsewhere.
const say = (line) => console.error(line);
try {
  await ensureInstalled({ say });
  await ensureBuilt(['packages/core', 'packages/embedded'], { say });
  const target = await findDatabase();
  const { createAccount, migrate } = await import('@svc/core');
  await migrate(target.databaseUrl);
  const account = await createAccount({ ...target, tier: options.tier, name: options.name });
  console.log(options.json ? JSON.stringify(pick(account)) : readable(pick(account)));
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { tier: { type: 'string' }, name: { type: 'string' }, json: { type: 'boolean', default: false } },
    });
    if (tiers.includes(values.tier)) return values;
    console.error(values.tier === undefined ? 'A tier is needed.' : 'There is no such tier.');
  } catch (error) {
    console.error(error.message);
  }
  console.error(usage);
  process.exit(2);
}

function pick({ accountId, tier, testKey, liveKey }) {
  return { accountId, tier, testKey, liveKey };
}

function readable({ accountId, tier, testKey, liveKey }) {
  return [
    `Account   ${accountId} (${tier})`,
    `Test key  ${testKey}`,
    `Live key  ${liveKey}`,
    'The keys are shown this once: only their hashes are stored.',
  ].join('\n');
}

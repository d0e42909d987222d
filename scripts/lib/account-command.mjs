import { parseOrExit, runBuilt } from './command-line.mjs';
import { findDatabase } from './find-database.mjs';

/**
 * Runs a command on accounts: parses its options, finds and migrates the database, and calls `work`. The last line of
 * standard output is the result, as JSON with `--json`; progress goes to standard error. `complaint` returns what is
 * wrong with the options, if anything.
 */
export async function runAccountCommand({ usage, options, complaint, work, readable }) {
  const config = { options: { ...options, json: { type: 'boolean', default: false } } };
  const values = parseOrExit(usage, config, (parsed) => {
    const wrong = accountComplaint(parsed.values) ?? complaint(parsed.values);
    if (wrong !== undefined) throw new Error(wrong);
    return parsed.values;
  });
  await runBuilt(['packages/core', 'packages/embedded'], async () => {
    const target = await findDatabase();
    const core = await import('@svc/core');
    await core.prepareDatabase({
      DATABASE_URL: target.databaseUrl,
      CELL: process.env.CELL ? core.readSetting('CELL', process.env) : undefined,
      MIGRATE_ON_BOOT: core.readSetting('MIGRATE_ON_BOOT', process.env),
    });
    const result = await work(core, target, values);
    console.log(values.json ? JSON.stringify(result) : readable(result));
  });
}

function accountComplaint({ account }) {
  if (account === undefined || /^acct_\d{1,19}$/.test(account)) return undefined;
  return '--account must look like acct_1027.';
}

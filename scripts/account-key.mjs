// `npm run account:key -- --account acct_1 --mode live [--json]`: a lasting key with every scope, for an account that has
// lost its own. The account's audit log tells of it.
import { runAccountCommand } from './lib/account-command.mjs';
import { Refusal } from './lib/run-command.mjs';

const modes = ['test', 'live'];

await runAccountCommand({
  usage: `Usage: npm run account:key -- --account acct_<digits> --mode ${modes.join('|')} [--json]`,
  options: { account: { type: 'string' }, mode: { type: 'string' } },
  complaint({ account, mode }) {
    if (account === undefined) return 'An account is needed.';
    if (!/^acct_\d{1,19}$/.test(account)) return 'An account looks like acct_249803977489656832.';
    if (mode === undefined) return 'A mode is needed.';
    return modes.includes(mode) ? undefined : 'There is no such mode.';
  },
  async work({ issueKey }, target, { account, mode }) {
    const issued = await issueKey({ ...target, accountId: account, mode });
    if (issued === undefined) throw new Refusal(`There is no account ${account} in this database.`);
    return issued;
  },
  readable: ({ accountId, mode, keyId, key, allowedCidrs }) =>
    [
      `Account  ${accountId} (${mode})`,
      `Key      ${key} (${keyId})`,
      ...(allowedCidrs.length > 0 ? [`The account admits it only from ${allowedCidrs.join(', ')}.`] : []),
      'It has every scope and does not expire. It is shown this once: only its hash is stored.',
    ].join('\n'),
});

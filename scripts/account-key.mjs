// `npm run account:key -- --account acct_1 --mode live [--json]`: creates a permanent key with every scope for an
// account that has lost its keys. The account's audit log records it.
import { runAccountCommand } from './lib/account-command.mjs';
import { Refusal } from './lib/run-command.mjs';

const modes = ['test', 'live'];

await runAccountCommand({
  usage: `Usage: npm run account:key -- --account acct_<digits> --mode ${modes.join('|')} [--json]`,
  options: { account: { type: 'string' }, mode: { type: 'string' } },
  complaint({ account, mode }) {
    if (account === undefined) return '--account is required.';
    if (mode === undefined) return '--mode is required.';
    return modes.includes(mode) ? undefined : 'This mode does not exist.';
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
      ...(allowedCidrs.length > 0 ? [`The account only allows it from ${allowedCidrs.join(', ')}.`] : []),
      'It has every scope and does not expire. It is only shown once. Only its hash is stored.',
    ].join('\n'),
});

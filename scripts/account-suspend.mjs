// `npm run account:suspend -- --account acct_1 [--lift] [--json]`: the keys, people and payment pages of the account are
// refused until `--lift`. The account's audit log records both.
import { runAccountCommand } from './lib/account-command.mjs';
import { Refusal } from './lib/run-command.mjs';

await runAccountCommand({
  usage: 'Usage: npm run account:suspend -- --account acct_<digits> [--lift] [--json]',
  options: { account: { type: 'string' }, lift: { type: 'boolean', default: false } },
  complaint: ({ account }) => (account === undefined ? '--account is required.' : undefined),
  async work({ suspendAccount }, target, { account, lift }) {
    const suspension = await suspendAccount({ ...target, accountId: account, isSuspended: !lift });
    if (suspension === undefined) throw new Refusal(`There is no account ${account} in this database.`);
    return suspension;
  },
  readable: ({ accountId, name, suspendedAt, changed }) =>
    [
      `Account    ${accountId} (${name})`,
      `Suspended  ${suspendedAt ?? 'no'}${changed ? '' : ' (as before)'}`,
      ...(changed ? ['It takes effect within three seconds.'] : []),
    ].join('\n'),
});

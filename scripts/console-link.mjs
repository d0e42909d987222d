// `npm run console:link -- --email ada@example.com --role owner [--account acct_1] [--reset-totp] [--json]`: creates a
// link to the console that works once and for ten minutes. It signs in the member with the address, or lets the person
// join. `--reset-totp` removes the authenticator app of the member, and ends their sessions.
import { runAccountCommand } from './lib/account-command.mjs';
import { dataDir } from './lib/paths.mjs';
import { Refusal } from './lib/run-command.mjs';
import { runningApi } from './lib/running.mjs';

const roles = ['owner', 'developer', 'support', 'approver', 'finance', 'viewer'];

await runAccountCommand({
  usage: `Usage: npm run console:link -- --email <address> --role ${roles.join('|')} [--account acct_<digits>] [--reset-totp] [--json]`,
  options: {
    account: { type: 'string' },
    email: { type: 'string' },
    role: { type: 'string' },
    'reset-totp': { type: 'boolean' },
  },
  complaint({ email, role }) {
    if (email === undefined) return '--email is required.';
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return '--email must be an e-mail address.';
    if (role === undefined) return '--role is required.';
    return roles.includes(role) ? undefined : 'This role does not exist.';
  },
  async work({ createConsoleLink }, target, { account = target.accountId, email, role, 'reset-totp': resetTotp }) {
    if (account === undefined)
      throw new Refusal('--account is required: the service does not run its own Postgres here.');
    const token = await createConsoleLink({ ...target, accountId: account, person: { email, role }, resetTotp });
    if (token === undefined) {
      const member = resetTotp ? `, or it has no member ${email}` : '';
      throw new Refusal(`There is no account ${account} in this database${member}.`);
    }
    return { accountId: account, email, role, url: `${await baseUrl()}/console/welcome#${token}` };
  },
  readable: ({ accountId, email, role, url }) =>
    [
      `Account  ${accountId}`,
      `Person   ${email} (${role})`,
      `Link     ${url}`,
      'It works once and for ten minutes. Give it to this person only.',
    ].join('\n'),
});

/** Where people reach the service: PUBLIC_URL, the running `npm start`, or the default address. */
async function baseUrl() {
  const { PUBLIC_URL, PORT = '3000' } = process.env;
  const url = PUBLIC_URL || (await runningApi(dataDir())) || `http://127.0.0.1:${PORT}`;
  return url.replace(/\/+$/, '');
}

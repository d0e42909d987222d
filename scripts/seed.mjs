// `npm run seed -- --payments 10000000 [--accounts 10]`: generates payments of the past year, for tests with much data.
import { parseOrExit, runBuilt } from './lib/command-line.mjs';
import { findDatabase } from './lib/find-database.mjs';

const usage = `Usage: npm run seed -- --payments <number> [--accounts 10] [--force] [--json]

Fills the test environments of new accounts in the database of DATABASE_URL, or of the running npm start. Requests wait
during that time, or are refused. A database with live payments is only seeded with --force.`;

const options = parseOrExit(
  usage,
  {
    options: {
      payments: { type: 'string' },
      accounts: { type: 'string', default: '10' },
      force: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  },
  ({ values }) => ({
    ...values,
    payments: positive('payments', values.payments),
    accounts: positive('accounts', values.accounts),
  }),
);
// Standard output only has the result. Progress goes to standard error.
const say = (line) => console.error(line);
await runBuilt(['packages/core', 'packages/benchmarks'], async () => {
  const target = await findDatabase();
  const [{ createAccount, migrate }, { seed }] = await Promise.all([import('@svc/core'), import('@svc/benchmarks')]);
  const started = performance.now();
  const accounts = await seed({ ...target, ...options, say }, { createAccount, migrate });
  say(`Seeded in ${Math.round((performance.now() - started) / 1_000)} s.`);
  console.log(options.json ? JSON.stringify(accounts) : readable(accounts));
});

function positive(name, text) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} must be a whole number above 0`);
  return number;
}

function readable(accounts) {
  return [
    'Test keys, the account with the most payments first; they are only shown once:',
    ...accounts.map(({ accountId, testKey }) => `  ${accountId}  ${testKey}`),
  ].join('\n');
}

// `npm run account:create -- --tier pro [--name "Acme"] [--json]`: creates an account with a test and a live key, shown
// once.
import { runAccountCommand } from './lib/account-command.mjs';

const tiers = ['free', 'pro', 'enterprise'];

await runAccountCommand({
  usage: `Usage: npm run account:create -- --tier ${tiers.join('|')} [--name <name>] [--json]`,
  options: { tier: { type: 'string' }, name: { type: 'string' } },
  complaint({ tier }) {
    if (tiers.includes(tier)) return undefined;
    return tier === undefined ? '--tier is required.' : 'This tier does not exist.';
  },
  async work({ createAccount }, target, options) {
    const { accountId, tier, testKey, liveKey } = await createAccount({ ...target, ...options });
    return { accountId, tier, testKey, liveKey };
  },
  readable: ({ accountId, tier, testKey, liveKey }) =>
    [
      `Account   ${accountId} (${tier})`,
      `Test key  ${testKey}`,
      `Live key  ${liveKey}`,
      'The keys are only shown once. Only their hashes are stored.',
    ].join('\n'),
});

// `npm run account:create -- --tier pro [--name "Acme"] [--json]`: creates an account with a test and a live key, shown
// once.
import { runAccountCommand } from './lib/account-command.mjs';

const tiers = ['free', 'pro', 'enterprise'];
const NAME =
  /^(?=.{1,200}$)[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*[\p{L}\p{N}\p{P}\p{S}][^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;

await runAccountCommand({
  usage: `Usage: npm run account:create -- --tier ${tiers.join('|')} [--name <name>] [--json]`,
  options: { tier: { type: 'string' }, name: { type: 'string' } },
  complaint({ tier, name }) {
    if (tier === undefined) return '--tier is required.';
    if (!tiers.includes(tier)) return 'This tier does not exist.';
    return name === undefined || NAME.test(name)
      ? undefined
      : '--name must have 1 to 200 characters, one of them visible, and no line breaks or other control characters.';
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

// Prints where Stripe's own mock of its API is, and installs it if necessary. `--missing` prints what it needs and this
// machine lacks, or nothing.
import { ensureGoTool, missingGo } from './go.mjs';
import { Refusal } from './run-command.mjs';

/** The release whose API version is that of the `stripe` package. */
const STRIPE_MOCK = { name: 'stripe-mock', module: 'github.com/stripe/stripe-mock', version: 'v0.203.0' };

try {
  if (process.argv.includes('--missing')) console.log(missingGo().join(', '));
  else console.log(await ensureGoTool(STRIPE_MOCK, { command: { stdio: ['ignore', 'ignore', 'inherit'] } }));
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}

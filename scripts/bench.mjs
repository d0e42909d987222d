// `npm run bench -- <scenario> [options]`: installs and builds what is missing, and runs a benchmark. The last line is
// the result.
import { spawnSync } from 'node:child_process';
import { bundle, programs } from './lib/bundle.mjs';
import { copySql } from './lib/copy-sql.mjs';
import { installFirst } from './lib/install.mjs';
import { root } from './lib/paths.mjs';

await installFirst();
const built = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b'], {
  cwd: root,
  stdio: ['ignore', process.stderr, process.stderr],
});
if (built.status !== 0) process.exit(1);
await copySql();
await bundle(programs);

// Benchmarks import no server code; they get these functions from here.
const [{ main }, { createAccount, migrate }] = await Promise.all([import('@svc/benchmarks'), import('@svc/core')]);
process.exitCode = await main(process.argv.slice(2), { createAccount, migrate });

// Fails when a part of the service has another version than package.json, or a client library than its changelog, and
// when a changelog does not mention a new operation.
import { root } from './lib/paths.mjs';
import { unmentionedOperations } from './lib/release/new-operations.mjs';
import { versionFaults } from './lib/release/versions.mjs';
import { sayError } from './lib/run-command.mjs';

const versions = await versionFaults(root);
const operations = await unmentionedOperations(root).catch((error) => [sayError(error)]);
for (const fault of [...versions, ...operations]) console.error(fault);
if (versions.length > 0)
  console.error('`npm run release:prepare -- <version>` writes the version of the service everywhere.');
process.exitCode = versions.length + operations.length === 0 ? 0 : 1;

// Fails when a part of the service has another version than package.json, or a client library than its changelog.
import { root } from './lib/paths.mjs';
import { versionFaults } from './lib/release/versions.mjs';

const faults = await versionFaults(root);
for (const fault of faults) console.error(fault);
if (faults.length > 0)
  console.error('`npm run release:prepare -- <version>` writes the version of the service everywhere.');
process.exitCode = faults.length === 0 ? 0 : 1;

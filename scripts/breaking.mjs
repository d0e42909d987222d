// Fails when openapi/openapi.json breaks clients of the released contract: openapi/baseline.json, or with
// `--since <tag>` the contract at that tag.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { asLine, breakingChanges } from './lib/breaking/compare.mjs';
import { ensureOasdiff } from './lib/breaking/oasdiff.mjs';
import { missingGo } from './lib/go.mjs';
import { root } from './lib/paths.mjs';
import { SKIPPED } from './lib/run-command.mjs';

const { since } = parseArgs({ options: { since: { type: 'string' } } }).values;
const readTree = (name) => readFile(join(root, 'openapi', name), 'utf8');
const readTag = () =>
  execFileSync('git', ['show', `${since}:openapi/openapi.json`], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
const base = JSON.parse(since === undefined ? await readTree('baseline.json') : readTag());
const revision = JSON.parse(await readTree('openapi.json'));
const missing = missingGo();
const found = await breakingChanges(base, revision, missing.length > 0 ? null : await ensureOasdiff());

if (found.length > 0) {
  console.error(`openapi.json breaks clients of the released contract (${found.length}):`);
  for (const each of found) console.error(`  ${asLine(each)}`);
  console.error('Keep what clients use. Add the new part next to it, and deprecate the old one with an x-sunset.');
  console.error('To accept the breaking change, run `npm run release:contract -- --major`.');
  process.exitCode = 1;
} else if (missing.length > 0) {
  console.error(
    `needs ${missing.join(', ')}, which is not installed here; only the contract's extensions were compared`,
  );
  process.exitCode = process.env.CI ? 1 : SKIPPED;
} else {
  console.log('breaking: no breaking change');
}

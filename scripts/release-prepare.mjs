// `npm run release:prepare -- <version> [--major]`: makes the current contract the released one, writes the version
// everywhere, and dates the unreleased entries of the changelog. `--major` accepts a breaking change of the contract.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { missingGo } from './lib/go.mjs';
import { installFirst } from './lib/install.mjs';
import { root } from './lib/paths.mjs';
import { Refusal, runCommand, sayError } from './lib/run-command.mjs';

const USAGE = 'Usage: npm run release:prepare -- <version> [--major]';

await installFirst();
const { ensureOasdiff } = await import('./lib/breaking/oasdiff.mjs');
const { releaseContract } = await import('./lib/breaking/release.mjs');
const { isVersion } = await import('./lib/release/preconditions.mjs');
const { notesOf, unreleasedNotes, withRelease } = await import('./lib/release/changelog.mjs');
const { stepFault } = await import('./lib/release/version-order.mjs');
const { serviceVersion, setVersion } = await import('./lib/release/versions.mjs');

let writing = false;
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { major: { type: 'boolean', default: false } },
  });
  const [version] = positionals;
  if (!isVersion(version) || positionals.length > 1) throw new Refusal(USAGE);
  const fault = stepFault({ current: await serviceVersion(root), version, major: values.major });
  if (fault !== undefined) throw new Refusal(fault);
  const changelog = join(root, 'CHANGELOG.md');
  const text = await readFile(changelog, 'utf8');
  if (notesOf(text, version) !== undefined) throw new Refusal(`CHANGELOG.md already has the section ${version}.`);
  if (unreleasedNotes(text) === undefined) {
    throw new Refusal('CHANGELOG.md has no entry under "## Unreleased". Describe the changes for users there.');
  }
  const [missing] = missingGo();
  if (missing !== undefined) throw new Refusal(`A release compares the contract with oasdiff, which needs ${missing}.`);
  await releaseContract({ folder: root, oasdiff: await ensureOasdiff(), major: values.major });
  writing = true;
  await setVersion(root, version);
  await writeFile(changelog, withRelease(text, version, new Date().toISOString().slice(0, 10)));
  const code = await runCommand(process.execPath, ['scripts/generate.mjs']);
  if (code !== 0) throw new Refusal('The generator failed; see above.');
  await writeFile(join(root, 'openapi', 'baseline.json'), await readFile(join(root, 'openapi', 'openapi.json')));
  console.log(
    `Everything has the version ${version}. Read the changes, commit them, and run \`npm run release -- ${version}\`.`,
  );
} catch (error) {
  console.error(String(error.code).startsWith('ERR_PARSE_ARGS') ? `${error.message}\n${USAGE}` : sayError(error));
  if (writing) console.error('The tree is half prepared. To go back, run `git checkout .`.');
  process.exitCode = 1;
}

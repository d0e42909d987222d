// Makes the current contract the released one, with which later changes are compared.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unreleasedNotes } from '../release/changelog.mjs';
import { Refusal } from '../run-command.mjs';
import { asLine, breakingChanges } from './compare.mjs';

/**
 * Copies openapi.json over baseline.json and returns a message, or throws a Refusal.
 * @param {{ folder: string, oasdiff: string, major: boolean }} options folder: the root of the repository
 */
export async function releaseContract({ folder, oasdiff, major }) {
  const { stdout } = await promisify(execFile)('git', ['status', '--porcelain'], { cwd: folder });
  if (stdout.trim() !== '') throw new Refusal(`Commit or stash your changes first:\n${stdout.trimEnd()}`);

  const baseline = join(folder, 'openapi', 'baseline.json');
  const [base, revision] = await Promise.all(
    [baseline, join(folder, 'openapi', 'openapi.json')].map((path) => readFile(path, 'utf8')),
  );
  if (base === revision) return 'The contract has not changed since its release.';

  const found = await breakingChanges(JSON.parse(base), JSON.parse(revision), oasdiff);
  if (found.length > 0 && !major) {
    const lines = found.map((each) => `  ${asLine(each)}`).join('\n');
    throw new Refusal(`The contract breaks clients of the released one:\n${lines}\nTo release it anyway, add --major.`);
  }
  if (unreleasedNotes(await readFile(join(folder, 'CHANGELOG.md'), 'utf8')) === undefined) {
    throw new Refusal('The contract has changed. Describe the change for users under "## Unreleased" in CHANGELOG.md.');
  }
  await writeFile(baseline, revision);
  const breaks = found.length > 0 ? `, with ${found.length} breaking change${found.length === 1 ? '' : 's'}` : '';
  return `openapi/baseline.json is now openapi/openapi.json${breaks}. Commit it.`;
}

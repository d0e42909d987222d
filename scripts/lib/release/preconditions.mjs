// What must hold before a release is built. Each refusal names what is wrong and what to do.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { notesOf, unreleasedNotes } from './changelog.mjs';
import { compareVersions, mayBreak } from './version-order.mjs';
import { serviceVersion, versionFaults } from './versions.mjs';

/** Semantic versions, without build metadata: a tag of an image cannot have any. */
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

const BREAKING =
  'A breaking change needs `npm run release:prepare -- <version> --major`. Without Go, it cannot be excluded.';

/** The branch from which releases are made. */
const BRANCH = 'main';

/** @param {string | undefined} version */
export function isVersion(version) {
  return version !== undefined && VERSION.test(version);
}

/**
 * The refusals that need only the files and Git. For a dry run, those that only matter to a release are in `forRelease`.
 */
export async function refusalsOf({ folder, version, dryRun }) {
  const git = async (...args) => (await promisify(execFile)('git', args, { cwd: folder })).stdout.trimEnd();
  const read = (file) => readFile(join(folder, file), 'utf8');
  const refusals = [];
  const forRelease = dryRun ? [] : refusals;
  const refuse = (reason, remedy, list = refusals) => list.push(`${reason}\n  ${remedy}`);

  const changed = await git('status', '--porcelain');
  if (changed !== '')
    refuse(`The tree has changes:\n    ${changed.replaceAll('\n', '\n    ')}`, 'Commit or stash them.');
  const branch = await git('rev-parse', '--abbrev-ref', 'HEAD');
  if (branch !== BRANCH) refuse(`The branch is ${branch}.`, `Switch to ${BRANCH}.`, forRelease);
  if ((await git('tag', '--list', tagOf(version))) !== '') {
    refuse(`The tag ${tagOf(version)} exists.`, 'Choose the next version. A release is never replaced.', forRelease);
  }
  if ((await git('var', 'GIT_COMMITTER_IDENT').catch(() => undefined)) === undefined) {
    const remedy = 'Set `git config user.name` and `git config user.email`.';
    refuse('Git does not know who sets the tag.', remedy, forRelease);
  }

  const current = await serviceVersion(folder);
  const prepare = `Run \`npm run release:prepare -- ${version}\`, and commit.`;
  if (current !== version) refuse(`package.json has the version ${current}, not ${version}.`, prepare);
  const faults = await versionFaults(folder);
  if (faults.length > 0)
    refuse(`The versions differ:\n    ${faults.join('\n    ')}`, 'Write the expected versions, and commit.');

  const changelog = await read('CHANGELOG.md');
  const entry = notesOf(changelog, version);
  const notes = entry ?? (dryRun ? unreleasedNotes(changelog) : undefined);
  if (entry === undefined)
    refuse(`CHANGELOG.md has no entry for ${version}.`, prepare, notes === undefined ? refusals : forRelease);
  if ((await read('openapi/baseline.json')) !== (await read('openapi/openapi.json'))) {
    const reason = 'The contract is not the released one: openapi/baseline.json differs from openapi/openapi.json.';
    refuse(reason, prepare, forRelease);
  }
  return { refusals, forRelease: dryRun ? forRelease : [], notes };
}

/**
 * The commands that must succeed, with what to do if one does not, and why one is left out. A release is compared with
 * the contract of the last one: its own baseline is already its own contract.
 */
export async function checksOf({ folder, version, dryRun }) {
  const generated = {
    ...{ name: 'generated files', script: ['scripts/generate.mjs', '--check'] },
    remedy: 'Run `npm run generate`, and commit.',
  };
  const contract = { name: 'contract', script: ['scripts/breaking.mjs'], remedy: BREAKING };
  if (dryRun) return [generated, contract];
  const last = await lastTag(folder);
  if (last === undefined) return [generated, { ...contract, skipped: 'There is no earlier release.' }];
  if (mayBreak(last.slice(1), version)) return [generated, { ...contract, skipped: `${version} may break ${last}.` }];
  return [generated, { ...contract, script: ['scripts/breaking.mjs', '--since', last] }];
}

/** The tag of the release before this commit. */
async function lastTag(folder) {
  const { stdout } = await promisify(execFile)('git', ['tag', '--list', 'v*', '--merged', 'HEAD'], { cwd: folder });
  const versions = stdout.split('\n').map((tag) => tag.slice(1));
  const last = versions.filter(isVersion).sort(compareVersions).at(-1);
  return last === undefined ? undefined : tagOf(last);
}

/** @param {string} version */
export function tagOf(version) {
  return `v${version}`;
}

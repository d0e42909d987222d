import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../paths.mjs';
import { notesOf, unreleasedNotes, withRelease } from './changelog.mjs';
import { checksOf, isVersion, refusalsOf } from './preconditions.mjs';
import { setVersion, versionedFiles } from './versions.mjs';

const VERSION = '7.0.0';
const RELEASED = `# Changelog\n\n## Unreleased\n\n## ${VERSION} - 2026-11-26\n\n- All of it.\n\n## 6.0.0 - 2026-01-01\n\n- Old.\n`;

describe('a release is refused', () => {
  let folder = '';
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: folder });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-release-'));
    for (const file of await versionedFiles(root)) await cp(join(root, file), join(folder, file));
    await setVersion(folder, VERSION);
    for (const name of ['openapi.json', 'baseline.json']) await writeFile(join(folder, 'openapi', name), '{}');
    await writeFile(join(folder, 'CHANGELOG.md'), RELEASED);
    git('init', '--quiet', '--initial-branch', 'main');
    git('config', 'user.name', 't');
    git('config', 'user.email', 't@example.com');
    commit();
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  function commit() {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Change');
  }

  async function refusals({ dryRun = false, version = VERSION } = {}) {
    return (await refusalsOf({ folder, version, dryRun })).refusals;
  }

  /** A dry run is not refused, and lists why a release would be. */
  async function expectOnlyReleaseRefused(reason) {
    const expected = [expect.stringContaining(reason)];
    expect(await refusals()).toEqual(expected);
    expect(await refusalsOf({ folder, version: VERSION, dryRun: true })).toMatchObject({
      refusals: [],
      forRelease: expected,
    });
  }

  it('never, if everything is as it must be', async () => {
    expect(await refusalsOf({ folder, version: VERSION, dryRun: false })).toEqual({
      refusals: [],
      forRelease: [],
      notes: '- All of it.',
    });
  });

  it('with a dirty tree', async () => {
    await writeFile(join(folder, 'left.txt'), '');
    expect(await refusals({ dryRun: true })).toEqual([
      expect.stringMatching(/changes:[^]*left\.txt[^]*Commit or stash/),
    ]);
  });

  it('on another branch, unless it is a dry run', async () => {
    git('switch', '--quiet', '--create', 'side');
    await expectOnlyReleaseRefused('The branch is side.');
  });

  it('with a tag that exists, unless it is a dry run', async () => {
    git('tag', `v${VERSION}`);
    await expectOnlyReleaseRefused(`The tag v${VERSION} exists.`);
  });

  it('without a name for the tag, unless it is a dry run', async () => {
    git('config', 'user.name', '');
    await expectOnlyReleaseRefused('git config user.name');
  });

  it('if it breaks the last release, which need not be that of its own baseline', async () => {
    const contract = async ({ dryRun = false, version = VERSION } = {}) => {
      const found = await checksOf({ folder, version, dryRun });
      const { script, skipped } = found.find(({ name }) => name === 'contract') ?? {};
      return skipped ?? script?.join(' ');
    };
    expect(await contract({ dryRun: true })).toBe('scripts/breaking.mjs');
    expect(await contract()).toBe('There is no earlier release.');
    for (const tag of ['v6.9.0', 'v6.10.0', 'v-other', 'v6']) git('tag', tag);
    expect(await contract({ version: '6.11.0' })).toBe('scripts/breaking.mjs --since v6.10.0');
    expect(await contract()).toBe('7.0.0 may break v6.10.0.');
    git('tag', `v${VERSION}`);
    expect(await contract({ version: '7.1.0' })).toBe('scripts/breaking.mjs --since v7.0.0');
  });

  it('with another version than that of the tree', async () => {
    const found = await refusals({ version: '8.0.0' });
    expect(found).toEqual([
      expect.stringContaining(`package.json has the version ${VERSION}, not 8.0.0.\n  Run \`npm run release:prepare`),
      expect.stringContaining('CHANGELOG.md has no entry for 8.0.0.'),
    ]);
  });

  it('with a part that has another version', async () => {
    const chart = join(folder, 'deploy', 'chart', 'Chart.yaml');
    await writeFile(chart, (await readFile(chart, 'utf8')).replace(`version: ${VERSION}`, 'version: 6.0.0'));
    commit();
    expect(await refusals()).toEqual([
      expect.stringContaining(`deploy/chart/Chart.yaml: has 6.0.0, expected ${VERSION}`),
    ]);
  });

  it('without an entry in the changelog; a dry run takes the unreleased ones', async () => {
    const changelog = join(folder, 'CHANGELOG.md');
    await writeFile(changelog, '# Changelog\n\n## Unreleased\n\n- New.\n');
    commit();
    await expectOnlyReleaseRefused(`CHANGELOG.md has no entry for ${VERSION}.`);
    expect(await refusalsOf({ folder, version: VERSION, dryRun: true })).toMatchObject({ notes: '- New.' });
    await writeFile(changelog, `# Changelog\n\n## Unreleased\n\n## ${VERSION} - 2026-11-26\n`);
    commit();
    expect(await refusals({ dryRun: true })).toEqual([expect.stringContaining('CHANGELOG.md has no entry')]);
  });

  it('with a contract that is not the released one, unless it is a dry run', async () => {
    await writeFile(join(folder, 'openapi', 'openapi.json'), '{ "openapi": "3.0.3" }');
    commit();
    await expectOnlyReleaseRefused('The contract is not the released one');
  });
});

describe('the changelog', () => {
  it('dates the unreleased entries, and opens an empty section', () => {
    const released = withRelease(
      '# Changelog\n\n## Unreleased\n\n- New.\n\n## 6.0.0 - 2026-01-01\n\n- Old.\n',
      '7.0.0',
      '2026-11-26',
    );
    expect(unreleasedNotes(released)).toBeUndefined();
    expect(notesOf(released, '7.0.0')).toBe('- New.');
    expect(notesOf(released, '6.0.0')).toBe('- Old.');
    expect(notesOf(released, '6.0')).toBeUndefined();
  });
});

it.each([
  ...[
    ['1.0.0', true],
    ['2.0.0-rc.1', true],
  ],
  ...['v1.0.0', '1.0', '01.0.0', '1.0.0+5', '1.0.0 --major', '', undefined].map((text) => [text, false]),
])('%s is a version: %s', (text, expected) => {
  expect(isVersion(/** @type {string | undefined} */ (text))).toBe(expected);
});

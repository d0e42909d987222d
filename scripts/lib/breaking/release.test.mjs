import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missingGo } from '../go.mjs';
import { root } from '../paths.mjs';
import { ensureOasdiff } from './oasdiff.mjs';
import { releaseContract } from './release.mjs';

const withGo = missingGo().length === 0 || process.env.CI ? describe : describe.skip;
const ENTRY = '# Changelog\n\n## Unreleased\n\n- Payments have a branch.\n\n## 1.0.0\n\n- All of it.\n';
const NO_ENTRY = '# Changelog\n\n## Unreleased\n\n## 1.0.0\n\n- All of it.\n';

withGo('release:contract', () => {
  let oasdiff = '';
  let folder = '';
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: folder });
  const contract = (/** @type {string} */ name) => join(folder, 'openapi', name);
  const read = (/** @type {string} */ name) => readFile(contract(name), 'utf8');

  beforeAll(async () => {
    oasdiff = await ensureOasdiff();
  }, 600_000);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-release-'));
    git('init', '--quiet');
    await mkdir(join(folder, 'openapi'));
    for (const name of ['openapi.json', 'baseline.json']) {
      await cp(join(root, 'openapi', 'baseline.json'), contract(name));
    }
    await writeFile(join(folder, 'CHANGELOG.md'), ENTRY);
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Commits the contract after this change. */
  async function commit(/** @type {(document: any) => void} */ change) {
    const document = JSON.parse(await read('openapi.json'));
    change(document);
    await writeFile(contract('openapi.json'), JSON.stringify(document));
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Change the contract');
  }
  const grow = (/** @type {any} */ document) =>
    (document.components.schemas.CreatePayment.properties.branch = { type: 'string', maxLength: 10 });
  const shrink = (/** @type {any} */ document) => delete document.paths['/v1/payments'].get;

  it('makes an extended contract the released one', async () => {
    await commit(grow);
    expect(await releaseContract({ folder, oasdiff, major: false })).toContain('Commit it');
    expect(await read('baseline.json')).toBe(await read('openapi.json'));
  });

  it('refuses uncommitted changes', async () => {
    await commit(grow);
    await writeFile(join(folder, 'left.txt'), '');
    await expect(releaseContract({ folder, oasdiff, major: true })).rejects.toThrow('left.txt');
    expect(await read('baseline.json')).not.toBe(await read('openapi.json'));
  });

  it('refuses a breaking change without --major', async () => {
    await commit(shrink);
    await expect(releaseContract({ folder, oasdiff, major: false })).rejects.toThrow('GET /v1/payments');
    expect(await read('baseline.json')).not.toBe(await read('openapi.json'));
    expect(await releaseContract({ folder, oasdiff, major: true })).toContain('1 breaking change');
    expect(await read('baseline.json')).toBe(await read('openapi.json'));
  });

  it('refuses a change without an entry in the changelog', async () => {
    await writeFile(join(folder, 'CHANGELOG.md'), NO_ENTRY);
    await commit(grow);
    await expect(releaseContract({ folder, oasdiff, major: false })).rejects.toThrow('CHANGELOG.md');
    expect(await read('baseline.json')).not.toBe(await read('openapi.json'));
  });
});

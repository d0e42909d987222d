import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tagRelease } from './tag.mjs';

describe('the tag of a release', () => {
  let folder = '';
  let commit = '';
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-tag-'));
    git('init', '--quiet');
    git('config', 'user.name', 't');
    git('config', 'user.email', 't@example.com');
    commit = await commitFile('built');
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function commitFile(/** @type {string} */ text) {
    await writeFile(join(folder, 'file'), text);
    git('add', '--all');
    git('commit', '--quiet', '--message', text);
    return git('rev-parse', 'HEAD');
  }

  it('is annotated, and on the commit of the files', async () => {
    await writeFile(join(folder, 'untracked'), '');
    await tagRelease({ folder, version: '1.0.0', commit });
    expect(git('rev-parse', 'v1.0.0^{commit}')).toBe(commit);
    expect(git('cat-file', '-t', 'v1.0.0')).toBe('tag');
  });

  it('is refused if there is another commit since', async () => {
    const later = await commitFile('later');
    await expect(tagRelease({ folder, version: '1.0.0', commit })).rejects.toThrow(`HEAD is ${later}`);
    expect(git('tag')).toBe('');
  });

  it('is refused if a file has changed since', async () => {
    await writeFile(join(folder, 'file'), 'changed');
    await expect(tagRelease({ folder, version: '1.0.0', commit })).rejects.toThrow(/have changed:\n\s*M file/);
    expect(git('tag')).toBe('');
  });
});

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
    git('config', 'user.signingKey', '');
    commit = await commitFile('built');
    await writeFile(join(folder, 'SHA256SUMS'), 'sums\n');
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
    expect(await tagRelease({ folder, version: '1.0.0', commit, out: folder })).toBe(false);
    expect(git('rev-parse', 'v1.0.0^{commit}')).toBe(commit);
    expect(git('cat-file', '-t', 'v1.0.0')).toBe('tag');
  });

  it('names the sum of the sums', async () => {
    await tagRelease({ folder, version: '1.0.0', commit, out: folder });
    const message = git('for-each-ref', '--format=%(contents)', 'refs/tags/v1.0.0');
    const sum = createHash('sha256').update('sums\n').digest('hex');
    expect(message).toBe(`Svc Payments 1.0.0\n\n${sum}  SHA256SUMS`);
  });

  it('is signed if Git has a key', async () => {
    const key = join(folder, 'key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    const signers = join(folder, 'signers');
    await writeFile(signers, `t@example.com ${await readFile(`${key}.pub`, 'utf8')}`);
    git('config', 'gpg.format', 'ssh');
    git('config', 'gpg.ssh.allowedSignersFile', signers);
    git('config', 'user.signingKey', `${key}.pub`);
    expect(await tagRelease({ folder, version: '1.0.0', commit, out: folder })).toBe(true);
    git('verify-tag', 'v1.0.0');
    await writeFile(signers, '');
    expect(() => git('verify-tag', 'v1.0.0')).toThrow(/verify-tag/);
  });

  it('is refused if Git cannot sign it', async () => {
    git('config', 'gpg.format', 'ssh');
    git('config', 'user.signingKey', join(folder, 'no-key'));
    const tagged = tagRelease({ folder, version: '1.0.0', commit, out: folder });
    await expect(tagged).rejects.toThrow(/^Git could not set the tag:\n.*no-key/s);
    expect(git('tag')).toBe('');
  });

  it('is refused if there is another commit since', async () => {
    const later = await commitFile('later');
    await expect(tagRelease({ folder, version: '1.0.0', commit, out: folder })).rejects.toThrow(`HEAD is ${later}`);
    expect(git('tag')).toBe('');
  });

  it('is refused if a file has changed since', async () => {
    await writeFile(join(folder, 'file'), 'changed');
    await expect(tagRelease({ folder, version: '1.0.0', commit, out: folder })).rejects.toThrow(
      /have changed:\n\s*M file/,
    );
    expect(git('tag')).toBe('');
  });
});

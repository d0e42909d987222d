// Tags the commit from which the files were built.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Refusal } from '../run-command.mjs';
import { tagOf } from './preconditions.mjs';

/**
 * Refuses if the tree is no longer that commit: the files may then have parts of two states. The message has the sum of
 * SHA256SUMS, so that the tag, which Git signs if the user has a key for it, vouches for each file in `out`.
 * Returns whether it is signed.
 */
export async function tagRelease({ folder, version, commit, out }) {
  const git = async (...args) => (await promisify(execFile)('git', args, { cwd: folder })).stdout.trim();
  const head = await git('rev-parse', 'HEAD');
  if (head !== commit) throw refusal(`HEAD is ${head}, and the build began at ${commit}.`);
  const changed = await git('status', '--porcelain', '--untracked-files=no');
  if (changed !== '') throw refusal(`These files have changed:\n${changed}`);
  const sum = createHash('sha256')
    .update(await readFile(join(out, 'SHA256SUMS')))
    .digest('hex');
  const key = await git('config', 'user.signingKey').catch(() => '');
  const tag = tagOf(version);
  const message = `Svc Payments ${version}\n\n${sum}  SHA256SUMS`;
  const fail = ({ stderr }) => {
    throw new Refusal(`Git could not set the tag:\n${stderr.trim()}\nRemove the files, and build again.`);
  };
  await git('tag', key === '' ? '--annotate' : '--sign', tag, '--message', message, commit).catch(fail);
  const isSigned = /^-----BEGIN (PGP|SSH) SIGNATURE-----$/m.test(await git('cat-file', 'tag', tag));
  if (key !== '' && !isSigned) {
    // Git 2.39 sets a tag without a signature, and succeeds, if it cannot read an SSH key.
    await git('tag', '--delete', tag);
    fail({ stderr: `It cannot sign with ${key}.` });
  }
  return isSigned;
}

function refusal(reason) {
  return new Refusal(
    `The tree has changed during the build, so there is no tag. ${reason}\nRemove the files, and build again.`,
  );
}

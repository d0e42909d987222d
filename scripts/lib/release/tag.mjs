// Tags the commit from which the files were built.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Refusal } from '../run-command.mjs';
import { tagOf } from './preconditions.mjs';

/** Refuses if the tree is no longer that commit: the files may then have parts of two states. */
export async function tagRelease({ folder, version, commit }) {
  const git = async (...args) => (await promisify(execFile)('git', args, { cwd: folder })).stdout.trim();
  const head = await git('rev-parse', 'HEAD');
  if (head !== commit) throw refusal(`HEAD is ${head}, and the build began at ${commit}.`);
  const changed = await git('status', '--porcelain', '--untracked-files=no');
  if (changed !== '') throw refusal(`These files have changed:\n${changed}`);
  await git('tag', '--annotate', tagOf(version), '--message', `Svc Payments ${version}`, commit);
}

function refusal(reason) {
  return new Refusal(
    `The tree has changed during the build, so there is no tag. ${reason}\nRemove the files, and build again.`,
  );
}

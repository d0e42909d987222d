// The suite `image`: builds the image from nothing, in the archive of a release, and takes a payment with it. Its images
// have a storage of their own, so that nothing of earlier builds helps, and nothing stays on the machine.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captureCommand, showOutput } from '../run-command.mjs';
import { npmSetting } from './engine.mjs';

/** What a container needs of the kernel, in addition to programs. */
export function missingRights() {
  const { status } = spawnSync('unshare', ['--mount', '--pid', '--fork', 'true'], { stdio: 'ignore' });
  return process.getuid?.() === 0 && status === 0 ? [] : ['root with namespaces'];
}

/** Counts what the trial of the image has found to hold, and that nothing is left. */
export async function runImage({ signal, args, command: { onOutput = showOutput } = {} }) {
  const scratch = await mkdtemp(join(tmpdir(), 'svc-image-'));
  // When run as root, Postgres and Redis run as an unprivileged user, who needs access.
  await chmod(scratch, 0o711);
  const storage = { file: join(scratch, 'storage.conf'), graph: join(scratch, 'graph'), run: join(scratch, 'run') };
  const settings = `[storage]\ndriver = "overlay"\ngraphroot = "${storage.graph}"\nrunroot = "${storage.run}"\n`;
  await writeFile(storage.file, settings);
  let passed = 0;
  const failures = [];
  try {
    const userConfig = npmSetting('userconfig');
    const npmrc = existsSync(userConfig ?? '') ? ['--npmrc', userConfig] : [];
    const archive = join(scratch, 'image.tar');
    const build = ['scripts/image.mjs', '--local-base', '--archive', archive, '--try', ...npmrc, ...args];
    const env = { ...process.env, TMPDIR: scratch, CONTAINERS_STORAGE_CONF: storage.file };
    const { code, output } = await captureCommand(process.execPath, build, { signal, env, show: onOutput });
    passed = output.match(/^✓ /gm)?.length ?? 0;
    if (code !== 0) failures.push(`image: ${/^This does not hold: .*$/m.exec(output)?.[0] ?? 'see its output'}`);
  } finally {
    failures.push(...(await leftIn(scratch, storage.graph)).map((what) => `image: left behind ${what}`));
    await rm(scratch, { recursive: true, force: true, maxRetries: 20 });
  }
  return { passed: passed + (failures.length === 0 ? 1 : 0), failed: failures.length, skipped: 0, failures };
}

/** What the trial has left: processes and mounts. They are ended, so that the folder can be removed. */
async function leftIn(folder, graph) {
  const left = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const place = await readlink(`/proc/${pid}/root`).catch(() => '');
    if (!place.startsWith(folder)) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    left.push(`the process ${command.replaceAll('\0', ' ').trim()}`);
    process.kill(Number(pid), 'SIGKILL');
  }
  const lines = (await readFile('/proc/self/mountinfo', 'utf8')).split('\n');
  const mounts = lines.map((line) => line.split(' ')[4] ?? '').filter((place) => place.startsWith(folder));
  for (const place of mounts.reverse()) {
    // Buildah mounts its folder of layers onto itself, for as long as the machine runs.
    if (place !== join(graph, 'overlay')) left.push(`the mount ${place}`);
    spawnSync('umount', ['--lazy', place]);
  }
  return left;
}

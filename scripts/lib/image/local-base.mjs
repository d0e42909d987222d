// Makes a base image without a registry: Debian by mmdebstrap, with the Node and the npm of this process.
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal, runCommand } from '../run-command.mjs';
import { buildah } from './engine.mjs';

const RELEASE = 'bookworm';
const BASE = `localhost/svc-payments-base:${RELEASE}-node${process.versions.node}`;
const UNUSED = ['doc', 'man', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
const ATTEMPTS = 3;

/** What this machine lacks for it. */
export function missingForLocalBase() {
  const { error } = spawnSync('mmdebstrap', ['--version'], { stdio: 'ignore' });
  return error === undefined ? [] : ['mmdebstrap'];
}

/**
 * Returns the name of the base, and makes it if necessary.
 * @param {{ signal?: AbortSignal }} [options]
 */
export async function ensureLocalBase({ signal } = {}) {
  if (buildah('images', '--format', '{{.Name}}:{{.Tag}}').split('\n').includes(BASE)) return BASE;
  const folder = await mkdtemp(join(tmpdir(), 'svc-base-'));
  try {
    const rootfs = join(folder, 'rootfs');
    await installDebian(rootfs, folder, signal);
    await addNode(join(rootfs, 'usr', 'local'));
    await writeFile(join(folder, 'Dockerfile'), 'FROM scratch\nADD rootfs /\n');
    buildah('build', '--tag', BASE, folder);
    return BASE;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The only step that downloads. It begins again if a mirror fails for longer than apt tries by itself. */
async function installDebian(rootfs, folder, signal) {
  const settings = join(folder, 'apt.conf');
  await writeFile(settings, downloadSettings());
  const options = ['--variant=minbase', '--include=ca-certificates', ...UNUSED, '--quiet', `--aptopt=${settings}`];
  // Settings of this machine are not for the image.
  options.push('--customize-hook=rm "$1/etc/apt/apt.conf.d/99mmdebstrap"');
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const code = await runCommand('mmdebstrap', [...options, RELEASE, rootfs], { signal });
    if (code === 0) return;
    await rm(rootfs, { recursive: true, force: true });
    console.error(`mmdebstrap failed (attempt ${attempt} of ${ATTEMPTS})`);
    if (attempt < ATTEMPTS) await sleep(attempt * 5_000, undefined, { signal });
  }
  throw new Refusal('mmdebstrap could not make the base; see above.');
}

/** How apt downloads on this machine: its proxies, and how old a list may be. mmdebstrap does not read its settings. */
function downloadSettings() {
  const { stdout } = spawnSync('apt-config', ['dump'], { encoding: 'utf8' });
  const own = stdout.split('\n').filter((line) => /^Acquire::(https?|Check-Date|Check-Valid-Until)\b/.test(line));
  return [...own, 'Acquire::Retries "5";', ''].join('\n');
}

async function addNode(prefix) {
  const modules = join(dirname(dirname(process.execPath)), 'lib', 'node_modules');
  await cp(process.execPath, join(prefix, 'bin', 'node'), { dereference: true });
  await cp(join(modules, 'npm'), join(prefix, 'lib', 'node_modules', 'npm'), { recursive: true });
  for (const name of ['npm', 'npx']) {
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(prefix, 'bin', name));
  }
}

// Makes a base image without a registry: Debian by mmdebstrap, with the Node and the npm of this process.
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { Refusal, runCommand } from '../run-command.mjs';
import { buildah } from './engine.mjs';

const RELEASE = 'bookworm';
const BASE = `localhost/svc-payments-base:${RELEASE}-node${process.versions.node}`;
const UNUSED = ['doc', 'man', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Returns the name of the base, and makes it if necessary. */
export async function ensureLocalBase() {
  if (buildah('images', '--format', '{{.Name}}:{{.Tag}}').split('\n').includes(BASE)) return BASE;
  const folder = await mkdtemp(join(tmpdir(), 'svc-base-'));
  try {
    const rootfs = join(folder, 'rootfs');
    const options = ['--variant=minbase', '--include=ca-certificates', ...UNUSED, '--quiet'];
    const code = await runCommand('mmdebstrap', [...options, RELEASE, rootfs], { stdio: 'inherit' });
    if (code !== 0) throw new Refusal('mmdebstrap could not make the base; see above.');
    await addNode(join(rootfs, 'usr', 'local'));
    // What this machine trusts, which may be the authority of a proxy.
    await cp(CERTIFICATES, join(rootfs, CERTIFICATES));
    await writeFile(join(folder, 'Dockerfile'), 'FROM scratch\nADD rootfs /\n');
    buildah('build', '--tag', BASE, folder);
    return BASE;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function addNode(prefix) {
  const modules = join(dirname(dirname(process.execPath)), 'lib', 'node_modules');
  await cp(process.execPath, join(prefix, 'bin', 'node'), { dereference: true });
  await cp(join(modules, 'npm'), join(prefix, 'lib', 'node_modules', 'npm'), { recursive: true });
  for (const name of ['npm', 'npx']) {
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(prefix, 'bin', name));
  }
}

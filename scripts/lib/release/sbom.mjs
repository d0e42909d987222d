// What the image holds, as npm's own CycloneDX document, with nothing in it that differs between two builds.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../paths.mjs';

/** The programs in the image, and the console, whose packages are in its bundle. */
const WORKSPACES = ['apps/api', 'apps/worker', 'apps/console'];

/** @param {{ version: string, seconds: number }} release */
export async function makeSbom({ version, seconds }) {
  const workspaces = WORKSPACES.flatMap((path) => ['--workspace', path]);
  // By default, NODE_ENV and the settings of npm decide about these.
  const all = ['dev', 'optional', 'peer'].flatMap((kind) => ['--include', kind]);
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only', ...all];
  const { stdout } = await promisify(execFile)('npm', ['sbom', ...options, ...workspaces], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  const document = JSON.parse(stdout);
  const kept = await inProduction(document);
  document.components = document.components.filter((component) => kept.has(component['bom-ref']));
  document.dependencies = document.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }));
  document.metadata.timestamp = new Date(seconds * 1_000).toISOString();
  // npm takes the name from the folder of the clone.
  document.metadata.component.name = 'svc-payments';
  document.metadata.component.version = version;
  delete document.serialNumber;
  document.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(document))}`;
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/**
 * The references of what the workspaces need at run time. `--omit dev` of npm also leaves out what another workspace
 * has among its development dependencies.
 */
async function inProduction({ metadata, components, dependencies }) {
  const names = new Map(components.map((component) => [component['bom-ref'], nameOf(component)]));
  const edges = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const own = metadata.component['bom-ref'];
  const kept = new Set([own]);
  const keep = async (ref) => {
    if (kept.has(ref)) return;
    kept.add(ref);
    const wanted = await dependenciesOfWorkspace(packages, names.get(ref));
    const needed = (edges.get(ref) ?? []).filter((other) => wanted === undefined || wanted.has(names.get(other)));
    for (const other of needed) await keep(other);
  };
  const manifests = await Promise.all(WORKSPACES.map(readManifest));
  const roots = new Set(manifests.map(({ name }) => name));
  for (const [ref, name] of names) if (roots.has(name)) await keep(ref);
  return kept;
}

/** The names of a workspace's dependencies at run time; undefined for a package of somebody else. */
async function dependenciesOfWorkspace(packages, name) {
  const entry = packages[`node_modules/${name}`];
  if (entry?.link !== true) return undefined;
  const { dependencies = {}, optionalDependencies = {} } = await readManifest(entry.resolved);
  return new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies)]);
}

async function readManifest(folder) {
  return JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
}

/** npm has the name of a workspace only in its purl. */
function nameOf({ purl }) {
  return decodeURIComponent(/^pkg:npm\/(.+)@[^@]+$/.exec(purl)?.[1] ?? '');
}

/** A UUID of version 8 from a digest, so that the same content has the same number. */
function uuidOf(text) {
  const digest = createHash('sha256').update(text).digest().subarray(0, 16);
  digest[6] = (digest[6] & 0x0f) | 0x80;
  digest[8] = (digest[8] & 0x3f) | 0x80;
  return digest.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

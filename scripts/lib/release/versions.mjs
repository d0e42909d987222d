// The service, its contract and its chart have one version, the one in package.json. This file knows every other place.
// The client libraries and the acquirer contract have versions of their own.
import { existsSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files that repeat the version as text. Each pattern has it as its only group. */
const texts = [
  ['openapi/openapi.yaml', /^info:\n(?: .*\n)*? {2}version: (\S+)$/m],
  ['openapi/console.yaml', /^info:\n(?: .*\n)*? {2}version: (\S+)$/m],
  ['deploy/chart/Chart.yaml', /^version: (\S+)$/m],
  ['deploy/chart/Chart.yaml', /^appVersion: '(\S+)'$/m],
  ['deploy/compose/compose.yaml', /svc-payments:(\d+\.\d+\.\d+[-\w.]*)/g],
  ['docs/operations/install.md', /svc-payments:(\d+\.\d+\.\d+[-\w.]*)/g],
];

/** Where a client library has its version, and in which file users read what changed. */
export const clients = {
  'packages/sdk': [
    ['package.json', /^ {2}"version": "(.+)",$/m],
    ['src/version.ts', /'(\d.*)'/],
  ],
  'packages/sdk-python': [
    ['pyproject.toml', /^version = "(.+)"$/m],
    ['src/svc_payments/_version.py', /"(\d.*)"/],
  ],
  'packages/sdk-php': [['src/Internal/Version.php', /'(\d.*)'/]],
  'packages/sdk-java': [
    ['pom.xml', /^ {2}<version>(.+)<\/version>$/m],
    ['src/main/java/com/svc/payments/Version.java', /"(\d.*)"/],
    ['README.md', /<artifactId>payments<\/artifactId>\s*<version>(.+)<\/version>/],
  ],
};

/** Its first heading is the current version. */
const CHANGELOG = ['CHANGELOG.md', /^## (\S+)$/m];

/** The version of the service. */
export async function serviceVersion(folder) {
  return (await readJson(folder, 'package.json')).version;
}

/** The version of a client library, from its first file. */
export async function clientVersion(folder, client) {
  const [[file, pattern]] = clients[client];
  return found(await readFile(join(folder, client, file), 'utf8'), pattern)[0];
}

/** Every file with a version. */
export async function versionedFiles(folder) {
  const workspaces = await workspacesOf(folder);
  const ofClients = Object.entries(clients).flatMap(([client, places]) =>
    [...places, CHANGELOG].map(([file]) => `${client}/${file}`),
  );
  const manifests = ['package.json', 'package-lock.json', ...workspaces.map(({ path }) => `${path}/package.json`)];
  return [...new Set([...manifests, ...texts.map(([file]) => file), ...ofClients])];
}

/** What differs from the version in package.json, one line each. */
export async function versionFaults(folder) {
  const version = await serviceVersion(folder);
  const faults = [];
  const expectAll = (file, seen, wanted) => {
    if (seen.length === 0) faults.push(`${file}: has no version where one is expected`);
    for (const each of seen) if (each !== wanted) faults.push(`${file}: has ${each}, expected ${wanted}`);
  };
  for (const [file, pattern] of texts) {
    expectAll(file, found(await readFile(join(folder, file), 'utf8'), pattern), version);
  }
  const workspaces = await workspacesOf(folder);
  for (const { path, manifest } of workspaces) {
    expectAll(`${path}/package.json`, versionsIn(manifest, workspaces), version);
  }
  const { packages, version: locked } = await readJson(folder, 'package-lock.json');
  const entries = ['', ...workspaces.map(({ path }) => path)].map((path) => packages[path] ?? {});
  expectAll('package-lock.json', [locked, ...entries.flatMap((entry) => versionsIn(entry, workspaces))], version);

  // npm links the client library of this tree. A number would differ as soon as it has another version.
  const { name } = await readJson(folder, 'packages/sdk/package.json');
  for (const { path, manifest } of workspaces) {
    for (const [file, entry] of [
      [`${path}/package.json`, manifest],
      ['package-lock.json', packages[path] ?? {}],
    ]) {
      const pin = entry.dependencies?.[name] ?? '*';
      if (pin !== '*') faults.push(`${file}: pins ${name} to ${pin}, expected *`);
    }
  }

  for (const [client, places] of Object.entries(clients)) {
    const own = await clientVersion(folder, client);
    for (const [file, pattern] of [...places, CHANGELOG]) {
      const [seen] = found(await readFile(join(folder, client, file), 'utf8'), pattern);
      expectAll(`${client}/${file}`, seen === undefined ? [] : [seen], own);
    }
  }
  return faults;
}

/** Writes a version into every place that must have it, except generated files. */
export async function setVersion(folder, version) {
  const workspaces = await workspacesOf(folder);
  const names = workspaces.map(({ manifest }) => manifest.name);
  const raise = (entry) => {
    entry.version = version;
    for (const name of names) if (entry.dependencies?.[name] !== undefined) entry.dependencies[name] = version;
  };
  const rewrite = async (file, change) => {
    const content = await readJson(folder, file);
    change(content);
    await writeFile(join(folder, file), `${JSON.stringify(content, undefined, 2)}\n`);
  };
  await rewrite('package.json', raise);
  for (const { path } of workspaces) await rewrite(`${path}/package.json`, raise);
  await rewrite('package-lock.json', (lock) => {
    lock.version = version;
    for (const path of ['', ...workspaces.map((each) => each.path)]) raise(lock.packages[path]);
  });
  for (const [file, pattern] of texts) {
    const text = await readFile(join(folder, file), 'utf8');
    const raised = text.replace(pattern, (whole, old) => {
      const at = whole.lastIndexOf(old);
      return whole.slice(0, at) + version + whole.slice(at + old.length);
    });
    await writeFile(join(folder, file), raised);
  }
}

/** The workspaces that are parts of the service. */
async function workspacesOf(folder) {
  const parents = ['apps', 'packages'];
  const paths = await Promise.all(
    parents.map(async (parent) => (await readdir(join(folder, parent))).map((name) => `${parent}/${name}`)),
  );
  const parts = paths
    .flat()
    .filter((path) => !(path in clients) && existsSync(join(folder, path, 'package.json')))
    .sort();
  return Promise.all(parts.map(async (path) => ({ path, manifest: await readJson(folder, `${path}/package.json`) })));
}

/** Its own version, and the versions of the other parts on which it depends. */
function versionsIn({ version, dependencies = {} }, workspaces) {
  return [version, ...workspaces.flatMap(({ manifest: { name } }) => dependencies[name] ?? [])];
}

function found(text, pattern) {
  const global = new RegExp(pattern, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`);
  return [...text.matchAll(global)].map(([, version]) => version);
}

async function readJson(folder, file) {
  return JSON.parse(await readFile(join(folder, file), 'utf8'));
}

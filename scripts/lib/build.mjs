import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle, bundled, hasBundle } from './bundle.mjs';
import { buildConsole, CONSOLE, consoleSources, hasConsole } from './console-app.mjs';
import { copySql } from './copy-sql.mjs';
import { cacheDir, hasSources, root } from './paths.mjs';
import { captureCommand, Refusal, sayError } from './run-command.mjs';
import { withSetupLock } from './setup-lock.mjs';

const stamps = join(cacheDir, 'build.json');
const inputsOfAll = [
  'tsconfig.json',
  'package-lock.json',
  'openapi/openapi.json',
  'openapi/console.json',
  'openapi/acquirer.json',
];
const notSources = /^(dist|node_modules)$|\.test\.ts$/;

/**
 * Compiles the TypeScript projects and their references, if their sources have changed since the last build, and bundles
 * the programs among them. Of the console only what browsers load is built.
 */
export async function ensureBuilt(projects, { say, signal } = {}) {
  if (!hasSources) return;
  const compiled = projects.filter((project) => project !== CONSOLE);
  const needed = [...(await withReferences(compiled)), ...projects.filter((project) => project === CONSOLE)];
  if (await isBuilt(needed)) return;
  await withSetupLock(
    async () => {
      if (await isBuilt(needed)) return;
      say?.('Building');
      await build(needed, signal);
    },
    { say, signal },
  );
}

/** Every project that the root tsconfig.json builds. */
export async function allProjects() {
  return (await withReferences(['.'])).filter((project) => project !== '.');
}

/** Builds the projects, and notes for `ensureBuilt` from what. */
async function build(projects, signal) {
  const hashes = await hashAll(projects);
  const compiled = projects.filter((project) => project !== CONSOLE);
  await Promise.all([compile(compiled, signal), projects.includes(CONSOLE) && buildConsole()]);
  await bundle(projects);
  await writeFile(stamps, JSON.stringify({ ...(await readStamps()), ...hashes }, undefined, 2));
}

/** By TypeScript 7, whose compiler takes a fifth of the time. Others need the API that only version 6 has. */
async function compile(projects, signal) {
  const compiler = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  const { code, output } = await captureCommand(process.execPath, [compiler, '-b', ...projects], { signal });
  if (code !== 0) throw new Refusal(`The build failed:\n${output.trim()}`);
  await copySql();
}

async function withReferences(projects) {
  const found = new Set();
  const visit = async (project) => {
    if (found.has(project)) return;
    found.add(project);
    const { references = [] } = await readTsconfig(project);
    for (const { path } of references) await visit(relative(root, resolve(root, project, path)));
  };
  for (const project of projects) await visit(project);
  return [...found];
}

async function isBuilt(projects) {
  const built = await readStamps();
  const outputs = await Promise.all(
    projects.map(async (project) => {
      if (project === CONSOLE) return hasConsole();
      const { compilerOptions } = await readTsconfig(project);
      return existsSync(join(root, project, compilerOptions?.tsBuildInfoFile ?? 'tsconfig.json'));
    }),
  );
  if (!outputs.every(Boolean) || !bundled(projects).every(hasBundle)) return false;
  const hashes = await hashAll(projects);
  return projects.every((project) => built[project] === hashes[project]);
}

async function hashAll(projects) {
  const common = await hashFiles(inputsOfAll);
  const entries = projects.map(async (project) => {
    const folders = project === CONSOLE ? consoleSources : [project];
    const files = await Promise.all(folders.map(sourcesOf));
    return [project, `${common}-${await hashFiles(files.flat())}`];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function sourcesOf(folder) {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const nested = await Promise.all(
    entries
      .filter(({ name }) => !notSources.test(name))
      .map((entry) => (entry.isDirectory() ? sourcesOf(join(folder, entry.name)) : [join(folder, entry.name)])),
  );
  return nested.flat().sort();
}

async function hashFiles(files) {
  const hash = createHash('sha256');
  const contents = await Promise.all(files.map((file) => readFile(join(root, file)).catch(() => '')));
  files.forEach((file, index) => hash.update(`${file} ${contents[index].length}\n`).update(contents[index]));
  return hash.digest('hex').slice(0, 32);
}

async function readTsconfig(project) {
  const text = await readFile(join(root, project, 'tsconfig.json'), 'utf8');
  // Comments and trailing commas, which tsconfig files may contain.
  const beyondJson = /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[^]*?\*\/|,(?=\s*[}\]])/g;
  return JSON.parse(text.replace(beyondJson, (_, string = '') => string));
}

async function readStamps() {
  return JSON.parse(await readFile(stamps, 'utf8').catch(() => '{}'));
}

/** `npm run build`. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const all = [...(await allProjects()), CONSOLE];
  try {
    await withSetupLock(() => build(all), { say: console.log });
  } catch (error) {
    console.error(sayError(error));
    process.exitCode = 1;
  }
}

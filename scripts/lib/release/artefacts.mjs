// What a release consists of. Each kind says what it needs, and returns the files that it has written into `out`.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveImage, buildImage, findEngine, hasUsualBase } from '../image/engine.mjs';
import { ensureLocalBase, missingForLocalBase } from '../image/local-base.mjs';
import { missingJava } from '../java.mjs';
import { missingPhp } from '../php.mjs';
import { libraryEnvironment, missingPython } from '../python.mjs';
import { root } from '../paths.mjs';
import { captureCommand, Refusal } from '../run-command.mjs';
import { makeSbom } from './sbom.mjs';
import { writeTar } from './tar.mjs';
import { copyTracked, trackedFiles } from './tracked.mjs';
import { clientVersion } from './versions.mjs';

/**
 * @typedef {{ version: string, seconds: number, out: string, scratch: string, base?: string, localBase?: boolean,
 *   npmrc?: string, say: (line: string) => void, signal?: AbortSignal }} Release
 * @typedef {{ file: string, version: string }} Artefact
 * @typedef {{ name: string, missing: () => string[], build: (release: Release) => Promise<Artefact[]> }} Kind
 */

/** @type {Kind[]} */
export const kinds = [
  { name: 'source', missing: none, build: buildSource },
  { name: 'contract', missing: none, build: buildContract },
  { name: 'chart', missing: none, build: buildChart },
  { name: 'sbom', missing: none, build: buildSbom },
  { name: 'npm', missing: none, build: buildNpm },
  { name: 'python', missing: missingPython, build: buildPython },
  { name: 'php', missing: missingPhp, build: buildPhp },
  { name: 'java', missing: missingJava, build: buildJava },
  { name: 'image', missing: missingBuildah, build: buildOciImage },
];

function none() {
  return [];
}

function missingBuildah() {
  try {
    findEngine('buildah');
    return [];
  } catch {
    return ['Buildah'];
  }
}

/**
 * How a dry run gets the base of the image. It needs no registry of images: without one, it makes a base.
 * @returns {Promise<{ localBase?: boolean, missing: string[] }>}
 */
export async function baseOfDryRun({ base, localBase }) {
  if (base !== undefined || localBase || missingBuildah().length > 0 || (await hasUsualBase())) {
    return { localBase, missing: [] };
  }
  return { localBase: true, missing: missingForLocalBase().map((program) => `a registry of images, or ${program}`) };
}

/** Runs a program, and returns what it writes to its standard output. */
export async function run(program, args, { cwd, signal, env = {} }) {
  let written = '';
  const { code, output } = await captureCommand(program, args, {
    ...{ cwd, signal, env: { ...process.env, TZ: 'UTC', ...env } },
    show: (text, stream) => stream === 'stdout' && (written += text),
  });
  if (code !== 0) throw new Refusal(`${program} ${args.join(' ')} failed:\n${output.trim()}`);
  return written;
}

/** What a host without containers builds and runs. */
async function buildSource({ out, version, seconds }) {
  const name = `svc-payments-source-${version}`;
  const [folder, files] = [root, await trackedFiles()];
  await writeTar({ folder, files, prefix: name, target: join(out, `${name}.tar.gz`), seconds });
  return [{ file: `${name}.tar.gz`, version }];
}

async function buildContract({ out, version }) {
  const { info } = JSON.parse(await readFile(join(root, 'openapi', 'acquirer.json'), 'utf8'));
  const files = [
    { source: 'openapi.json', file: `svc-payments-openapi-${version}.json`, version },
    { source: 'acquirer.json', file: `svc-payments-acquirer-${info.version}.json`, version: info.version },
  ];
  for (const { source, file } of files) await copyFile(join(root, 'openapi', source), join(out, file));
  return files.map(({ file, version: own }) => ({ file, version: own }));
}

/** In the layout of `helm package`, whose archives have the time of the build. */
async function buildChart({ out, version, seconds }) {
  const file = `svc-payments-${version}.tgz`;
  const files = (await trackedFiles('deploy/chart')).filter((path) => !path.startsWith('ci/'));
  const folder = join(root, 'deploy', 'chart');
  await writeTar({ folder, files, prefix: 'svc-payments', target: join(out, file), seconds });
  return [{ file, version }];
}

async function buildSbom({ out, version, seconds }) {
  const file = `svc-payments-${version}.cdx.json`;
  await writeFile(join(out, file), await makeSbom({ version, seconds }));
  return [{ file, version }];
}

/** The client library, and the command for those who write a gateway. */
async function buildNpm({ out, scratch, version, signal }) {
  const packages = { sdk: await clientVersion(root, 'packages/sdk'), 'acquirer-kit': version };
  const built = [];
  for (const [name, own] of Object.entries(packages)) {
    const folder = join(scratch, name);
    await run(process.execPath, [join(root, 'packages', name, 'scripts', 'build.mjs'), folder], { cwd: root, signal });
    const packed = await run('npm', ['pack', '--json', '--pack-destination', out, folder], { cwd: scratch, signal });
    const [{ filename }] = JSON.parse(packed);
    built.push({ file: filename, version: own });
  }
  return built;
}

async function buildPython({ out, scratch, seconds, say, signal }) {
  const folder = join(scratch, 'python');
  await copyTracked('packages/sdk-python', folder, seconds);
  const python = join(await libraryEnvironment({ say }), 'bin', 'python');
  const version = await clientVersion(root, 'packages/sdk-python');
  const built = [];
  for (const kind of ['wheel', 'sdist']) {
    const program = `import sys; from flit_core import buildapi; print(buildapi.build_${kind}(sys.argv[1]))`;
    const env = { SOURCE_DATE_EPOCH: String(seconds) };
    const file = (await run(python, ['-c', program, out], { cwd: folder, env, signal })).trim().split('\n').at(-1);
    built.push({ file, version });
  }
  return built;
}

/** With its version in composer.json: repositories of the type `artifact` need it there. */
async function buildPhp({ out, scratch, seconds, signal }) {
  const folder = join(scratch, 'php');
  await copyTracked('packages/sdk-php', folder, seconds);
  const version = await clientVersion(root, 'packages/sdk-php');
  const manifest = join(folder, 'composer.json');
  const { name, ...rest } = JSON.parse(await readFile(manifest, 'utf8'));
  await writeFile(manifest, `${JSON.stringify({ name, version, ...rest }, undefined, 4)}\n`);
  await run('touch', ['-d', `@${seconds}`, manifest], { cwd: folder });
  const file = `svc-payments-php-${version}`;
  const env = { COMPOSER_HOME: join(scratch, 'composer'), COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_NO_INTERACTION: '1' };
  await run('composer', ['archive', '--format=zip', `--dir=${out}`, `--file=${file}`], { cwd: folder, env, signal });
  return [{ file: `${file}.zip`, version }];
}

async function buildJava({ out, scratch, seconds, signal }) {
  const folder = join(scratch, 'java');
  await copyTracked('packages/sdk-java', folder, seconds);
  const options = ['--quiet', '--batch-mode', '-Dstyle.color=never', '-Dmaven.test.skip=true'];
  options.push(`-Dproject.build.outputTimestamp=${new Date(seconds * 1_000).toISOString().replace('.000', '')}`);
  await run('mvn', [...options, 'package'], { cwd: folder, signal });
  const version = await clientVersion(root, 'packages/sdk-java');
  const jars = ['', '-sources', '-javadoc'].map((kind) => `payments-${version}${kind}.jar`);
  for (const jar of jars) await copyFile(join(folder, 'target', jar), join(out, jar));
  const pom = `payments-${version}.pom`;
  await copyFile(join(folder, 'pom.xml'), join(out, pom));
  return [...jars, pom].map((file) => ({ file, version }));
}

/** The image has no name in the storage of Buildah, where others may have that of this version. */
async function buildOciImage({ out, scratch, version, base, localBase, npmrc, signal }) {
  const iidfile = join(scratch, 'image-id');
  await buildImage(findEngine('buildah'), {
    ...{ iidfile, npmrc, version, signal },
    base: localBase ? await ensureLocalBase({ signal }) : base,
  });
  const file = `svc-payments-image-${version}.tar`;
  const id = (await readFile(iidfile, 'utf8')).trim();
  archiveImage(id, { file: join(out, file), version });
  return [{ file, version }];
}

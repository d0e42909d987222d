// Builds the image with the first program that works here: docker, podman or buildah.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { Refusal, runCommand } from '../run-command.mjs';

const DOCKERFILE = join(root, 'deploy', 'image', 'Dockerfile');

const HINT = ' Without a registry of images, add --local-base.';

/** With this isolation, buildah also works inside of a container. */
const BUILDAH = { BUILDAH_ISOLATION: 'chroot' };

/** How each engine shows that it works, and what it takes in addition to the common options. */
const engines = [
  { name: 'docker', probe: ['info'], options: () => [] },
  { name: 'podman', probe: ['info'], options: reproducible },
  { name: 'buildah', probe: ['--version'], options: reproducible },
];

/** The Docker format keeps the health check, which that of OCI lacks. */
function reproducible(seconds) {
  return ['--format', 'docker', '--timestamp', String(seconds)];
}

/** @param {string} [wanted] the name of an engine */
export function findEngine(wanted) {
  const engine = engines.find(
    ({ name, probe }) => (wanted ?? name) === name && spawnSync(name, probe, { stdio: 'ignore' }).status === 0,
  );
  if (engine !== undefined) return engine;
  throw new Refusal(
    `npm run image needs ${wanted ?? 'Docker, Podman or Buildah'}, and a running engine if it is Docker.`,
  );
}

/**
 * Gives the image a name, writes its id into a file, or both.
 * @param {{ tag?: string, iidfile?: string, base?: string, npmrc?: string, version: string, signal?: AbortSignal }} wanted
 */
export async function buildImage(engine, { tag, iidfile, base, npmrc, version, signal }) {
  const { revision, seconds } = lastCommit();
  const created = new Date(seconds * 1_000).toISOString();
  const args = { BASE: base, VERSION: version, REVISION: revision, CREATED: created, SOURCE_DATE_EPOCH: seconds };
  if (engine.name !== 'docker') delete args.SOURCE_DATE_EPOCH;
  const command = [
    'build',
    ...['--file', DOCKERFILE],
    ...(tag === undefined ? [] : ['--tag', tag]),
    ...(iidfile === undefined ? [] : ['--iidfile', iidfile]),
    ...engine.options(seconds),
    ...Object.entries(args).flatMap(([name, value]) =>
      value === undefined ? [] : ['--build-arg', `${name}=${value}`],
    ),
    ...secret('npmrc', npmrc),
    ...secret('authorities', authoritiesOfNpm()),
    root,
  ];
  const env = { ...BUILDAH, DOCKER_BUILDKIT: '1', ...process.env };
  const code = await runCommand(engine.name, command, { env, signal });
  if (code !== 0)
    throw new Refusal(`${engine.name} could not build the image; see above.${base === undefined ? HINT : ''}`);
}

function secret(id, file) {
  return file === undefined ? [] : ['--secret', `id=${id},src=${file}`];
}

/** The file with the authorities that npm trusts on this machine in addition; the npm of the build trusts them too. */
function authoritiesOfNpm() {
  return npmSetting('cafile') ?? (process.env.NODE_EXTRA_CA_CERTS || undefined);
}

/** A setting of npm on this machine, from all of its files; undefined if it has none. */
export function npmSetting(name) {
  const { status, stdout } = spawnSync('npm', ['config', 'get', name], { cwd: root, encoding: 'utf8' });
  const value = status === 0 ? stdout.trim() : '';
  return ['', 'null', 'undefined'].includes(value) ? undefined : value;
}

/** Writes an image into an OCI archive. */
export function archiveImage(image, { file, version }) {
  buildah('push', image, `oci-archive:${file}:svc-payments:${version}`);
}

/** Whether Buildah has the base that the Dockerfile names, or can pull it. */
export async function hasUsualBase() {
  const [, base = ''] = /^ARG BASE=(\S+)$/m.exec(await readFile(DOCKERFILE, 'utf8')) ?? [];
  return spawnSync('buildah', ['pull', '--quiet', '--policy', 'missing', base], { stdio: 'ignore' }).status === 0;
}

/** Runs buildah and returns what it writes. */
export function buildah(...args) {
  const env = { ...BUILDAH, ...process.env };
  const { status, stdout, stderr } = spawnSync('buildah', args, { encoding: 'utf8', env, maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Refusal(`buildah ${args.join(' ')} failed: ${stderr}`);
  return stdout.trim();
}

/** The time of the last commit makes two builds of it alike. */
function lastCommit() {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%H %ct'], { cwd: root, encoding: 'utf8' });
  const [revision = 'unknown', seconds = '0'] = status === 0 ? stdout.trim().split(' ') : [];
  return { revision, seconds: Number(seconds) };
}

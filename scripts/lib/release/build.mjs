// Builds the files of a release into a folder, and lists them with their sums.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { root } from '../paths.mjs';
import { kinds as allKinds } from './artefacts.mjs';

/** Most kinds keep one core busy. */
const AT_ONCE = 2;

/**
 * Builds every kind that is not in `without`. `out` must be empty. After a failure or a signal, it is removed.
 * @param {{ version: string, notes: string, dryRun: boolean, out: string, without: string[], base?: string,
 *   localBase?: boolean, npmrc?: string, say: (line: string) => void, signal?: AbortSignal,
 *   kinds?: import('./artefacts.mjs').Kind[] }} wanted
 */
export async function buildRelease({ version, notes, dryRun, out, without, kinds = allKinds, ...options }) {
  const { commit, seconds } = await lastCommit();
  const created = new Date(seconds * 1_000).toISOString();
  const scratch = await mkdtemp(join(tmpdir(), 'svc-release-'));
  await mkdir(out, { recursive: true });
  try {
    const wanted = kinds.filter(({ name }) => !without.includes(name));
    const built = await buildKinds(wanted, { version, seconds, out, scratch, ...options });
    const artefacts = [];
    for (const { name } of wanted) {
      for (const { file, version: own } of built.get(name)) {
        await chmod(join(out, file), 0o644);
        artefacts.push({ kind: name, file, version: own, ...(await measure(join(out, file))) });
      }
    }
    const manifest = { name: 'svc-payments', version, commit, created, dryRun, without, artefacts };
    await writeFile(join(out, 'NOTES.md'), `# Svc Payments ${version}\n\n${withoutLinks(notes)}\n`);
    await writeFile(join(out, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    await writeFile(join(out, 'SHA256SUMS'), await sumsOf(out, artefacts));
    return manifest;
  } catch (error) {
    await rm(out, { recursive: true, force: true, maxRetries: 20 });
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** Builds some kinds at once. After a failure or a signal, no kind begins, and those that run come to their end. */
async function buildKinds(wanted, release) {
  const { signal, say } = release;
  const built = new Map();
  // The last kinds take longest.
  const waiting = [...wanted];
  const buildNext = async () => {
    try {
      for (let kind = waiting.pop(); kind !== undefined; kind = waiting.pop()) {
        const started = performance.now();
        built.set(kind.name, await kind.build(release));
        signal?.throwIfAborted();
        say(`${kind.name.padEnd(9)}${((performance.now() - started) / 1_000).toFixed(1).padStart(6)} s`);
      }
    } catch (error) {
      waiting.length = 0;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, buildNext));
  signal?.throwIfAborted();
  const failure = ends.find(({ status }) => status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return built;
}

/** In the format of `sha256sum`. */
async function sumsOf(out, artefacts) {
  const files = [...artefacts.map(({ file }) => file), 'NOTES.md', 'manifest.json'].sort();
  const lines = await Promise.all(files.map(async (file) => `${(await measure(join(out, file))).sha256}  ${file}\n`));
  return lines.join('');
}

async function measure(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

/** The time of every file in the release is that of the commit, so that two builds are alike. */
async function lastCommit() {
  const { stdout } = await promisify(execFile)('git', ['log', '-1', '--format=%H %ct'], { cwd: root });
  const [commit = '', seconds = ''] = stdout.trim().split(' ');
  return { commit, seconds: Number(seconds) };
}

/** Files of the repository are in the source archive, not next to the notes. */
function withoutLinks(notes) {
  return notes.replaceAll(/\[([^\]]+)\]\((?!https?:)([^)#\s]+)[^)\s]*\)/g, '$1 (`$2` in the source archive)');
}

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasSources, root } from './paths.mjs';
import { captureCommand, Refusal } from './run-command.mjs';
import { withSetupLock } from './setup-lock.mjs';

const stamp = join(root, 'node_modules', '.svc-install');
const npmsOwnRecord = join(root, 'node_modules', '.package-lock.json');

/** Installs the dependencies if they differ from package-lock.json. */
export async function ensureInstalled({ say, signal } = {}) {
  if (!hasSources || (await isInstalled())) return;
  await withSetupLock(
    async () => {
      if (await isInstalled()) return;
      say?.('Installing dependencies (npm ci); this only happens once');
      const [program, ...args] = npm();
      const flags = ['--loglevel=error', '--no-audit', '--no-fund', '--no-progress', '--include=dev'];
      const wanted = requiredPackages(await readLock(join(root, 'package-lock.json')));
      const stopProgress = showProgress(() => installedOf(wanted, root));
      const installing = captureCommand(program, [...args, 'ci', ...flags], { signal });
      const { code, output } = await installing.finally(stopProgress);
      if (code !== 0) throw new Refusal(`npm ci failed:\n${output.trim()}`);
      await writeFile(stamp, await lockHash());
    },
    { say, signal },
  );
}

/** For a command that needs packages from its first line on. Ends the process with the reason if npm fails. */
export async function installFirst() {
  try {
    // Standard output belongs to the command.
    await ensureInstalled({ say: (line) => console.error(line) });
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exit(1);
  }
}

/** Folders of the packages that every platform installs. */
export function requiredPackages(lock) {
  return Object.entries(lock)
    .filter(([path, entry]) => path.includes('node_modules/') && !(entry.optional || entry.devOptional || entry.peer))
    .map(([path]) => path);
}

/** The progress of an installation in one line. */
export function installedOf(paths, folder) {
  return `  ${paths.filter((path) => existsSync(join(folder, path, 'package.json'))).length} of ${paths.length} packages`;
}

/** Rewrites the line on a terminal; in a log it adds one line every ten seconds. Returns a function that stops it. */
function showProgress(line) {
  // Standard output may be the result of a command.
  const { isTTY } = process.stderr;
  const show = () => process.stderr.write(isTTY ? `\r${line()}` : `${line()}\n`);
  const timer = setInterval(show, isTTY ? 500 : 10_000);
  return () => {
    clearInterval(timer);
    if (isTTY) process.stderr.write('\r\u001b[K');
  };
}

async function isInstalled() {
  const [installed, wanted] = await Promise.all([readFile(stamp, 'utf8').catch(() => ''), lockHash()]);
  if (installed === wanted) return true;
  // If npm was run directly, its own record counts.
  if (!matches(await readLock(join(root, 'package-lock.json')), await readLock(npmsOwnRecord))) return false;
  await writeFile(stamp, wanted).catch(() => undefined);
  return true;
}

async function lockHash() {
  const lock = await readFile(join(root, 'package-lock.json'));
  const [major] = process.versions.node.split('.');
  return createHash('sha256').update(`${process.platform} ${process.arch} ${major}\n`).update(lock).digest('hex');
}

async function readLock(file) {
  return JSON.parse(await readFile(file, 'utf8').catch(() => '{}')).packages ?? {};
}

/** Whether every required package is installed in its version; those of other platforms may be missing. */
export function matches(wanted, installed) {
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    if (found === undefined) return entry.optional === true || entry.devOptional === true || entry.peer === true;
    return entry.link === true ? found.link === true : found.version === entry.version;
  });
}

function npm() {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js') ? [process.execPath, cli] : ['npm'];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await installFirst();

import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheDir } from './paths.mjs';

const lock = join(cacheDir, 'setup.lock');
const beatMs = 2_000;
const staleAfterMs = 20_000;

/** Runs `work` while no other command of this clone installs or builds. */
export async function withSetupLock(work, { say, signal } = {}) {
  await mkdir(cacheDir, { recursive: true });
  const token = `${process.pid} ${randomUUID()}`;
  for (let waited = false; !(await take(token)); waited = true) {
    if (!waited) say?.('Waiting for another command that is installing or building in this clone');
    await sleep(200, undefined, { signal });
    if (await isStale()) await rename(lock, `${lock}.${process.pid}`).catch(() => undefined);
    await rm(`${lock}.${process.pid}`, { force: true });
  }
  // A lock whose time does not change belongs to a dead process.
  const beat = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => undefined), beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(lock, { force: true });
  }
}

async function take(token) {
  try {
    await writeFile(lock, token, { flag: 'wx' });
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  return (await readFile(lock, 'utf8').catch(() => '')) === token;
}

async function isStale() {
  const [found, token] = await Promise.all([stat(lock), readFile(lock, 'utf8')]).catch(() => []);
  if (found === undefined) return false;
  const pid = Number.parseInt(token, 10);
  return Date.now() - found.mtimeMs > staleAfterMs || (pid > 0 && !isAlive(pid));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

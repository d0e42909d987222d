import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runningService } from './running-service.mjs';

/** Records the API of this process for other commands with this DATA_DIR. */
export async function announceRunning(dataDir, api) {
  const draft = `${runningFile(dataDir)}.draft`;
  await writeFile(draft, `${JSON.stringify({ api, pid: process.pid })}\n`);
  await rename(draft, runningFile(dataDir));
}

export async function forgetRunning(dataDir) {
  await rm(runningFile(dataDir), { force: true });
}

/**
 * The API of this DATA_DIR, if `npm start` runs it with its own Postgres. A killed start leaves its record behind, so
 * the record counts only if its process still owns the Postgres.
 */
export async function runningApi(dataDir) {
  const { api, pid } = JSON.parse(await readFile(runningFile(dataDir), 'utf8').catch(() => '{}'));
  if (api === undefined) return undefined;
  const postgres = await runningService(dataDir, 'postgres');
  return postgres?.ownerPid === pid ? api : undefined;
}

function runningFile(dataDir) {
  return join(dataDir, 'running.json');
}

import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Tells other commands of this DATA_DIR where the API of this process is. */
export async function announceRunning(dataDir, api) {
  const draft = `${runningFile(dataDir)}.draft`;
  await writeFile(draft, `${JSON.stringify({ api, pid: process.pid })}\n`);
  await rename(draft, runningFile(dataDir));
}

export async function forgetRunning(dataDir) {
  await rm(runningFile(dataDir), { force: true });
}

/**
 * Where the API of this DATA_DIR is, when `npm start` runs it with its own Postgres. A start that was killed leaves its
 * note behind, and by now another program may answer there: the note counts only while its writer owns the Postgres.
 */
export async function runningApi(dataDir) {
  const { api, pid } = JSON.parse(await readFile(runningFile(dataDir), 'utf8').catch(() => '{}'));
  if (api === undefined) return undefined;
  const { runningService } = await import('@svc/embedded');
  const postgres = await runningService(dataDir, 'postgres');
  return postgres?.ownerPid === pid ? api : undefined;
}

function runningFile(dataDir) {
  return join(dataDir, 'running.json');
}

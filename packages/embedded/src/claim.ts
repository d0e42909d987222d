import { mkdir, readFile, rename, rm, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataDirInUseError } from './errors.js';
import { type ProcessRef, endProcess, isAlive, processRef } from './process-ref.js';

/** What a running service writes down about itself, so that others find it and a later start can clean up after it. */
interface ClaimRecord {
  owner?: ProcessRef;
  server?: ProcessRef;
  guardian?: ProcessRef;
  url?: string;
}

/** The right of this process, and of no other, to run one service on one DATA_DIR. */
export interface Claim {
  readonly file: string;
  /** Writes down the running server. */
  record(running: { server: ProcessRef; guardian?: ProcessRef; url: string }): Promise<void>;
  release(): Promise<void>;
}

type StopSteps = readonly (readonly [NodeJS.Signals, number])[];

const breakerStaleAfterMs = 10_000;

/**
 * Claims a service of a DATA_DIR. A server that an earlier, dead owner left behind is stopped first.
 * @throws DataDirInUseError when the owner is alive.
 */
export async function claimService(dataDir: string, name: string, stopSteps: StopSteps): Promise<Claim> {
  const file = claimFile(dataDir, name);
  const owner = processRef(process.pid);
  if (owner === undefined) throw new Error('cannot read the start time of this process');
  await mkdir(join(dataDir, 'run'), { recursive: true, mode: 0o700 });

  const earlier = await takeClaim(dataDir, file, owner);
  // The guardian goes first: it would otherwise stop what is started next.
  if (isAlive(earlier?.guardian)) await endProcess(earlier.guardian, []);
  if (isAlive(earlier?.server)) await endProcess(earlier.server, stopSteps);

  return {
    file,
    record: (running) => replace(file, { owner, ...running }),
    async release() {
      const current = await readClaim(file);
      if (current?.owner?.pid === owner.pid && current.owner.started === owner.started) await rm(file, { force: true });
    },
  };
}

/** The service that runs on this DATA_DIR now, started by any process. */
export async function runningService(
  dataDir: string,
  name: 'postgres' | 'redis',
): Promise<{ url: string; pid: number; ownerPid: number } | undefined> {
  const claim = await readClaim(claimFile(dataDir, name));
  if (!isAlive(claim?.owner) || !isAlive(claim?.server) || claim.url === undefined) return undefined;
  return { url: claim.url, pid: claim.server.pid, ownerPid: claim.owner.pid };
}

function claimFile(dataDir: string, name: string): string {
  return join(dataDir, 'run', `${name}.json`);
}

/** Returns the claim of the dead owner that it took over, if there was one. */
async function takeClaim(dataDir: string, file: string, owner: ProcessRef): Promise<ClaimRecord | undefined> {
  for (;;) {
    if (await createClaim(file, { owner })) return undefined;
    const earlier = await readClaim(file);
    if (isAlive(earlier?.owner)) throw new DataDirInUseError(dataDir, earlier.owner.pid);
    // Two starts may both find the same dead claim; only the one that holds this folder may replace it.
    const breaker = `${file}.breaking`;
    if (!(await enterBreaker(breaker))) {
      await sleep(50);
      continue;
    }
    try {
      const current = await readClaim(file);
      if (current === undefined) continue;
      if (isAlive(current.owner)) throw new DataDirInUseError(dataDir, current.owner.pid);
      await replace(file, { ...current, owner });
      return current;
    } finally {
      await rmdir(breaker).catch(() => undefined);
    }
  }
}

async function createClaim(file: string, claim: ClaimRecord): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify(claim), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function enterBreaker(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const made = await stat(folder).catch(() => undefined);
    if (made !== undefined && Date.now() - made.mtimeMs > breakerStaleAfterMs)
      await rmdir(folder).catch(() => undefined);
    return false;
  }
}

async function replace(file: string, claim: ClaimRecord): Promise<void> {
  const next = `${file}.${process.pid}.new`;
  await writeFile(next, JSON.stringify(claim), { mode: 0o600 });
  await rename(next, file).catch(async (error: unknown) => {
    await unlink(next);
    throw error;
  });
}

/** undefined when there is none; a claim that cannot be read counts as one without an owner. */
async function readClaim(file: string): Promise<ClaimRecord | undefined> {
  // A claim is empty for the instant between its creation and its first write.
  for (let attempt = 0; attempt < 20; attempt++) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const claim = parseClaim(text);
    if (claim !== undefined) return claim;
    await sleep(25);
  }
  return {};
}

function parseClaim(text: string): ClaimRecord | undefined {
  try {
    const claim = JSON.parse(text) as ClaimRecord | null;
    return typeof claim?.owner?.pid === 'number' ? claim : undefined;
  } catch {
    return undefined;
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { onTestFinished } from 'vitest';

export const isRoot = process.getuid?.() === 0;
export const nobody = 65_534;

/** A folder of this test alone, removed after it. */
export async function scratchFolder(mode = 0o711, owner?: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-embedded-'));
  await chmod(folder, mode);
  if (owner !== undefined) await chown(folder, owner, owner);
  // A server whose owner was killed may still be writing its last when the test is over.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  return folder;
}

export async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that stops ends the connection with an error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

interface Holder {
  process: ChildProcess;
  postgres: { url: string; pid: number };
  redis: { url: string; pid: number };
}

/** Starts both services in a process of its own, so that it can be killed. */
export async function holdServices(
  options: object,
  as: { uid?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<Holder> {
  const { process, said } = await runHolder(options, as);
  if (said.postgres === undefined || said.redis === undefined) throw new Error(`holder: ${JSON.stringify(said)}`);
  return { process, postgres: said.postgres, redis: said.redis };
}

type Said = Partial<Omit<Holder, 'process'>> & { error?: string; message?: string };

export async function runHolder(
  options: object,
  as: { uid?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<{ process: ChildProcess; said: Said }> {
  const script = fileURLToPath(new URL('hold-services.mjs', import.meta.url));
  const holder = spawn(process.execPath, [script, JSON.stringify(options)], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...as.env },
    ...(as.uid !== undefined && { uid: as.uid, gid: as.uid }),
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  const [line] = (await once(createInterface(holder.stdout), 'line')) as [string];
  return { process: holder, said: JSON.parse(line) as Said };
}

export async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(child, 'exit');
  child.kill(signal);
  const [code] = (await exit) as [number | null];
  return code;
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch {
    return false;
  }
}

export async function untilGone(isThere: () => boolean, seconds: number): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (isThere()) {
    if (Date.now() > deadline) throw new Error(`still there after ${seconds} s`);
    await sleep(20);
  }
}

/** Pids whose command line mentions this text. Linux only. */
export async function processesMentioning(text: string): Promise<number[]> {
  if (!existsSync('/proc/self/cmdline')) return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return pids.filter((_, index) => lines[index]?.includes(text));
}

function isZombie(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !existsSync(`/proc/${pid}/exe`);
}

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Child } from './child.js';

const run = promisify(execFile);

/** Resident memory of a running process in megabytes (2^20 bytes). */
export async function residentMb(child: Child): Promise<number> {
  child.assertRunning();
  const { pid } = child;
  const kilobytes = (await fromProc(pid)) ?? (await fromPs(pid));
  return Math.round(kilobytes / 1_024);
}

async function fromProc(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes);
}

async function fromPs(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim());
}

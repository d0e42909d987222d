import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
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

/** Samples the resident memory of a process five times a second. */
export async function watchMemory(child: Child) {
  const atStartMb = await residentMb(child);
  let [mostMb, over] = [atStartMb, false];
  const watching = (async () => {
    while (!over) {
      mostMb = Math.max(mostMb, await residentMb(child));
      await delay(200);
    }
  })();
  const end = async () => {
    over = true;
    await watching;
    return { atStartMb, mostMb, grownMb: mostMb - atStartMb };
  };
  return { end };
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

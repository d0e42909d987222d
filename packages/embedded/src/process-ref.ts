import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process, told apart from a later one with the same pid by its start. */
export interface ProcessRef {
  pid: number;
  started: string;
}

export function processRef(pid: number): ProcessRef | undefined {
  const started = startOf(pid);
  return started === undefined ? undefined : { pid, started };
}

export function isAlive(process: ProcessRef | undefined): process is ProcessRef {
  return process !== undefined && startOf(process.pid) === process.started;
}

/** Sends each signal in turn, waiting up to its seconds for the process to end, and SIGKILL at last. */
export async function endProcess(
  target: ProcessRef,
  steps: readonly (readonly [NodeJS.Signals, number])[],
): Promise<void> {
  for (const [signal, seconds] of [...steps, ['SIGKILL', 5] as const]) {
    signalProcess(target, signal);
    const deadline = Date.now() + seconds * 1000;
    while (isAlive(target) && Date.now() < deadline) await sleep(20);
    if (!isAlive(target)) return;
  }
}

function signalProcess(target: ProcessRef, signal: NodeJS.Signals): void {
  if (!isAlive(target)) return;
  try {
    process.kill(target.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function startOf(pid: number): string | undefined {
  return process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid);
}

function startOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses and may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    const startTicks = fields[19];
    if (state === 'Z' || state === 'X' || startTicks === undefined) return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${startTicks}`;
  } catch {
    return undefined;
  }
}

function startByPs(pid: number): string | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    }).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  } catch {
    return undefined;
  }
}

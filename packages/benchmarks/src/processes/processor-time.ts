import { readFile, readdir } from 'node:fs/promises';
import { Redis } from 'ioredis';
import { queryOne } from '../database/query.js';
import type { Backends } from './backends.js';
import type { Child } from './child.js';

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Processor seconds by part of the service. */
type ProcessorTime = Readonly<Record<'api' | 'worker' | 'postgres' | 'redis', number>>;

/** Reads how much processor time the service has used so far; null where there is no /proc. */
export async function processorTime(backends: Backends, api: Child, worker: Child): Promise<ProcessorTime | null> {
  const [postgres, redis] = await Promise.all([postgresPid(backends.databaseUrl), redisPid(backends.redisUrl)]);
  const processes = await readProcesses();
  if (processes.size === 0) return null;
  const parts = { api: api.pid, worker: worker.pid, postgres, redis };
  const seconds = Object.entries(parts).map(([part, pid]) => [part, treeSeconds(pid, processes)]);
  return Object.fromEntries(seconds) as ProcessorTime;
}

/** Processor seconds that processes and their descendants have used so far; null where there is no /proc. */
export async function processorSeconds(pids: readonly number[]): Promise<number | null> {
  const processes = await readProcesses();
  return processes.size === 0 ? null : pids.reduce((sum, pid) => sum + treeSeconds(pid, processes), 0);
}

/** Milliseconds per item between two readings. */
export function millisecondsEach(before: ProcessorTime, after: ProcessorTime, items: number) {
  const each = (part: keyof ProcessorTime): number => Math.round(((after[part] - before[part]) / items) * 1e6) / 1e3;
  const parts = { api: each('api'), worker: each('worker'), postgres: each('postgres'), redis: each('redis') };
  const all = Object.values(parts).reduce((sum, part) => sum + part, 0);
  return { ...parts, all: Math.round(all * 1e3) / 1e3 };
}

interface Process {
  readonly parent: number;
  readonly own: number;
  /** Of children that have ended. */
  readonly ended: number;
}

async function readProcesses(): Promise<Map<number, Process>> {
  const processes = new Map<number, Process>();
  for (const name of await readdir('/proc').catch(() => [])) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    // The command, in parentheses, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const at = (index: number): number => Number(fields[index]);
    if (stat !== '') processes.set(Number(name), { parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) });
  }
  return processes;
}

/** Processor seconds of a process and its descendants. */
function treeSeconds(pid: number, processes: ReadonlyMap<number, Process>): number {
  const root = processes.get(pid);
  if (root === undefined) return 0;
  const children = [...processes].filter(([, { parent }]) => parent === pid);
  const below = children.reduce((sum, [child]) => sum + treeSeconds(child, processes), 0);
  return (root.own + root.ended) / TICKS_PER_SECOND + below;
}

async function postgresPid(url: string): Promise<number> {
  const { pid } = await queryOne<{ pid: string }>(
    url,
    `SELECT split_part(pg_read_file('postmaster.pid'), E'\n', 1) AS pid`,
  );
  return Number(pid);
}

async function redisPid(url: string): Promise<number> {
  const redis = new Redis(url);
  const info = await redis.info('server').finally(() => redis.disconnect());
  return Number(/^process_id:(\d+)/m.exec(info)?.[1]);
}

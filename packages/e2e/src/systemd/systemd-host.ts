import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '@svc/testing';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const BOOT = fileURLToPath(new URL('boot.sh', import.meta.url));
const PATH = `${dirname(process.execPath)}:/usr/sbin:/usr/bin:/sbin:/bin`;

/** What keeps this machine from booting systemd in namespaces. */
export function missingForSystemd(): string[] {
  const missing: string[] = [];
  if (process.getuid?.() !== 0) missing.push('root');
  if (!existsSync('/lib/systemd/systemd')) missing.push('systemd');
  if (spawnSync('nsenter', ['--version']).status !== 0) missing.push('util-linux');
  if (!hasCgroups()) missing.push('cgroup2, which can be written to');
  return missing;
}

function hasCgroups(): boolean {
  const folder = cgroups();
  if (folder === undefined) return false;
  try {
    rmdirSync(mkdtempSync(join(folder, 'svc-')));
    return true;
  } catch {
    return false;
  }
}

/** Where control groups of version 2 are mounted. */
function cgroups(): string | undefined {
  const mounts = existsSync('/proc/self/mounts') ? readFileSync('/proc/self/mounts', 'utf8').split('\n') : [];
  return mounts.map((line) => line.split(' ')).find(([, , type]) => type === 'cgroup2')?.[1];
}

/** A machine under systemd with this repository at /opt/svc-payments. It ends with the tests. */
export interface SystemdHost {
  /** Runs a program there, and returns its output. If it fails, the error has the end of the journal. */
  run(...command: string[]): Promise<string>;
  /** The path at which this process reaches a file of the host. */
  path(file: string): string;
  stop(): Promise<void>;
}

export async function bootSystemd(): Promise<SystemdHost> {
  const missing = missingForSystemd();
  if (missing.length > 0) throw new Error(`systemd cannot be booted without ${missing.join(', ')}`);
  const folder = await mkdtemp(join(tmpdir(), 'svc-systemd-'));
  const cgroup = await mkdtemp(join(cgroups() ?? '', 'svc-'));
  // The host ends with this process. It can neither load modules nor set the clock.
  const script = `echo $$ > ${cgroup}/cgroup.procs
    exec setpriv --pdeathsig KILL --bounding-set=-sys_module,-sys_time \\
      unshare --cgroup --pid --mount --uts --ipc --fork --kill-child bash "$@"`;
  const child = spawn('bash', ['-c', script, 'bash', BOOT, ROOT, folder, process.execPath], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    await removeCgroups(cgroup);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const init = await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`systemd did not start: ${output}`);
      const [pid] = (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).split(' ');
      const name = await readFile(`/proc/${pid}/comm`, 'utf8');
      if (name.trim() !== 'systemd') throw new Error(`process 1 is ${name}: ${output}`);
      return String(pid);
    });
    const enter = ['-t', init, '--all', '--root', '--wd', 'env', '-i', `PATH=${PATH}`, 'HOME=/root'];
    const call = async (...command: string[]): Promise<string> =>
      (await promisify(execFile)('nsenter', [...enter, ...command])).stdout;
    const run: SystemdHost['run'] = async (...command) => {
      try {
        return await call(...command);
      } catch (error) {
        const journal = await call('journalctl', '--output', 'cat', '--lines', '20').catch(() => '');
        throw new Error(`${reasonOf(error)}\n${journal}`, { cause: error });
      }
    };
    await eventually(() => run('systemctl', 'is-active', 'basic.target'), { timeoutMs: 30_000 });
    return { run, path: (file) => `/proc/${init}/root${file}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Removes the groups that systemd made, from the innermost one. They are empty once their processes have ended. */
async function removeCgroups(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeCgroups(join(folder, entry.name));
  }
  await eventually(() => rmdir(folder));
}

import { cp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { succeeds } from '../machines/run.js';

/** Thrown with a message for the operator. */
export class Refusal extends Error {}

export interface Tools {
  readonly patroni: Patroni;
  /** The folder with the programs of Postgres. */
  readonly postgres: string;
  /** The user of the servers; undefined unless the drill runs as root. */
  readonly user: string | undefined;
}

/** Commands of a Patroni that the user of the servers can run. */
interface Patroni {
  readonly command: readonly string[];
  readonly control: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The Python of Debian, which has the packages that Patroni needs. */
const PYTHON = '/usr/bin/python3';
const RUN = "from patroni.__main__ import main\nif __name__ == '__main__':\n    main()\n";
const CONTROL = "from patroni.ctl import ctl\nctl(prog_name='patronictl')\n";

/** Copies the Patroni of a virtual environment to where the user of the servers can read it. */
export async function copyPatroni(environment: string, folder: string): Promise<Patroni> {
  const lib = join(environment, 'lib');
  const [version = ''] = (await readdir(lib)).filter((name) => name.startsWith('python'));
  const packages = join(folder, 'python');
  await cp(join(lib, version, 'site-packages', 'patroni'), join(packages, 'patroni'), { recursive: true });
  // Patroni starts Postgres by a process that loads the same script again.
  const scripts = [join(folder, 'run-patroni.py'), join(folder, 'run-patronictl.py')] as const;
  await writeFile(scripts[0], RUN);
  await writeFile(scripts[1], CONTROL);
  return { command: [PYTHON, scripts[0]], control: [PYTHON, scripts[1]], env: { PYTHONPATH: packages } };
}

/** The user of the servers; undefined unless the drill runs as root. */
export async function serverUser(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  return (await succeeds(['id', 'postgres'])) ? 'postgres' : 'nobody';
}

/** Options of `unshare`: network, processes and shared memory end with the command. A killed Postgres leaves shared memory behind. */
export const NAMESPACES = ['--net', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];
/** The shell command that gives such a command a `/dev/shm` of its own. */
export const OWN_SHARED_MEMORY = 'mount -t tmpfs tmpfs /dev/shm';

/** Whether this machine gives out namespaces, in which links can be cut. */
export async function hasNamespaces(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const bridge = 'ip link add name probe type bridge && ip link add name one type veth peer name other';
  return succeeds(['unshare', ...NAMESPACES, 'sh', '-c', `${OWN_SHARED_MEMORY} && ${bridge}`]);
}

import { chown, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '../cache.js';
import { EmbeddedError } from '../errors.js';
import type { Placement } from '../placement.js';
import { endProcess, processRef } from '../process-ref.js';
import { run } from '../run.js';
import type { PostgresBinaries } from './binaries.js';

export const superuser = 'svc';

interface ClusterOptions {
  binaries: PostgresBinaries;
  placement: Placement;
  password: string;
  database: string;
  durable: boolean;
}

/** Makes the cluster and the database when they are missing; returns the cluster's folder. */
export async function prepareCluster(options: ClusterOptions): Promise<string> {
  const { binaries, placement, database } = options;
  const cluster = join(placement.home, 'cluster');
  const databases = join(placement.home, 'databases');
  if (!(await exists(cluster))) {
    const draft = await initialize(options);
    await createDatabase(draft, options);
    await writeFile(databases, `${database}\n`);
    await rename(draft, cluster);
    return cluster;
  }
  await checkVersion(cluster, binaries);
  await clearStaleLock(cluster);
  const made = (await readFile(databases, 'utf8')).split('\n');
  if (!made.includes(database)) {
    await createDatabase(cluster, options);
    await writeFile(databases, `${database}\n`, { flag: 'a' });
  }
  return cluster;
}

async function initialize({ binaries, placement, password, durable }: ClusterOptions): Promise<string> {
  const draft = join(placement.home, 'cluster.draft');
  const passwordFile = join(placement.home, 'initial-password');
  await rm(draft, { recursive: true, force: true });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (placement.identity !== undefined) await chown(passwordFile, placement.identity.uid, placement.identity.gid);
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'];
  const access = ['--auth=scram-sha-256', `--username=${superuser}`, `--pwfile=${passwordFile}`];
  try {
    await run(
      binaries.initdb,
      ['-D', draft, ...locale, ...access, '--no-instructions', ...(durable ? [] : ['--no-sync'])],
      {
        cwd: placement.home,
        identity: placement.identity,
      },
    );
  } finally {
    await unlink(passwordFile);
  }
  return draft;
}

/** In single-user mode, which needs no client. */
async function createDatabase(
  cluster: string,
  { binaries, placement, database, durable }: ClusterOptions,
): Promise<void> {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(database)) throw new EmbeddedError(`not a name for a database: ${database}`);
  const sync = durable ? [] : ['-c', 'fsync=off'];
  // Single-user mode ends well even when a statement failed; what it printed tells.
  const said = await run(binaries.postgres, ['--single', '-D', cluster, ...sync, 'postgres'], {
    cwd: placement.home,
    identity: placement.identity,
    input: `CREATE DATABASE ${database}\nSELECT datname FROM pg_database WHERE datname = '${database}'\n`,
  });
  if (!said.includes(`"${database}"`)) throw new EmbeddedError(`Postgres did not create the database ${database}`);
}

async function checkVersion(cluster: string, binaries: PostgresBinaries): Promise<void> {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (made === binaries.majorVersion) return;
  throw new EmbeddedError(
    `${cluster} was made by Postgres ${made}; this version brings Postgres ${binaries.majorVersion}. ` +
      'Move the data with pg_dump of the old version, or set DATA_DIR to a new folder.',
  );
}

/** A killed Postgres leaves its pid behind; a process that has that pid now would keep Postgres from starting. */
async function clearStaleLock(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!(pid > 0)) return;
  const holder = processRef(pid);
  if (holder !== undefined && (await commandLine(pid)).includes(cluster)) await endProcess(holder, [['SIGINT', 30]]);
  else await rm(file, { force: true });
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => '');
}

import { execFile } from 'node:child_process';
import { chown, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres, type EmbeddedService } from '@svc/embedded';
import pg from 'pg';
import { makeDataFolder } from './data-folder.js';

/** Starts a hot standby of a local Postgres by streaming replication. */
export async function startOwnStandby(primaryUrl: string): Promise<EmbeddedService> {
  const dataDir = await makeDataFolder('standby');
  const { hostname, port, username, password } = new URL(primaryUrl);
  await writeFile(join(dataDir, 'postgres.secret'), password, { mode: 0o600 });
  await copyCluster(primaryUrl, join(dataDir, 'postgres'));
  const primary_conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  return startPostgres({ dataDir, durable: false, disposable: true, settings: { primary_conninfo } });
}

/** Copies the files of the running server by a Postgres base backup. */
async function copyCluster(primaryUrl: string, home: string): Promise<void> {
  const client = new pg.Client({ connectionString: primaryUrl });
  await client.connect();
  try {
    const { rows: folders } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const source = folders[0]?.data_directory ?? '';
    await client.query(`SELECT pg_backup_start('standby', true)`);
    await promisify(execFile)('cp', ['-a', dirname(source), home]);
    const { rows: labels } = await client.query<{ label: string }>(
      'SELECT labelfile AS label FROM pg_backup_stop(false)',
    );
    const cluster = join(home, 'cluster');
    await rm(join(cluster, 'postmaster.pid'), { force: true });
    await writeFor(cluster, 'backup_label', labels[0]?.label ?? '');
    await writeFor(cluster, 'standby.signal', '');
  } finally {
    await client.end();
  }
}

/** Writes a file with the owner of its folder. */
async function writeFor(folder: string, name: string, text: string): Promise<void> {
  const { uid, gid } = await stat(folder);
  await writeFile(join(folder, name), text, { mode: 0o600 });
  await chown(join(folder, name), uid, gid);
}

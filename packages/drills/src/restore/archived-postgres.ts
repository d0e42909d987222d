import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { eventually } from '@svc/testing';
import pg from 'pg';
import { makeFolder, writeOwned } from '../cluster/place.js';
import type { Machine } from '../machines/machine.js';
import type { Place } from '../machines/programs.js';
import { run } from '../machines/run.js';

const START_MS = 120_000;
const STANZA = 'payments';
/** Further files of settings. */
const INCLUDED = 'conf.d';

interface ArchivedPostgresOptions {
  readonly place: Place;
  readonly machine: Machine;
  /** The folder with the programs of Postgres. */
  readonly postgres: string;
  /** The folder deploy/ of the source tree. */
  readonly deployFolder: string;
}

/** A Postgres whose log is archived by pgBackRest, with a repository that survives it. */
export class ArchivedPostgres {
  private readonly password = randomBytes(12).toString('hex');
  private server: ChildProcess | undefined;

  constructor(private readonly options: ArchivedPostgresOptions) {}

  /** The URL of a role's database. */
  url(role: string, password: string, database: string): string {
    return `postgres://${role}:${password}@${this.options.machine.address}:5432/${database}`;
  }

  /** Makes a cluster that archives its log, starts it, and makes the repository. */
  async create(): Promise<void> {
    const { place, postgres } = this.options;
    await makeFolder(place, 'postgres');
    for (const folder of ['repository', 'lock', 'spool', 'socket']) await makeFolder(place, folder);
    const passwordFile = join(place.folder, 'password');
    await writeOwned(place, passwordFile, this.password);
    const options = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8'];
    await this.asServer([join(postgres, 'initdb'), '--no-sync', '--no-locale', ...options, this.data]);
    await rm(passwordFile);
    await writeOwned(place, join(place.folder, 'pgpass'), `*:*:*:postgres:${this.password}\n`);
    await writeOwned(place, this.config, await this.backupSettings());
    const password = randomBytes(24).toString('base64');
    await makeFolder(place, INCLUDED);
    await writeOwned(place, join(place.folder, INCLUDED, 'cipher.conf'), `[global]\nrepo1-cipher-pass=${password}\n`);
    await this.start();
    await this.backRest('stanza-create');
  }

  /** Starts the server, and waits until it takes writes. After a restore this includes the recovery. */
  async start(): Promise<void> {
    const { machine, place, postgres } = this.options;
    const settings = {
      listen_addresses: machine.address,
      port: '5432',
      unix_socket_directories: join(place.folder, 'socket'),
      // In the data directory, because a killed server would leave files in /dev/shm.
      dynamic_shared_memory_type: 'mmap',
      archive_mode: 'on',
      archive_command: `${this.backRestCommand.join(' ')} archive-push %p`,
      archive_timeout: '60',
    };
    const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = [join(postgres, 'postgres'), '-D', this.data, ...given];
    this.server = machine.start({ name: 'postgres', command, env: this.environment });
    await eventually(
      async () => {
        const [row] = await this.asSuperuser('postgres', ['SELECT pg_is_in_recovery() AS standby']);
        if (row?.['standby'] !== false) throw new Error('Postgres is in recovery');
      },
      { timeoutMs: START_MS, intervalMs: 200 },
    );
  }

  /** A full backup. */
  async backUp(): Promise<void> {
    await this.backRest('backup', '--type=full');
  }

  /** Waits until the log is archived up to now. `archive_timeout` does that by itself once a minute. */
  async archiveAll(): Promise<void> {
    const [row] = await this.asSuperuser('postgres', ['SELECT pg_walfile_name(pg_switch_wal()) AS file']);
    const file = String(row?.['file']);
    await eventually(async () => {
      const [archiver] = await this.asSuperuser('postgres', ['SELECT last_archived_wal AS file FROM pg_stat_archiver']);
      if (String(archiver?.['file']) < file) throw new Error(`${file} is not archived`);
    });
  }

  /** The plug is pulled, and the disk is gone. */
  async lose(): Promise<void> {
    const { server } = this;
    const ended = server === undefined || server.exitCode !== null ? undefined : once(server, 'close');
    await this.options.machine.kill();
    await ended;
    await rm(this.data, { recursive: true, maxRetries: 20 });
  }

  /** Restores the state at a moment from the repository. Start the server afterwards. */
  async restore(moment: string): Promise<void> {
    await makeFolder(this.options.place, 'postgres');
    await this.backRest('restore', '--type=time', `--target=${moment}`, '--target-action=promote');
  }

  /** Runs statements as the superuser. Returns the rows of the last one. */
  async asSuperuser(database: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
    const url = this.url('postgres', this.password, database);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
      return rows;
    } finally {
      await client.end();
    }
  }

  private get data(): string {
    return join(this.options.place.folder, 'postgres', 'data');
  }

  private get config(): string {
    return join(this.options.place.folder, 'pgbackrest.conf');
  }

  private get backRestCommand(): string[] {
    const included = `--config-include-path=${join(this.options.place.folder, INCLUDED)}`;
    return ['pgbackrest', `--config=${this.config}`, included, `--stanza=${STANZA}`];
  }

  private get environment(): Readonly<Record<string, string>> {
    return { PGPASSFILE: join(this.options.place.folder, 'pgpass') };
  }

  /** The example of deploy/, with the folders of this drill. */
  private async backupSettings(): Promise<string> {
    const { place, deployFolder } = this.options;
    const example = await readFile(join(deployFolder, 'pgbackrest/pgbackrest.conf'), 'utf8');
    const paths = ['lock', 'spool'].map((name) => `${name}-path=${join(place.folder, name)}`);
    return example
      .replace('/var/lib/pgbackrest', join(place.folder, 'repository'))
      .replace(
        '/var/lib/postgresql/15/main',
        `${this.data}\npg1-socket-path=${join(place.folder, 'socket')}\npg1-user=postgres`,
      )
      .replace('[global]', ['[global]', 'log-level-file=off', ...paths].join('\n'));
  }

  private async backRest(command: string, ...options: readonly string[]): Promise<void> {
    await this.asServer([...this.backRestCommand, ...options, '--log-level-console=warn', command]);
  }

  /** Runs a command as the user of the servers. */
  private async asServer(command: readonly string[]): Promise<void> {
    const { user } = this.options.place;
    const identity = user === undefined ? [] : ['setpriv', '--reuid', user, '--regid', user, '--clear-groups'];
    await run([...identity, ...command], {
      PATH: process.env['PATH'],
      HOME: this.options.place.folder,
      ...this.environment,
    });
  }
}

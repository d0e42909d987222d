import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServerKind, startServer } from '../server.js';
import type { EmbeddedService, PostgresOptions } from '../service.js';
import { findPostgresBinaries } from './binaries.js';
import { prepareCluster, superuser } from './cluster.js';

/**
 * Starts a Postgres on 127.0.0.1, with a cluster in the data folder.
 * @throws EmbeddedError when it cannot run here; DataDirInUseError when another live process runs it on this folder.
 */
export function startPostgres(options: PostgresOptions): Promise<EmbeddedService> {
  const database = options.database ?? 'svc';
  const durable = options.durable ?? true;
  let cluster = '';

  const kind: ServerKind = {
    name: 'postgres',
    title: 'Postgres',
    stopSignal: 'INT',
    async prepare({ dataDir, placement, password }) {
      const binaries = await findPostgresBinaries(dataDir, placement);
      cluster = await prepareCluster({ binaries, placement, password, database, durable });
      const settings = { ...defaults, ...(durable ? {} : withoutDurability), ...options.settings };
      return (port) => ({
        program: binaries.postgres,
        args: ['-D', cluster, ...asArguments({ ...settings, port: String(port) })],
        env: {},
      });
    },
    async isReady(_site, _port, pid) {
      // Its eighth line is the state, which pg_ctl waits for as well.
      const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
      return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
    },
    readFailure(output) {
      if (output.includes('Address already in use')) return 'port-taken';
      return /pre-existing shared memory|lock file .* already exists/.test(output) ? 'try-again' : 'fatal';
    },
    url: (password, port) => `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`,
  };
  return startServer(kind, options);
}

const defaults: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  // No socket: nothing of it lies outside the data folder, and no two instances meet.
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Errors of statements quote their values, such as e-mail addresses. The sender of the statement reports them.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

const withoutDurability: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

function asArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

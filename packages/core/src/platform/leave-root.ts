import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Config } from './config/config.js';
import { SECRET_FILES } from './config/secret-files.js';
import type { Logger } from './logger.js';

interface User {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

type Posix = 'getegid' | 'getgroups' | 'setegid' | 'seteuid' | 'setgid' | 'setgroups' | 'setuid';

/** Node lacks these on Windows, where no process is root. Its types lack initgroups. */
const system = process as NodeJS.Process &
  Required<Pick<NodeJS.Process, Posix>> & { initgroups(user: string, group: number): void };

const TREE = fileURLToPath(new URL('../../../../', import.meta.url));

/** Variables that name files which are read again for new connections and by restarted API processes. */
const FILE_VARIABLES = [
  ...SECRET_FILES,
  'NODE_EXTRA_CA_CERTS',
  'WEBHOOK_EXTRA_CA',
  'PROCESSOR_EXTRA_CA',
  ...['', '_TRACES'].flatMap((signal) =>
    ['CERTIFICATE', 'CLIENT_CERTIFICATE', 'CLIENT_KEY'].map((name) => `OTEL_EXPORTER_OTLP${signal}_${name}`),
  ),
];

/** If started as root, switches to RUN_AS_USER, unless that user cannot read a file that may still be needed. */
export function leaveRoot(config: Pick<Config, 'RUN_AS_USER' | 'DATABASE_URL'>, logger: Logger): void {
  if (process.getuid?.() !== 0 || config.RUN_AS_USER === 'root') return;
  try {
    const user = findUser(config.RUN_AS_USER);
    actingAs(user, () => {
      requireOwnPassword(config.DATABASE_URL);
      requireReadable(neededFiles(), user);
    });
    system.initgroups(user.name, user.gid);
    system.setgid(user.gid);
    system.setuid(user.uid);
    const { name, uid, gid } = user;
    logger.info({ event: 'left_root', user: name, uid, gid }, `left root: runs as uid ${uid} (${name})`);
  } catch (error) {
    const { message } = error as Error;
    logger.warn({ event: 'stays_root', reason: message }, `stays root: ${message}`);
  }
}

function findUser(name: string): User {
  try {
    const [uid, gid] = ['-u', '-g'].map((option) =>
      Number(execFileSync('id', [option, '--', name], { stdio: 'pipe' })),
    );
    if (uid !== undefined && gid !== undefined) return { name, uid, gid };
  } catch {
    // There is no such user.
  }
  throw new Error(`there is no user ${name}; set RUN_AS_USER`);
}

/** Also throws if a certificate or key named in the URL is unreadable: every new connection reads it. */
function requireOwnPassword(databaseUrl: string): void {
  const { password } = new pg.Client({ connectionString: databaseUrl });
  if (password) return;
  throw new Error('DATABASE_URL has no password, so that Postgres may go by the user of the process or its .pgpass');
}

/** Runs `work` with the rights of `user`, then restores those of root. */
function actingAs(user: User, work: () => void): void {
  const [gid, groups] = [system.getegid(), system.getgroups()];
  try {
    system.initgroups(user.name, user.gid);
    system.setegid(user.gid);
    system.seteuid(user.uid);
    work();
  } finally {
    system.seteuid(0);
    system.setegid(gid);
    system.setgroups(groups);
  }
}

function requireReadable(files: Iterable<string>, { name }: User): void {
  for (const file of files) {
    try {
      closeSync(openSync(file, 'r'));
    } catch (error) {
      throw new Error(`user ${name} cannot read ${file} (${(error as NodeJS.ErrnoException).code})`, { cause: error });
    }
  }
}

/** Lists what is loaded late, served from files, or run as another process. */
function* neededFiles(): Generator<string> {
  yield process.execPath;
  yield* process.argv.slice(1, 2);
  yield* FILE_VARIABLES.flatMap((name) => process.env[name] || []);
  yield join(TREE, 'openapi', 'openapi.json');
  const workspaces = ['apps', 'packages'].flatMap((name) => foldersIn(join(TREE, name)));
  for (const workspace of workspaces) yield* filesUnder(join(workspace, 'dist'));
  for (const parent of [TREE, ...workspaces]) yield* packagesIn(join(parent, 'node_modules'));
}

/** Returns the manifest of each installed package: npm gives all files of a package the same rights. */
function packagesIn(folder: string): string[] {
  return foldersIn(folder).flatMap((entry) =>
    /[/\\]@[^/\\]+$/.test(entry) ? packagesIn(entry) : join(entry, 'package.json'),
  );
}

/** Without what only editors and debuggers read. */
function filesUnder(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesUnder(path);
    return /\.(d\.ts|map|tsbuildinfo)$/.test(entry.name) ? [] : path;
  });
}

function foldersIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => join(folder, name));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    // The path may be a file: name it as the one that cannot be listed.
    throw new Error(`cannot list ${folder} (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}

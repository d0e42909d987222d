import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { migrations as released, refusalOf } from './migrations.js';
import { createDataSource, createPool } from '../platform/database/open-database.js';
import { StandbyRefused } from '../platform/database/database-away.js';

const LOCK = 7_306_942_211;
const LOCK_POLL_MS = 100;
const ANY_TIME = { statementMs: 0, lockMs: 0 };
/** How often to check whether a migration is blocked. */
const POLL_EVERY_MS = 5_000;

/** The progress of an upgrade: it waits for another process that migrates, started, is blocked by other sessions, or finished. */
export type MigrationNews =
  | { readonly kind: 'queued' }
  | { readonly kind: 'begun'; readonly migrations: readonly string[] }
  | { readonly kind: 'waits'; readonly pids: readonly number[] }
  | { readonly kind: 'over'; readonly durationMs: number };

type Migrations = readonly (new () => MigrationInterface & { readonly name: string })[];

/** The database belongs to another installation. */
export class CellMismatch extends Error {
  override readonly name = 'CellMismatch';

  constructor(set: number, found: number) {
    super(
      `CELL is ${set}, but the database belongs to cell ${found}. Set CELL=${found}, or DATABASE_URL to the database of ` +
        `cell ${set}.`,
    );
  }
}

export interface MigrateOptions {
  /** The CELL of the process; the first migration stores it in the database. If undefined, the database's, or 0. */
  readonly cell?: number | undefined;
  /** The migrations of this version by default. */
  readonly migrations?: Migrations;
}

/** The schema is older than this version, which may not migrate it. */
export class MigrationsMissing extends Error {
  override readonly name = 'MigrationsMissing';

  constructor(missing: readonly string[]) {
    super(
      `The database lacks ${missing.length === 1 ? 'the migration' : 'the migrations'} ${missing.join(', ')}. Run ` +
        'npm run migrate, or set MIGRATE_ON_BOOT=true.',
    );
  }
}

/**
 * Brings the schema up to date; concurrent processes wait. Reports the progress, except for a new database. Throws on a
 * standby, another cell, or a database of an unreleased version.
 */
export async function migrate(
  databaseUrl: string,
  tell: (news: MigrationNews) => void = () => {},
  { cell, migrations = released }: MigrateOptions = {},
): Promise<void> {
  await onPrimary(databaseUrl, migrations, (dataSource) =>
    underLock(dataSource, tell, async () => {
      const pending = await pendingIn(dataSource);
      const isNew = pending.length === dataSource.migrations.length;
      if (pending.length > 0) {
        await watched(dataSource, pending, isNew ? () => {} : tell, async () => {
          await dataSource.runMigrations();
        });
      }
      const [entered] = await dataSource.query<{ cell: number }[]>('SELECT enter_cell($1) AS cell', [cell ?? 0]);
      requireCell(cell, entered?.cell);
    }),
  );
}

/** Throws `MigrationsMissing` if the schema is older than this version, and where `migrate` does. Newer ones are fine. */
export async function requireMigrated(
  databaseUrl: string,
  { cell, migrations = released }: MigrateOptions = {},
): Promise<void> {
  await onPrimary(databaseUrl, migrations, async (dataSource) => {
    const missing = await pendingIn(dataSource);
    if (missing.length > 0) throw new MigrationsMissing(missing);
    const [state] = await dataSource.query<{ cell: number | null }[]>('SELECT cell FROM system_state');
    requireCell(cell, state?.cell);
  });
}

/** Migrates the database of a process that starts or, with MIGRATE_ON_BOOT=false, requires that this was done. */
export async function prepareDatabase(
  config: { readonly DATABASE_URL: string; readonly CELL: number | undefined; readonly MIGRATE_ON_BOOT: boolean },
  tell?: (news: MigrationNews) => void,
): Promise<void> {
  const { DATABASE_URL, CELL: cell, MIGRATE_ON_BOOT } = config;
  await (MIGRATE_ON_BOOT ? migrate(DATABASE_URL, tell, { cell }) : requireMigrated(DATABASE_URL, { cell }));
}

async function onPrimary(
  databaseUrl: string,
  migrations: Migrations,
  work: (dataSource: DataSource) => Promise<void>,
): Promise<void> {
  const dataSource = createDataSource(createPool({ DATABASE_URL: databaseUrl, DATABASE_POOL: 3 }, ANY_TIME), []);
  dataSource.setOptions({ migrations: [...migrations], migrationsTransactionMode: 'each' });
  await dataSource.initialize();
  try {
    // A pooler does not report on connect whether the server is a standby.
    const [server] = await dataSource.query<{ standby: boolean }[]>('SELECT pg_is_in_recovery() AS standby');
    if (server?.standby === true) throw new StandbyRefused();
    await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Holds the lock in an idle transaction: it ends with the connection, and a pooler keeps it on one. Statements without
 * parameters leave it no snapshot that CREATE INDEX CONCURRENTLY would wait for.
 */
async function underLock(
  dataSource: DataSource,
  tell: (news: MigrationNews) => void,
  work: () => Promise<void>,
): Promise<void> {
  const runner = dataSource.createQueryRunner();
  let tellAt = performance.now() + POLL_EVERY_MS;
  try {
    while (!(await lock(runner))) {
      if (performance.now() >= tellAt) {
        tell({ kind: 'queued' });
        tellAt = Infinity;
      }
      await sleep(LOCK_POLL_MS);
    }
    await work();
  } finally {
    // If the connection is lost, so is the lock.
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => {});
    await runner.release();
  }
}

/** Tries the lock in a short transaction each time: a long one would block concurrent index builds. */
async function lock(runner: QueryRunner): Promise<boolean> {
  await runner.startTransaction();
  await runner.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  const [row] = (await runner.query(`SELECT pg_try_advisory_xact_lock(${LOCK}) AS locked`)) as { locked: boolean }[];
  if (row?.locked === true) return true;
  await runner.rollbackTransaction();
  return false;
}

async function pendingIn(dataSource: DataSource): Promise<string[]> {
  const [found] = await dataSource.query<{ is: boolean }[]>(`SELECT to_regclass('migrations') IS NOT NULL AS is`);
  const done = found?.is === true ? await dataSource.query<{ name: string }[]>('SELECT name FROM migrations') : [];
  const names = new Set(done.map(({ name }) => name));
  const all = dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
  const refusal = refusalOf(names);
  if (refusal !== undefined) throw refusal;
  return all.filter((name) => !names.has(name));
}

function requireCell(set: number | undefined, found: number | null | undefined): void {
  if (set !== undefined && found !== set) throw new CellMismatch(set, found ?? 0);
}

async function watched(
  dataSource: DataSource,
  migrations: readonly string[],
  tell: (news: MigrationNews) => void,
  work: () => Promise<void>,
): Promise<void> {
  const begunAt = performance.now();
  tell({ kind: 'begun', migrations });
  let polling = Promise.resolve();
  const poll = async (): Promise<void> => {
    const pids = await waitedFor(dataSource);
    if (pids.length > 0) tell({ kind: 'waits', pids });
  };
  const timer = setInterval(() => {
    polling = polling.then(poll).catch(() => {});
  }, POLL_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await polling;
  }
  tell({ kind: 'over', durationMs: Math.round(performance.now() - begunAt) });
}

/** Returns the sessions that block other connections of this process, one of which runs the migrations. */
async function waitedFor(dataSource: DataSource): Promise<number[]> {
  const rows = await dataSource.query<{ pid: number }[]>(
    `SELECT DISTINCT unnest(pg_blocking_pids(a.pid)) AS pid
       FROM pg_stat_activity a
       JOIN pg_stat_activity own ON own.pid = pg_backend_pid() AND own.datid = a.datid AND own.usename = a.usename
                                AND own.application_name = a.application_name AND own.client_addr IS NOT DISTINCT FROM a.client_addr
      WHERE a.pid <> own.pid`,
  );
  return rows.map(({ pid }) => pid);
}

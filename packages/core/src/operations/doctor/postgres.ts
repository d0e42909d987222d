import pg from 'pg';
import { CellMismatch } from '../../schema/migrate.js';
import { migrations, refusalOf } from '../../schema/migrations.js';
import type { Config } from '../../platform/config/config.js';
import type { MasterKeys } from '../../platform/crypto/master-keys.js';
import type { Peppers } from '../../platform/crypto/peppers.js';
import type { SealedColumn } from '../../platform/crypto/sealed-column.js';
import type { StatementRunner } from '../../platform/database/database.js';
import { StandbyRefused } from '../../platform/database/database-away.js';
import type { NamedQuery } from '../../platform/database/named-query.js';
import { cellCode } from '../../platform/ids.js';
import { reasonOf } from '../../platform/errors/domain-error.js';
import { UNTOUCHED_DELIVERIES } from '../metrics/backlog.js';
import { examineAccounts } from './accounts.js';
import { examineArchiving } from './archiving.js';
import { examineCollation } from './collation.js';
import { examineConnections } from './connections.js';
import { examineUnresolvedOutcomes } from './unresolved-outcomes.js';
import { failed, ok, warning, type Finding } from './finding.js';
import { examineProvidedRoles } from './identity-provider.js';
import { examineLedger } from './ledger.js';
import { examineMasterKeys } from './master-keys.js';
import { examinePartitions } from './partitions.js';
import { examinePeppers } from './peppers.js';
import { examineOldSnapshots, examineTransactions } from './transactions.js';

const TIMEOUT_MS = 5_000;
const VERSIONS = { oldest: 15, newest: 18 };
/** The allowed difference between the clocks of this machine and the database, in seconds. */
const SKEW = { odd: 1, wrong: 30 };
/** How long work may be due before a worker claims it, in seconds. */
const LAG = { slow: 10, stuck: 60 };
/** How far summaries may lag, in seconds. */
const ROLLUP_LAG = 60;

/** Runs a query and returns its first row. */
export type Ask = (sql: string) => Promise<Record<string, unknown>>;

export interface Installation {
  readonly cell: number | undefined;
  readonly retentionDays: number | undefined;
  /** In milliseconds. */
  readonly pendingLimit: number | undefined;
  readonly masterKeys: MasterKeys | undefined;
  readonly sealedColumns: readonly SealedColumn[];
  readonly peppers: Peppers | undefined;
  /** Undefined if a setting is invalid. */
  readonly config: Config | undefined;
}

/** Checks Postgres: reachable, primary, supported version, migrated, clock in sync, no overdue work. */
export async function examinePostgres(url: string, installation: Installation): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    statement_timeout: TIMEOUT_MS,
    application_name: 'svc-doctor',
    // Without statistics, as after a restore, Postgres would compile for seconds what runs for milliseconds.
    options: '-c jit=off',
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    return [failed('postgres', `DATABASE_URL is not reachable: ${reasonOf(error)}`)];
  }
  const ask: Ask = async (sql) => ((await client.query(sql)).rows[0] ?? {}) as Record<string, unknown>;
  try {
    const { standby } = await ask('SELECT pg_is_in_recovery() AS standby');
    if (standby === true) return [failed('postgres', new StandbyRefused().message)];
    const schema = await examineSchema(ask);
    const found = [await examineVersion(ask), await examineClock(ask), schema];
    if (schema.state !== 'ok') return found;
    found.push(await examineCell(ask, installation.cell), await examineCollation(ask));
    for (const table of ['deliveries', 'payments', 'refunds', 'subscriptions'] as const) {
      found.push(await examineLag(ask, table));
    }
    found.push(
      await examineRollUps(ask),
      ...(await examineTransactions(ask)),
      ...(await examineOldSnapshots(ask)),
      ...(await examinePartitions(ask, installation.retentionDays)),
      ...(await examineUnresolvedOutcomes(ask, installation.pendingLimit)),
      await examineArchiving(ask),
      await examineAccounts(ask),
      ...(await examineConnections(ask)),
      await examineLedger(ask),
      ...(await examineMasterKeys(runnerOf(client), installation)),
      ...(await examinePeppers(runnerOf(client), installation.peppers)),
      ...(await examineProvidedRoles(ask, installation.config)),
    );
    return found;
  } catch (error) {
    return [failed('postgres', `a query failed: ${reasonOf(error)}`)];
  } finally {
    await client.end();
  }
}

function runnerOf(client: pg.Client): StatementRunner {
  return {
    run: async <Row>({ text }: NamedQuery, values: readonly unknown[]) =>
      (await client.query(text, [...values])).rows as Row[],
  };
}

async function examineVersion(ask: Ask): Promise<Finding> {
  const { number, version } = await ask(
    `SELECT current_setting('server_version_num')::int / 10000 AS number, current_setting('server_version') AS version`,
  );
  const known = Number(number) >= VERSIONS.oldest && Number(number) <= VERSIONS.newest;
  if (known) return ok('postgres', `reachable, version ${String(version)}`);
  return failed('postgres', `version ${String(version)}; use one from ${VERSIONS.oldest} to ${VERSIONS.newest}`);
}

async function examineClock(ask: Ask): Promise<Finding> {
  const before = Date.now();
  const { ms } = await ask('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms');
  const here = (before + Date.now()) / 2;
  const skew = Math.abs(here - Number(ms)) / 1_000;
  const text = `this machine and the database are ${skew.toFixed(1)} s apart`;
  if (skew < SKEW.odd) return ok('clocks', text);
  const advice = `${text}; synchronize both with a time server`;
  return skew < SKEW.wrong ? warning('clocks', advice) : failed('clocks', advice);
}

async function examineSchema(ask: Ask): Promise<Finding> {
  const { present } = await ask(`SELECT to_regclass('migrations') IS NOT NULL AS present`);
  const { names } = present === true ? await ask('SELECT array_agg(name) AS names FROM migrations') : { names: [] };
  const done = new Set((names ?? []) as string[]);
  const refusal = refusalOf(done);
  if (refusal !== undefined) return failed('schema', refusal.message);
  const missing = migrations.filter(({ name }) => !done.delete(name));
  if (missing.length > 0) {
    return failed('schema', `${missing.length} migration(s) missing; the API and the worker run them when they start`);
  }
  if (done.size > 0) return warning('schema', `migrated by a newer version: ${[...done].join(', ')}`);
  return ok('schema', 'up to date');
}

async function examineCell(ask: Ask, cell = 0): Promise<Finding> {
  const { found } = await ask('SELECT cell AS found FROM system_state');
  if (found !== cell) return failed('cell', new CellMismatch(cell, Number(found)).message);
  return ok('cell', `${cell}, in paths and API keys \`${cellCode(cell)}\``);
}

type WithDueRows = 'deliveries' | 'payments' | 'refunds' | 'subscriptions';

async function examineLag(ask: Ask, table: WithDueRows): Promise<Finding> {
  const untouched =
    table === 'deliveries' ? UNTOUCHED_DELIVERIES : `SELECT min(due_at) AS at FROM ${table} WHERE due_at <= now()`;
  const { seconds } = await ask(
    `SELECT extract(epoch FROM now() - min(at))::float8 AS seconds FROM (${untouched}) AS untouched`,
  );
  const about = `due ${table}`;
  if (seconds === null) return ok(about, 'none');
  const text = `the oldest has been due for ${Number(seconds).toFixed(0)} s`;
  if (Number(seconds) < LAG.slow) return ok(about, text);
  const advice = `${text}; are enough workers running?`;
  return Number(seconds) < LAG.stuck ? warning(about, advice) : failed(about, advice);
}

async function examineRollUps(ask: Ask): Promise<Finding> {
  const { seconds } = await ask('SELECT extract(epoch FROM now() - as_of)::float8 AS seconds FROM rollup_progress');
  const text = `as of ${Number(seconds).toFixed(0)} s ago`;
  if (Number(seconds) < ROLLUP_LAG) return ok('roll-ups', text);
  return warning('roll-ups', `${text}; is a worker running, or a transaction open for long?`);
}

import type { DataSource } from 'typeorm';
import pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import { PoolExhausted, StandbyRefused } from './database-away.js';
import { EnvironmentTables } from './environment-tables.js';
import { FairSemaphore } from '../limits/fair-semaphore.js';
import { GatheredFinds } from './gathered-finds.js';
import type { NamedQuery } from './named-query.js';
import { isLifeOver, renewLife } from './server-life.js';
import { SharedTrips } from './shared-trips.js';
import { secondLookBreach, tenantWallBreach } from './statement-check.js';
import { heed, TransactionTables } from './transaction-tables.js';

const MAX_WAITING_PER_CONNECTION = 32;

/** As long as a statement may run, so that each account gets its turn. */
const SCAN_WAIT_MS = 30_000;

/** As long as a transaction waits for a connection. */
const CHANGE_WAIT_MS = 3_000;

const BEGIN_PLANNING_FOR_VALUES = 'BEGIN; SET LOCAL plan_cache_mode = auto';

/** Runs hand-written statements: on the pool, or in one transaction. */
export interface StatementRunner {
  run<Row>(query: NamedQuery, values: readonly unknown[]): Promise<Row[]>;
}

export interface Transaction extends StatementRunner {
  /** Sends a statement whose rows are not needed; the commit waits for it and fails with it. */
  queue(query: NamedQuery, values: readonly unknown[]): void;
  /** Reads and writes rows of one environment. */
  forEnvironment(scope: EnvironmentScope): TransactionTables;
}

/** The tenant of a statement: one of the two environments of an account. */
export interface EnvironmentScope {
  readonly environmentId: number;
}

/** A statement touched a tenant table without its environment; only raised with SQL_CHECK. */
export class StatementViolation extends Error {
  override readonly name = 'StatementViolation';
}

/** The only access to Postgres. Tenant tables: {@link forEnvironment} or, in workers, {@link forSystem}. */
export class Database {
  private readonly reserve: Pool;
  private readonly onPool: StatementRunner = {
    run: (query, values) => {
      if (query.scans === true) return this.scans.run(String(values[0]), () => this.alone(query, values));
      return query.sharesConnection === true ? this.trips.run(query, values) : this.alone(query, values);
    },
  };
  private readonly scans: FairSemaphore;
  private readonly changes: FairSemaphore;
  private readonly trips = new SharedTrips(
    () => this.pool.connect(),
    (client, query, values) =>
      this.isPlannedForValues(query)
        ? this.executeForValues(client, query, values)
        : this.execute(client, query, values),
  );
  private readonly finds = new GatheredFinds(this.onPool);
  private ready: () => Promise<void> | undefined = () => undefined;

  constructor(
    readonly pool: Pool,
    readonly dataSource: DataSource,
    private readonly options: {
      readonly prepared: boolean;
      readonly statementCheck: boolean;
      readonly onViolation: (message: string) => void;
    },
  ) {
    this.reserve = new pg.Pool({ ...pool.options, max: 1, min: 0 });
    this.reserve.on('error', () => {});
    boundWaiting(pool);
    this.scans = new FairSemaphore(
      scanLimits(pool.options.max),
      'Too many reads that scan many rows run now. Try again.',
    );
    this.changes = new FairSemaphore(changeLimits(pool.options.max), () => new PoolExhausted());
    if (options.statementCheck) this.checkEveryStatement();
  }

  forEnvironment(scope: EnvironmentScope): EnvironmentTables {
    return new EnvironmentTables(this.dataSource, this.onPool, scope.environmentId, this.finds);
  }

  // The runners of the next five methods are the same: none adds an environment to a statement. Their names say why a caller
  // needs that, for review and for lint.

  /** Runs statements across all environments, for workers and operators. Lint refuses it in what answers requests. */
  forSystem(): StatementRunner {
    return this.onPool;
  }

  /** For the look-up of a key, which finds its environment, and for the last use of keys. */
  forAuthentication(): StatementRunner {
    return this.onPool;
  }

  /** For the environments of an account: a live key manages the keys of both. */
  forAccount(): StatementRunner {
    return this.onPool;
  }

  /** For a batch of requests that were made in several environments. */
  forRequestLog(): StatementRunner {
    return this.onPool;
  }

  /** For one poll on behalf of all waiting requests of this process, each in its own environment. */
  forWaitingRequests(): StatementRunner {
    return this.onPool;
  }

  /** A connection outside the pool, for statements that open transactions wait for: a pooled one could deadlock. */
  reserveConnection(): StatementRunner {
    return { run: (query, values) => this.execute(this.reserve, query, values) };
  }

  /** Calls `listener` when the connection of {@link reserveConnection} is lost. */
  onReserveLost(listener: () => void): void {
    this.reserve.on('remove', listener);
  }

  /** Runs `ready` before each BEGIN (prefetches ids); it returns undefined when there is nothing to wait for. */
  beforeTransactions(ready: () => Promise<void> | undefined): void {
    this.ready = ready;
  }

  /**
   * Runs `work` in a transaction; rolls back if it or a queued statement throws. Statements are pipelined. If the
   * server's life is over, begins the next one and runs `work` again.
   *
   * With `of`, only some transactions of the environment run at once: many may wait for the same row, each with a connection.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>, of?: EnvironmentScope): Promise<Result> {
    if (of === undefined) return this.inThisLife(work);
    return this.changes.run(String(of.environmentId), () => this.inThisLife(work));
  }

  private async inThisLife<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    try {
      return await this.attempt(work);
    } catch (error) {
      if (!isLifeOver(error)) throw error;
      await this.attempt(renewLife);
      return this.attempt(work);
    }
  }

  private async attempt<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const preparing = this.ready();
    if (preparing !== undefined) await preparing;
    const client = await this.pool.connect();
    const sent: Promise<unknown>[] = [];
    const send = <Value>(statement: Promise<Value>): Promise<Value> => {
      sent.push(heed(statement));
      return statement;
    };
    const run = <Row>(query: NamedQuery, values: readonly unknown[]): Promise<Row[]> =>
      send(this.execute(client, query, values));
    let broken: Error | undefined;
    try {
      void send(client.query('BEGIN'));
      const result = await work({
        run,
        queue: (query, values) => void run(query, values),
        forEnvironment: ({ environmentId }) => new TransactionTables(this.dataSource, { run }, environmentId),
      });
      const committed = send(client.query('COMMIT'));
      await Promise.all(sent);
      const { command } = await committed;
      if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
      return result;
    } catch (error) {
      const answers = await Promise.allSettled(sent);
      broken = await rollback(client);
      throw isAftermath(error) ? (answers.find(isRejected)?.reason ?? error) : error;
    } finally {
      client.release(broken);
    }
  }

  /** Resolves when Postgres responds and is not a standby. */
  async ping(): Promise<void> {
    const { rows } = await this.pool.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    if (rows[0]?.standby === true) throw new StandbyRefused();
  }

  /** The connections of the pool by state, and the number of statements that wait for one. */
  get connections(): { readonly inUse: number; readonly idle: number; readonly waitedFor: number } {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { inUse: totalCount - idleCount, idle: idleCount, waitedFor: waitingCount };
  }

  async close(): Promise<void> {
    await this.reserve.end();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  private async execute<Row>(on: Pool | PoolClient, query: NamedQuery, values: readonly unknown[]): Promise<Row[]> {
    const { text, answerMs, isKept = true } = query;
    const named = this.options.prepared && isKept ? { name: query.name, text } : { text };
    const timed = answerMs === undefined ? named : { ...named, query_timeout: answerMs };
    const result = await on.query({ ...timed, values: [...values] });
    return result.rows as Row[];
  }

  /** Lets Postgres plan the statement for its values, which the settings of the connection forbid. One round trip. */
  private async executeForValues<Row>(
    client: PoolClient,
    query: NamedQuery,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const begun = client.query(BEGIN_PLANNING_FOR_VALUES);
    const answer = this.execute<Row>(client, query, values);
    const ended = client.query('COMMIT');
    // The connection is free after the last of them.
    await Promise.allSettled([begun, answer, ended]);
    return answer;
  }

  private alone<Row>(query: NamedQuery, values: readonly unknown[]): Promise<Row[]> {
    return this.isPlannedForValues(query) ? this.trips.alone(query, values) : this.execute(this.pool, query, values);
  }

  private isPlannedForValues({ plannedForValues }: NamedQuery): boolean {
    return plannedForValues === true && this.options.prepared;
  }

  private checkEveryStatement(): void {
    const { onViolation } = this.options;
    const watched = new WeakSet<PoolClient>();
    const watch = (client: PoolClient): void => {
      if (watched.has(client)) return;
      watched.add(client);
      const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
      const checked = (...parameters: unknown[]): unknown => {
        const [first] = parameters;
        const statement = typeof first === 'string' ? { text: first } : (first as { text?: string; name?: string });
        const { text = '', name } = statement;
        const breach = tenantWallBreach(text, name) ?? secondLookBreach(text, name);
        if (breach === undefined) return query(...parameters);
        onViolation(breach);
        throw new StatementViolation(breach);
      };
      client.query = checked as typeof client.query;
    };
    this.pool.on('acquire', watch);
  }
}

/**
 * A quarter of the connections for statements that may read many rows, and an eighth for those of one environment: the others
 * stay free for payments.
 */
function scanLimits(connections: number): ConstructorParameters<typeof FairSemaphore>[0] {
  const share = (of: number): number => Math.max(1, Math.floor(connections / of));
  return { atOnce: share(4), atOnceEach: share(8), waiting: 1_000, waitingEach: 50, waitMs: SCAN_WAIT_MS };
}

/**
 * Three eighths of the connections for the changes of one environment: those of both modes leave a quarter to others. As many
 * wait as for connections.
 */
function changeLimits(connections: number): ConstructorParameters<typeof FairSemaphore>[0] {
  const atOnceEach = Math.max(1, Math.floor((connections * 3) / 8));
  const waitingEach = connections * MAX_WAITING_PER_CONNECTION;
  return { atOnce: connections, atOnceEach, waiting: 4 * waitingEach, waitingEach, waitMs: CHANGE_WAIT_MS };
}

/** Whether a statement failed only because an earlier one had: in_failed_sql_transaction. */
function isAftermath(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02';
}

function isRejected(answer: PromiseSettledResult<unknown>): answer is PromiseRejectedResult {
  return answer.status === 'rejected';
}

/** Rejects at once when the queue is full: waiting requests would pile up faster than they are served. */
function boundWaiting(pool: Pool): void {
  const most = pool.options.max * MAX_WAITING_PER_CONNECTION;
  const connect = pool.connect.bind(pool) as (...parameters: unknown[]) => unknown;
  const bounded = (callback?: (error: Error) => void): unknown => {
    if (pool.waitingCount < most) return callback === undefined ? connect() : connect(callback);
    if (callback === undefined) return Promise.reject(new PoolExhausted());
    return callback(new PoolExhausted());
  };
  pool.connect = bounded as typeof pool.connect;
}

/** Rolls back; returns an error if the connection must be discarded. */
async function rollback(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

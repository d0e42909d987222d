import type { StatementRunner } from '../database/database.js';
import { namedQuery } from '../database/named-query.js';

const PREFIX_BYTES = 9;

export interface StoredDataKey {
  readonly environmentId: number;
  readonly id: string;
  readonly dataKey: Buffer;
  readonly boundTo: string;
}

/** The number of secrets under a master key. */
export interface KeyCount {
  readonly keyName: string;
  readonly secrets: number;
}

/** A column of data keys, described by the concept that owns it. */
export interface SealedColumn {
  readonly secrets: string;
  /** Returns up to `limit` data keys that do not start with `prefix`, in the order of rows after `after`. */
  read(runner: StatementRunner, after: RowRef, prefix: Buffer, limit: number): Promise<StoredDataKey[]>;
  /** Returns the last data key in the order of rows; none if the column is empty. */
  readLast(runner: StatementRunner): Promise<StoredDataKey[]>;
  /** Replaces stale data keys by fresh ones; returns how many were still current. */
  replace(runner: StatementRunner, changes: readonly KeyChange[]): Promise<number>;
  count(runner: StatementRunner): Promise<KeyCount[]>;
}

export interface RowRef {
  readonly environmentId: number;
  readonly id: string;
}

export interface KeyChange {
  readonly stored: StoredDataKey;
  readonly fresh: Buffer;
}

interface Description<Row> {
  readonly secrets: string;
  readonly table: string;
  readonly column: string;
  /** Further columns that `boundTo` needs, of the row `t` or of joined tables. */
  readonly columns: string;
  readonly join?: string;
  /** The environment of a row in SQL. By default it is a column of the table. */
  readonly environment?: string;
  readonly boundTo: (row: Row & RowRef) => string;
}

/** Describes a column of a tenant table, or of another one with an `environment`. */
export function sealedColumn<Row>(description: Description<Row>): SealedColumn {
  const { secrets, table, column, columns, join = '', environment = 't.environment_id', boundTo } = description;
  const STORED = `
    SELECT ${environment} AS "environmentId", t.id, t.${column} AS "dataKey", ${columns} FROM ${table} t ${join}`;
  const READ = namedQuery(
    `sealed_${table}_${column}_read`,
    `${STORED}
      WHERE (${environment}, t.id) > ($1::int, $2::bigint) AND t.${column} IS NOT NULL
        AND substring(t.${column} FROM 1 FOR ${PREFIX_BYTES}) <> $3
      ORDER BY 1, t.id LIMIT $4`,
  );
  const READ_LAST = namedQuery(
    `sealed_${table}_${column}_read_last`,
    `${STORED} WHERE t.${column} IS NOT NULL ORDER BY 1 DESC, t.id DESC LIMIT 1`,
  );
  // A row that has got another secret meanwhile keeps it.
  const REPLACE = namedQuery(
    `sealed_${table}_${column}_replace`,
    `UPDATE ${table} t SET ${column} = r.fresh
       FROM unnest($1::int[], $2::bigint[], $3::bytea[], $4::bytea[]) AS r (environment_id, id, stale, fresh)
      WHERE ${environment} = r.environment_id AND t.id = r.id AND t.${column} = r.stale
     RETURNING t.id`,
  );
  const COUNT = namedQuery(
    `sealed_${table}_${column}_count`,
    `SELECT encode(substring(${column} FROM 2 FOR 8), 'hex') AS "keyName",
            count(*)::int AS secrets
       FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1`,
  );
  const stored = (row: Row & RowRef & { dataKey: Buffer }): StoredDataKey => ({
    environmentId: row.environmentId,
    id: row.id,
    dataKey: row.dataKey,
    boundTo: boundTo(row),
  });
  return {
    secrets,
    async read(runner, after, prefix, limit) {
      const values = [after.environmentId, after.id, prefix, limit];
      return (await runner.run<Row & RowRef & { dataKey: Buffer }>(READ, values)).map(stored);
    },
    async readLast(runner) {
      return (await runner.run<Row & RowRef & { dataKey: Buffer }>(READ_LAST, [])).map(stored);
    },
    async replace(runner, changes) {
      const replaced = await runner.run(REPLACE, [
        changes.map(({ stored }) => stored.environmentId),
        changes.map(({ stored }) => stored.id),
        changes.map(({ stored }) => stored.dataKey),
        changes.map(({ fresh }) => fresh),
      ]);
      return replaced.length;
    },
    count: (runner) => runner.run<KeyCount>(COUNT, []),
  };
}

import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import {
  columnsOf,
  type Entity,
  EnvironmentTables,
  type PageCondition,
  placed,
  type TenantRow,
  type PartialRow,
} from './environment-tables.js';
import { nextVersion } from './next-version.js';

type LockStrength = 'FOR UPDATE' | 'FOR NO KEY UPDATE' | 'FOR UPDATE SKIP LOCKED';

/** A row of a table with versions. */
interface VersionedRow extends TenantRow {
  version: number;
  updatedAt: Date | null;
}

/**
 * The tenant tables of one environment in a transaction. Writes are sent at once. A caller that does not need the rows need
 * not await them: if the write fails, the commit fails.
 */
export class TransactionTables extends EnvironmentTables {
  /** Locks the row with the id or the values until the transaction ends. */
  async lock<Row extends TenantRow>(
    entity: Entity<Row>,
    where: string | PartialRow<Row>,
    strength: LockStrength = 'FOR UPDATE',
    condition?: PageCondition,
  ): Promise<Row | undefined> {
    const [row] = await this.select(entity, where, ` ${strength}`, condition);
    return row;
  }

  /** Stores a new row. Missing properties get the defaults of their columns. */
  insert<Row extends TenantRow>(entity: Entity<Row>, row: PartialRow<Row>): Promise<Row> {
    return heed(this.insertInto(entity, row, '').then(only));
  }

  /** Like `insert`, but returns undefined if a row with one of its unique values exists. Waits for a concurrent one. */
  insertNew<Row extends TenantRow>(entity: Entity<Row>, row: PartialRow<Row>): Promise<Row | undefined> {
    return heed(this.insertInto(entity, row, ' ON CONFLICT DO NOTHING').then(([inserted]) => inserted));
  }

  /** Stores the properties in `changes` in all rows that match, and returns these rows. */
  update<Row extends TenantRow>(entity: Entity<Row>, where: PartialRow<Row>, changes: PartialRow<Row>): Promise<Row[]> {
    return heed(this.change(entity, where, changes, []));
  }

  /** Stores a locked row as its next version. */
  save<Row extends VersionedRow>(entity: Entity<Row>, row: Row): Promise<Row> {
    const { primaryColumns } = this.dataSource.getMetadata(entity);
    const key = primaryColumns
      .filter(isChosen)
      .map((column): [string, unknown] => [column.propertyName, column.getEntityValue(row)]);
    const { version: _version, updatedAt: _updatedAt, ...changes } = row;
    return heed(this.change<Row>(entity, Object.fromEntries(key), changes, [nextVersion()]).then(only));
  }

  private insertInto<Row extends TenantRow>(
    entity: Entity<Row>,
    row: PartialRow<Row>,
    conflict: string,
  ): Promise<Row[]> {
    const metadata = this.dataSource.getMetadata(entity);
    const columns = this.given(entity, row);
    const values: unknown[] = [];
    const names = columns.map(({ databaseName }) => `, ${databaseName}`).join('');
    const parameters = columns.map((column) => `, ${placed(values, this.stored(column, row))}`).join('');
    const text = `INSERT INTO ${metadata.tableName} (environment_id${names}) VALUES ($1${parameters})${conflict}`;
    return this.send<Row>(metadata.tableName, `${text} RETURNING ${columnsOf(metadata)}`, values);
  }

  private change<Row extends TenantRow>(
    entity: Entity<Row>,
    where: object,
    changes: object,
    further: readonly string[],
  ): Promise<Row[]> {
    const metadata = this.dataSource.getMetadata(entity);
    const values: unknown[] = [];
    const given = this.given(entity, changes).filter(({ isPrimary }) => !isPrimary);
    const set = given.map((column) => `${column.databaseName} = ${placed(values, this.stored(column, changes))}`);
    const text = `UPDATE ${metadata.tableName} SET ${[...set, ...further].join(', ')} WHERE environment_id = $1`;
    const rest = `${this.predicate(entity, where, values)} RETURNING ${columnsOf(metadata)}`;
    return this.send<Row>(metadata.tableName, text + rest, values);
  }

  /** The columns, except the environment, for which a row has values. */
  private given(entity: Entity<TenantRow>, row: object): ColumnMetadata[] {
    const { environmentId = this.environmentId }: Partial<TenantRow> = row;
    if (environmentId !== this.environmentId) throw new Error('the row belongs to another environment');
    const { columns } = this.dataSource.getMetadata(entity);
    return columns.filter((column) => isChosen(column) && column.getEntityValue(row) !== undefined);
  }

  private stored(column: ColumnMetadata, row: object): unknown {
    return this.dataSource.driver.preparePersistentValue(column.getEntityValue(row), column);
  }
}

function isChosen({ isVirtualProperty, propertyName }: ColumnMetadata): boolean {
  return !isVirtualProperty && propertyName !== 'environmentId';
}

function only<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('the row to write does not exist');
  return row;
}

/** Prevents an unhandled rejection of a promise that is awaited later, such as by the commit. */
export function heed<Value>(written: Promise<Value>): Promise<Value> {
  written.catch(() => {});
  return written;
}

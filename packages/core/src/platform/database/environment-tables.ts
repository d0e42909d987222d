import { createHash } from 'node:crypto';
import type { DataSource, EntityMetadata } from 'typeorm';
import type { StatementRunner } from './database.js';
import type { NamedQuery } from './named-query.js';

type Entity<Row> = new () => Row;

export interface PageRequest {
  readonly limit: number;
  /** Only rows whose id is below this one. */
  readonly beforeId?: string | undefined;
}

/** A row of a tenant table: its identity is the environment and the id together. */
export interface TenantRow {
  environmentId: number;
  id: string;
}

const statements = new Map<string, NamedQuery>();

/**
 * The tenant tables as one environment sees them. Every statement made here carries `environment_id = $1`; a
 * statement written by hand gets the environment as its first value.
 */
export class EnvironmentTables {
  constructor(
    private readonly dataSource: DataSource,
    private readonly runner: StatementRunner,
    readonly environmentId: number,
  ) {}

  /** The row with that id, or undefined when this environment has none. */
  async find<Row extends TenantRow>(entity: Entity<Row>, id: string): Promise<Row | undefined> {
    const [row] = await this.runner.run<Row>(this.selection(entity, 'AND id = $2'), [this.environmentId, id]);
    return row;
  }

  /** Up to `limit` rows, newest first, of those that every condition admits. */
  page<Row extends TenantRow>(
    entity: Entity<Row>,
    { limit, beforeId }: PageRequest,
    conditions: readonly PageCondition[] = [],
  ): Promise<Row[]> {
    const all = beforeId === undefined ? conditions : [...conditions, { text: 'id < ?', values: [beforeId] }];
    const values: unknown[] = [this.environmentId, limit];
    const predicates = all.map((condition) => {
      const rest = [...condition.values];
      return condition.text.replaceAll('?', () => `$${values.push(rest.shift())}`);
    });
    const where = predicates.map((predicate) => `AND (${predicate}) `).join('');
    return this.runner.run<Row>(this.selection(entity, `${where}ORDER BY id DESC LIMIT $2`), values);
  }

  /** Runs a statement written by hand; `$1` is the environment. */
  run<Row>(query: NamedQuery, values: readonly unknown[]): Promise<Row[]> {
    return this.runner.run<Row>(query, [this.environmentId, ...values]);
  }

  private selection<Row extends TenantRow>(entity: Entity<Row>, rest: string): NamedQuery {
    const metadata = this.dataSource.getMetadata(entity);
    const key = `${metadata.tableName} ${rest}`;
    const known = statements.get(key);
    if (known !== undefined) return known;
    const text = `SELECT ${columns(metadata)} FROM ${metadata.tableName} WHERE environment_id = $1 ${rest}`;
    const query = {
      name: `${metadata.tableName}_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`,
      text,
    };
    statements.set(key, query);
    return query;
  }
}

/** A predicate over a row; each `?` stands for the next of its values. */
export interface PageCondition {
  readonly text: string;
  readonly values: readonly unknown[];
}

function columns(metadata: EntityMetadata): string {
  return metadata.columns.map((column) => `${column.databaseName} AS "${column.propertyName}"`).join(', ');
}

import type { DataSource, EntityMetadata, ObjectLiteral } from 'typeorm';
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
    const [row] = await this.runner.run<Row>(this.selection(entity, 'find', 'AND id = $2'), [this.environmentId, id]);
    return row;
  }

  /** Up to `limit` rows, newest first; `condition` is a fixed further predicate. */
  page<Row extends TenantRow>(entity: Entity<Row>, page: PageRequest, condition?: PageCondition): Promise<Row[]> {
    const extra = condition === undefined ? '' : `AND (${condition.text}) `;
    const name = condition === undefined ? 'page' : `page_${condition.name}`;
    if (page.beforeId === undefined) {
      const query = this.selection(entity, name, `${extra}ORDER BY id DESC LIMIT $2`);
      return this.runner.run<Row>(query, [this.environmentId, page.limit]);
    }
    const query = this.selection(entity, `${name}_after`, `${extra}AND id < $3 ORDER BY id DESC LIMIT $2`);
    return this.runner.run<Row>(query, [this.environmentId, page.limit, page.beforeId]);
  }

  /** Stores a new row in this environment. */
  async insert<Row extends TenantRow>(entity: Entity<Row>, values: Omit<Row, 'environmentId'>): Promise<void> {
    await this.dataSource
      .createQueryBuilder()
      .insert()
      .into<ObjectLiteral>(entity)
      .values({ ...values, environmentId: this.environmentId })
      .execute();
  }

  /** Runs a statement written by hand; `$1` is the environment. */
  run<Row>(query: NamedQuery, values: readonly unknown[]): Promise<Row[]> {
    return this.runner.run<Row>(query, [this.environmentId, ...values]);
  }

  private selection<Row extends TenantRow>(entity: Entity<Row>, name: string, rest: string): NamedQuery {
    const metadata = this.dataSource.getMetadata(entity);
    const key = `${metadata.tableName}_${name}`;
    const known = statements.get(key);
    if (known !== undefined) return known;
    const query = {
      name: key,
      text: `SELECT ${columns(metadata)} FROM ${metadata.tableName} WHERE environment_id = $1 ${rest}`,
    };
    statements.set(key, query);
    return query;
  }
}

/** A predicate that goes with a name of its own into a prepared statement. */
export interface PageCondition {
  readonly name: string;
  readonly text: string;
}

function columns(metadata: EntityMetadata): string {
  return metadata.columns.map((column) => `${column.databaseName} AS "${column.propertyName}"`).join(', ');
}

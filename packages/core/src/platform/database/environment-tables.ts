import { createHash } from 'node:crypto';
import type { DataSource, EntityMetadata } from 'typeorm';
import type { StatementRunner } from './database.js';
import type { GatheredFinds } from './gathered-finds.js';
import { DEFAULT_PAGE_SIZE } from '../lists/cursor.js';
import type { NamedQuery } from './named-query.js';

export type Entity<Row> = new () => Row;

/** A row of a tenant table. */
export interface TenantRow {
  environmentId: number;
}

/** Some properties of a row. In a condition all of them must match; null means IS NULL. */
export type PartialRow<Row> = { readonly [Property in keyof Row]?: Row[Property] };

/** A predicate on a row; each `?` is replaced by the next of its values. */
export interface PageCondition {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether no index serves it, so that a page may read many rows. An environment has few such pages at once. */
  readonly scans?: boolean;
}

interface PageRequest<Property> {
  readonly limit: number;
  /** Newest first by default. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Returns only rows with a lower id. */
  readonly beforeId?: string | undefined;
  /** Returns only rows with a higher id. */
  readonly afterId?: string | undefined;
  /** Reads only these properties. */
  readonly properties?: readonly Property[];
}

type Handling = Pick<NamedQuery, 'plannedForValues' | 'sharesConnection' | 'scans'>;

/** A default page, and one more row, which shows whether another page follows. */
const USUAL_LIMIT = DEFAULT_PAGE_SIZE + 1;

/**
 * How many statements of filtered pages connections keep: the first ones. Callers choose the filters, and each prepared statement
 * takes 30 KB in each connection, at Postgres, until the connection ends.
 */
export const MAX_KEPT_PAGES = 200;

/** The statements that the connections of a data source keep, by their text. */
interface Kept {
  readonly pages: Map<string, NamedQuery>;
  readonly others: Map<string, NamedQuery>;
}

const keptBy = new WeakMap<DataSource, Kept>();
const columnLists = new WeakMap<EntityMetadata | readonly string[], string>();

/**
 * The tenant tables of one environment. Statements are built from the metadata of the entities. Each contains
 * `environment_id = $1`; a hand-written statement gets the environment as its first value.
 */
export class EnvironmentTables {
  constructor(
    protected readonly dataSource: DataSource,
    protected readonly runner: StatementRunner,
    readonly environmentId: number,
    /** Outside transactions: finds rows by id together with those of other requests. */
    private readonly gathered?: GatheredFinds,
  ) {}

  /** Returns the row with the id or the values, or undefined if this environment has none. */
  async find<Row extends TenantRow>(entity: Entity<Row>, where: string | PartialRow<Row>): Promise<Row | undefined> {
    if (typeof where === 'string' && this.gathered !== undefined) {
      const table = this.dataSource.getMetadata(entity);
      return (await this.gathered.find(table, this.environmentId, where)) as Row | undefined;
    }
    const [row] = await this.select(entity, where);
    return row;
  }

  /** Returns up to `limit` rows that satisfy all conditions, newest first or in the given order. */
  page<Row extends TenantRow, Property extends keyof Row & string = keyof Row & string>(
    entity: Entity<Row>,
    { limit, order, beforeId, afterId, properties }: PageRequest<Property>,
    conditions: readonly PageCondition[] = [],
  ): Promise<Pick<Row, Property>[]> {
    const all = [...conditions];
    if (beforeId !== undefined) all.push({ text: 'id < ?', values: [beforeId] });
    if (afterId !== undefined) all.push({ text: 'id > ?', values: [afterId] });
    const values: unknown[] = [];
    const predicates = all.map((condition) => ` AND (${numbered(condition, values)})`);
    // For a parameter, Postgres expects a tenth of the rows and plans each page anew, which takes longer than its rows.
    const most = limit === USUAL_LIMIT ? USUAL_LIMIT : placed(values, limit);
    const direction = order === 'asc' ? 'ASC' : 'DESC';
    const rest = `${predicates.join('')} ORDER BY id ${direction} LIMIT ${most}`;
    // The best index depends on the values of a filter.
    const plannedForValues = limit !== USUAL_LIMIT || conditions.some((condition) => condition.values.length > 0);
    const scans = conditions.some((condition) => condition.scans === true);
    return this.selectWhere(entity, rest, values, { properties, plannedForValues, sharesConnection: !scans, scans });
  }

  /** Runs a hand-written statement; `$1` is the environment. */
  run<Row>(query: NamedQuery, values: readonly unknown[]): Promise<Row[]> {
    return this.runner.run<Row>(query, [this.environmentId, ...values]);
  }

  protected select<Row extends TenantRow>(
    entity: Entity<Row>,
    where: string | PartialRow<Row>,
    rest = '',
    condition?: PageCondition,
  ): Promise<Row[]> {
    const values: unknown[] = [];
    const given = this.predicate(entity, typeof where === 'string' ? { id: where } : where, values);
    const further = condition === undefined ? '' : ` AND (${numbered(condition, values)})`;
    return this.selectWhere(entity, given + further + rest, values);
  }

  /** Returns the predicate for `where` and adds its values to `values`. */
  protected predicate(entity: Entity<TenantRow>, where: object, values: unknown[]): string {
    const metadata = this.dataSource.getMetadata(entity);
    const predicates = Object.entries(where).map(([property, value]) => {
      const column = metadata.findColumnWithPropertyName(property);
      if (column === undefined) throw new Error(`${metadata.tableName} has no column for ${property}`);
      if (value === null) return ` AND ${column.databaseName} IS NULL`;
      return ` AND ${column.databaseName} = ${placed(values, value)}`;
    });
    return predicates.join('');
  }

  /** Runs a built statement under a name that depends on its text only. */
  protected send<Row>(
    table: string,
    text: string,
    values: readonly unknown[],
    handling: Handling = {},
  ): Promise<Row[]> {
    const { pages, others } = keptOf(this.dataSource);
    const statements = handling.plannedForValues === true ? pages : others;
    const known = statements.get(text);
    if (known !== undefined) return this.run(known, values);
    if (statements === pages && pages.size === MAX_KEPT_PAGES)
      return this.run({ name: table, text, ...handling, isKept: false }, values);
    const name = `${table}_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    const query = { name, text, ...handling };
    statements.set(text, query);
    return this.run(query, values);
  }

  private selectWhere<Row extends TenantRow>(
    entity: Entity<Row>,
    rest: string,
    values: readonly unknown[],
    { properties, ...handling }: Handling & { readonly properties?: readonly string[] } = {},
  ): Promise<Row[]> {
    const metadata = this.dataSource.getMetadata(entity);
    const table = metadata.tableName;
    const columns = columnsOf(metadata, properties);
    const text = `SELECT ${columns} FROM ${table} WHERE environment_id = $1${rest}`;
    return this.send<Row>(table, text, values, handling);
  }
}

function keptOf(dataSource: DataSource): Kept {
  const known = keptBy.get(dataSource);
  if (known !== undefined) return known;
  const made: Kept = { pages: new Map(), others: new Map() };
  keptBy.set(dataSource, made);
  return made;
}

/** Adds a value and returns its parameter; `$1` is the environment. */
export function placed(values: unknown[], value: unknown): string {
  return `$${values.push(value) + 1}`;
}

/** The columns of a table, named after their properties: the given ones, or those without `select: false`. */
export function columnsOf(metadata: EntityMetadata, properties?: readonly string[]): string {
  const key = properties ?? metadata;
  const known = columnLists.get(key);
  if (known !== undefined) return known;
  const read = metadata.columns.filter(({ isSelect, propertyName }) => properties?.includes(propertyName) ?? isSelect);
  const list = read
    .map(
      ({ query, databaseName, propertyName }) => `${query?.(metadata.tableName) ?? databaseName} AS "${propertyName}"`,
    )
    .join(', ');
  columnLists.set(key, list);
  return list;
}

function numbered(condition: PageCondition, values: unknown[]): string {
  const rest = [...condition.values];
  return condition.text.replaceAll('?', () => placed(values, rest.shift()));
}

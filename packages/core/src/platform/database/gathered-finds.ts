import type { EntityMetadata } from 'typeorm';
import type { StatementRunner } from './database.js';
import { columnsOf, type TenantRow } from './environment-tables.js';
import { idRangeOf, inIdRange } from './id-range.js';
import { namedQuery, type NamedQuery } from './named-query.js';

const MAX_PER_STATEMENT = 100;

type IdentifiedRow = TenantRow & { readonly id: string };

interface Wanted {
  readonly environmentId: number;
  readonly id: string;
  readonly resolve: (row: IdentifiedRow | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Finds rows by id. Those of a table that are wanted in the same turn of the event loop share a statement. */
export class GatheredFinds {
  private readonly waiting = new Map<EntityMetadata, Wanted[]>();
  private readonly statements = new Map<EntityMetadata, NamedQuery>();

  constructor(private readonly runner: StatementRunner) {}

  find(table: EntityMetadata, environmentId: number, id: string): Promise<IdentifiedRow | undefined> {
    return new Promise((resolve, reject) => {
      const wanted = { environmentId, id, resolve, reject };
      const waiting = this.waiting.get(table);
      if (waiting !== undefined) return void waiting.push(wanted);
      this.waiting.set(table, [wanted]);
      setImmediate(() => this.send(table));
    });
  }

  private send(table: EntityMetadata): void {
    const waiting = this.waiting.get(table) ?? [];
    this.waiting.delete(table);
    for (let start = 0; start < waiting.length; start += MAX_PER_STATEMENT) {
      const part = waiting.slice(start, start + MAX_PER_STATEMENT);
      this.read(table, part).catch((error: unknown) => {
        for (const { reject } of part) reject(error);
      });
    }
  }

  private async read(table: EntityMetadata, part: readonly Wanted[]): Promise<void> {
    const ids = part.map(({ id }) => id);
    const values = [part.map(({ environmentId }) => environmentId), ids, ...idRangeOf(ids)];
    const rows = await this.runner.run<IdentifiedRow>(this.statementFor(table), values);
    const found = new Map(rows.map((row) => [keyOf(row), row]));
    for (const wanted of part) {
      const row = found.get(keyOf(wanted));
      // A copy: two requests may want the same row, and each may change its own.
      wanted.resolve(row && { ...row });
    }
  }

  private statementFor(table: EntityMetadata): NamedQuery {
    const known = this.statements.get(table);
    if (known !== undefined) return known;
    // LIMIT makes the planner look up each id.
    const statement = namedQuery(
      `${table.tableName}_find`,
      `SELECT ${columnsOf(table)}
         FROM (SELECT * FROM unnest($1::int[], $2::bigint[]) LIMIT cardinality($2)) AS wanted (of_environment, of_id)
         JOIN ${table.tableName} ON environment_id = of_environment AND id = of_id
        WHERE ${inIdRange('id', '$3', '$4')}`,
    );
    this.statements.set(table, statement);
    return statement;
  }
}

function keyOf({ environmentId, id }: Pick<IdentifiedRow, 'environmentId' | 'id'>): string {
  return `${environmentId} ${id}`;
}

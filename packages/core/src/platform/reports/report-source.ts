import type { Schemas } from '@svc/contract';
import type { StatementRunner } from '../database/database.js';
import type { EnvironmentTables } from '../database/environment-tables.js';
import { Registry } from '../wiring/registry.js';

/** Ids from `fromId`, inclusive, to `toId`, exclusive. */
export interface IdRange {
  readonly fromId: string;
  readonly toId: string;
}

/** Rows of a report to read: up to `limit` from the end of the range. */
export interface ReportQuery extends IdRange {
  readonly tables: EnvironmentTables;
  /** The report. */
  readonly id: string;
  readonly mode: Schemas['Mode'];
  readonly limit: number;
}

/** The acquirer's statement for a report: nothing is written while it is awaited; then what the report says of it. */
export type ReportStatement = 'awaited' | NonNullable<Schemas['Report']['acquirerBook']>;

export interface ReportedRow {
  readonly id: string;
  /** As the API returns it. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** A part of a range, read from its end. */
export interface ReportedStretch {
  readonly rows: readonly ReportedRow[];
  /** The lowest id that was read; undefined if the whole range was. */
  readonly reached: string | undefined;
}

/** Presents a page of rows; a full one may not be the end of the range. */
export function stretchOf<Row extends { readonly id: string }>(
  page: readonly Row[],
  limit: number,
  present: (row: Row) => object,
): ReportedStretch {
  const rows = page.map((row) => ({ id: row.id, row: { ...present(row) } }));
  return { rows, reached: rows.length < limit ? undefined : rows.at(-1)?.id };
}

/** How far the sources outside of this installation were read. */
export interface ReportHorizon {
  /** The earliest one; null if there is none. */
  readonly asOf: Date | null;
  readonly unreadProcessors: NonNullable<Schemas['Report']['unreadProcessors']>;
}

/** A type of report, defined by the concept that owns its rows. */
export interface ReportSource {
  readonly type: Schemas['ReportType'];
  /** The scopes that an API key needs to read such rows. */
  readonly scopes: readonly Schemas['Scope'][];
  /** Whether rows contain personal data, which an erasure has to reach. */
  readonly personal: boolean;
  /** The CSV columns in order; a dot leads into an object. */
  readonly columns: readonly string[];
  /** The initial statement state of a new report, for types that compare with an acquirer's statement. */
  readonly statement?: ReportStatement;
  /** For rows that are read from elsewhere: how far. */
  horizon?(runner: StatementRunner, environmentId: number): Promise<ReportHorizon>;
  read(query: ReportQuery): Promise<ReportedStretch>;
}

export class ReportSourceRegistry extends Registry<ReportSource> {}

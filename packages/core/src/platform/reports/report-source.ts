import type { Schemas } from '@svc/contract';
import type { StatementRunner } from '../database/database.js';
import type { EnvironmentTables } from '../database/environment-tables.js';
import { Registry } from '../wiring/registry.js';

/** Ids from `fromId`, inclusive, to `toId`, exclusive. */
export interface IdRange {
  readonly fromId: string;
  readonly toId: string;
}

export interface ReportInHand {
  readonly id: string;
  readonly mode: Schemas['Mode'];
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

/** Wraps the rows of a list; a full page may not be the end of the range. */
export function stretchOf(rows: readonly ReportedRow[], limit: number): ReportedStretch {
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
  /** Reads up to `limit` rows from the end of the range. */
  read(tables: EnvironmentTables, report: ReportInHand, range: IdRange, limit: number): Promise<ReportedStretch>;
}

export class ReportSourceRegistry extends Registry<ReportSource> {}

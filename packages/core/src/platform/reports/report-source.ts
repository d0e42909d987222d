import type { Schemas } from '@svc/contract';
import type { EnvironmentTables } from '../database/database.js';
import { Registry } from '../wiring/registry.js';

/** Ids from the first, included, to the last, not included. */
export interface IdRange {
  readonly fromId: string;
  readonly toId: string;
}

/** A report that is being written. */
export interface ReportInHand {
  readonly id: string;
  readonly mode: Schemas['Mode'];
}

/**
 * What becomes of an acquirer's statement in a report: it is awaited, and nothing is written until somebody has read it, or it
 * is known what the report says of it.
 */
export type ReportStatement = 'awaited' | NonNullable<Schemas['Report']['acquirerBook']>;

export interface ReportedRow {
  readonly id: string;
  /** As the API answers it. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** What was found in a range, from its end on. */
export interface ReportedStretch {
  /** The highest ids first. */
  readonly rows: readonly ReportedRow[];
  /** The lowest id that was looked at; undefined when that was the whole range. */
  readonly reached: string | undefined;
}

/** What it is that lists have read, of which a full one may not be all. */
export function stretchOf(rows: readonly ReportedRow[], limit: number): ReportedStretch {
  return { rows, reached: rows.length < limit ? undefined : rows.at(-1)?.id };
}

/** One type of report, kept by those whose rows it lists. */
export interface ReportSource {
  readonly type: Schemas['ReportType'];
  /** The scopes that a key needs to read such rows. */
  readonly scopes: readonly Schemas['Scope'][];
  /** Whether they tell of customers, so that an erasure has to reach them. */
  readonly personal: boolean;
  /** What CSV has of a row, in its order; a dot leads into a field. */
  readonly columns: readonly string[];
  /** How a new report stands to an acquirer's statement, where such reports are held against one. */
  statementOf?(mode: Schemas['Mode']): ReportStatement;
  /** The last of the range, up to `limit` rows. */
  read(tables: EnvironmentTables, report: ReportInHand, range: IdRange, limit: number): Promise<ReportedStretch>;
}

export class ReportSourceRegistry extends Registry<ReportSource> {}

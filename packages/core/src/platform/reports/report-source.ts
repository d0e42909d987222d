import type { Schemas } from '@svc/contract';
import type { EnvironmentTables } from '../database/environment-tables.js';

/** Ids from the first, included, to the last, not included. */
export interface IdRange {
  readonly fromId: string;
  readonly toId: string;
}

export interface ReportedRow {
  readonly id: string;
  /** As the API answers it. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** One type of report, kept by those whose rows it lists. */
export interface ReportSource {
  readonly type: Schemas['ReportType'];
  /** The scope that a key needs to read such rows. */
  readonly scope: Schemas['Scope'];
  /** Whether they tell of customers, so that an erasure has to reach them. */
  readonly personal: boolean;
  /** What CSV has of a row, in its order; a dot leads into a field. */
  readonly columns: readonly string[];
  /** Up to `limit` rows of the range, the highest ids first. */
  read(tables: EnvironmentTables, mode: Schemas['Mode'], range: IdRange, limit: number): Promise<ReportedRow[]>;
}

/** All types of reports, for injection. */
export const REPORT_SOURCES = Symbol('report sources');

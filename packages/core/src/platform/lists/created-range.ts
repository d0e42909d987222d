import type { FieldError } from '@svc/contract';
import type { PageCondition } from '../database/environment-tables.js';
import { idAt } from '../ids/id-source.js';

const LONGEST_RANGE_MS = 90 * 86_400_000;

/** The filters that bound when a row of a list was created. */
export interface CreatedRange {
  readonly createdFrom?: string;
  readonly createdTo?: string;
}

/** The range as conditions on a row's id, which carries the time. */
export function createdConditions({ createdFrom, createdTo }: CreatedRange): PageCondition[] {
  const conditions: PageCondition[] = [];
  if (createdFrom !== undefined) conditions.push({ text: 'id >= ?', values: [idAt(new Date(createdFrom))] });
  if (createdTo !== undefined) conditions.push({ text: 'id < ?', values: [idAt(new Date(createdTo))] });
  return conditions;
}

/** The values of a row's metadata that a list asks for, as conditions. */
export function metadataConditions(metadata: Readonly<Record<string, string>> = {}): PageCondition[] {
  return Object.entries(metadata).map(([key, value]) => ({ text: 'metadata ->> ?::text = ?', values: [key, value] }));
}

/** What is wrong with a range beside filters that no index serves: it must be there, and at most 90 days long. */
export function rangeErrors({ createdFrom, createdTo }: CreatedRange, now: Date, beside: string): FieldError[] {
  const detail = `at most 90 days must lie between createdFrom and createdTo, beside ${beside}`;
  if (createdFrom === undefined) return [{ parameter: 'createdFrom', code: 'required', detail }];
  const until = createdTo === undefined ? now.getTime() : Date.parse(createdTo);
  if (until - Date.parse(createdFrom) <= LONGEST_RANGE_MS) return [];
  return [{ parameter: 'createdFrom', code: 'out_of_range', detail }];
}

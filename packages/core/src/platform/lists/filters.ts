import type { FieldError } from '@svc/contract';
import type { PageCondition } from '../database/environment-tables.js';
import { DomainError } from '../errors/domain-error.js';
import { fromPublicId, idAt } from '../ids.js';

const MAX_RANGE_MS = 90 * 86_400_000;

interface CreatedRange {
  readonly createdFrom?: string;
  readonly createdTo?: string;
}

/** Returns the range as conditions on the id, which contains the time. */
export function createdConditions({ createdFrom, createdTo }: CreatedRange): PageCondition[] {
  const conditions: PageCondition[] = [];
  if (createdFrom !== undefined) conditions.push({ text: 'id >= ?', values: [idAt(new Date(createdFrom))] });
  if (createdTo !== undefined) conditions.push({ text: 'id < ?', values: [idAt(new Date(createdTo))] });
  return conditions;
}

export function metadataConditions(metadata: Readonly<Record<string, string>> = {}): PageCondition[] {
  return Object.entries(metadata).map(([key, value]) => ({
    text: 'metadata ->> ?::text = ?',
    values: [key, value],
    scans: true,
  }));
}

/** The field error of a range that contains nothing. */
export function emptyRange(createdTo: Pick<FieldError, 'pointer' | 'parameter'>): FieldError {
  return { ...createdTo, code: 'out_of_range', detail: 'must be later than createdFrom' };
}

/** Checks the range that filters without an index require: at most 90 days. */
export function rangeErrors({ createdFrom, createdTo }: CreatedRange, now: Date, beside: string): FieldError[] {
  const detail = `createdFrom and createdTo must be at most 90 days apart with ${beside}`;
  if (createdFrom === undefined) return [{ parameter: 'createdFrom', code: 'required', detail }];
  const until = createdTo === undefined ? now.getTime() : Date.parse(createdTo);
  if (until - Date.parse(createdFrom) <= MAX_RANGE_MS) return [];
  return [{ parameter: 'createdFrom', code: 'out_of_range', detail }];
}

/** The filters that all lists with amounts share. */
export interface FilterWords extends CreatedRange {
  readonly currency?: string | undefined;
  readonly amountMin?: number | undefined;
  readonly amountMax?: number | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** Returns the conditions of these filters. Throws `invalid_query` if a required filter is missing. */
export function filterConditions(words: FilterWords, now: Date): PageCondition[] {
  requireCompany(words, now);
  const conditions: PageCondition[] = [];
  if (words.currency !== undefined) conditions.push({ text: 'currency = ?', values: [words.currency] });
  conditions.push(...createdConditions(words));
  const { amountMin, amountMax } = words;
  if (amountMin !== undefined) conditions.push({ text: 'amount_value >= ?', values: [amountMin], scans: true });
  if (amountMax !== undefined) conditions.push({ text: 'amount_value <= ?', values: [amountMax], scans: true });
  conditions.push(...metadataConditions(words.metadata));
  return conditions;
}

/** Marks conditions as scanning if several filters are given: an index serves one, whose rows may seldom match the others. */
export function scanningIfSeveral(conditions: readonly PageCondition[], filters: readonly unknown[]): PageCondition[] {
  const scans = filters.filter((filter) => filter !== undefined).length > 1;
  return scans ? conditions.map((condition) => ({ ...condition, scans })) : [...conditions];
}

interface CustomersWords extends FilterWords {
  readonly status?: string | undefined;
  readonly customerId?: string | undefined;
}

/** The same for what belongs to customers and has a status. An unknown customer matches nothing. */
export function customersConditions({ status, customerId, ...words }: CustomersWords, now: Date): PageCondition[] {
  const conditions = filterConditions(words, now);
  if (status !== undefined) conditions.push({ text: 'status = ?', values: [status] });
  if (customerId !== undefined)
    conditions.push({ text: 'customer_id = ?', values: [fromPublicId('cust', customerId) ?? null] });
  return scanningIfSeveral(conditions, [status, customerId]);
}

function requireCompany(words: FilterWords, now: Date): void {
  const errors: FieldError[] = [];
  const byAmount = words.amountMin !== undefined || words.amountMax !== undefined;
  if (byAmount && words.currency === undefined) {
    errors.push({ parameter: 'currency', code: 'required', detail: 'is required with amountMin and amountMax' });
  }
  if (byAmount || words.metadata !== undefined) errors.push(...rangeErrors(words, now, 'amount and metadata filters'));
  if (errors.length > 0) throw new DomainError('invalid_query', 'Some filters require other filters.', { errors });
}

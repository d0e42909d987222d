import type { FieldError } from '@svc/contract';
import type { PageCondition } from '../database/environment-tables.js';
import { DomainError } from '../errors/domain-error.js';
import { idAt } from '../ids/id-source.js';

/** The filters that every list of money takes, in the words that are the same everywhere. */
export interface FilterWords {
  readonly currency?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
  readonly amountMin?: number | undefined;
  readonly amountMax?: number | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

const LONGEST_RANGE_MS = 90 * 86_400_000;

/** The conditions that these filters put on rows. Throws `invalid_query` when filters miss their company. */
export function filterConditions(words: FilterWords, now: Date): PageCondition[] {
  requireCompany(words, now);
  const conditions: PageCondition[] = [];
  const add = (text: string, ...values: unknown[]): void => void conditions.push({ text, values });
  if (words.currency !== undefined) add('currency = ?', words.currency);
  if (words.createdFrom !== undefined) add('id >= ?', idAt(new Date(words.createdFrom)));
  if (words.createdTo !== undefined) add('id < ?', idAt(new Date(words.createdTo)));
  if (words.amountMin !== undefined) add('amount_value >= ?', words.amountMin);
  if (words.amountMax !== undefined) add('amount_value <= ?', words.amountMax);
  for (const [key, value] of Object.entries(words.metadata ?? {})) add('metadata ->> ?::text = ?', key, value);
  return conditions;
}

function requireCompany(words: FilterWords, now: Date): void {
  const errors: FieldError[] = [];
  const byAmount = words.amountMin !== undefined || words.amountMax !== undefined;
  if (byAmount && words.currency === undefined) {
    errors.push({ parameter: 'currency', code: 'required', detail: 'is required beside amountMin and amountMax' });
  }
  if (byAmount || words.metadata !== undefined) errors.push(...rangeErrors(words, now));
  if (errors.length > 0) throw new DomainError('invalid_query', 'Some filters need others beside them.', { errors });
}

function rangeErrors(words: FilterWords, now: Date): FieldError[] {
  const detail = 'at most 90 days must lie between createdFrom and createdTo, beside amount and metadata filters';
  if (words.createdFrom === undefined) return [{ parameter: 'createdFrom', code: 'required', detail }];
  const until = words.createdTo === undefined ? now.getTime() : Date.parse(words.createdTo);
  if (until - Date.parse(words.createdFrom) <= LONGEST_RANGE_MS) return [];
  return [{ parameter: 'createdFrom', code: 'out_of_range', detail }];
}

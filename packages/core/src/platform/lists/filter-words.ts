import type { FieldError } from '@svc/contract';
import type { PageCondition } from '../database/environment-tables.js';
import { DomainError } from '../errors/domain-error.js';
import { createdConditions, metadataConditions, rangeErrors, type CreatedRange } from './created-range.js';

/** The filters that every list of money takes, in the words that are the same everywhere. */
export interface FilterWords extends CreatedRange {
  readonly currency?: string | undefined;
  readonly amountMin?: number | undefined;
  readonly amountMax?: number | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** The conditions that these filters put on rows. Throws `invalid_query` when filters miss their company. */
export function filterConditions(words: FilterWords, now: Date): PageCondition[] {
  requireCompany(words, now);
  const conditions: PageCondition[] = [];
  const add = (text: string, ...values: unknown[]): void => void conditions.push({ text, values });
  if (words.currency !== undefined) add('currency = ?', words.currency);
  conditions.push(...createdConditions(words));
  if (words.amountMin !== undefined) add('amount_value >= ?', words.amountMin);
  if (words.amountMax !== undefined) add('amount_value <= ?', words.amountMax);
  conditions.push(...metadataConditions(words.metadata));
  return conditions;
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

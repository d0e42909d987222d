import type { Input } from '@svc/contract';
import type { PageCondition } from '../platform/database/environment-tables.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { createdConditions, metadataConditions, rangeErrors } from '../platform/lists/created-range.js';
import { normalizeEmail } from './email.js';

type Query = Input<'listCustomers'>['query'];

const NOT_ERASED: PageCondition = { text: 'erased_at IS NULL', values: [] };

/** The conditions that a list's filters put on customers. Throws `invalid_query` when a filter misses its company. */
export function customerConditions(query: Query, now: Date): PageCondition[] {
  const errors = query.metadata === undefined ? [] : rangeErrors(query, now, 'metadata filters');
  if (errors.length > 0) throw new DomainError('invalid_query', 'Some filters require other filters.', { errors });
  const conditions = [NOT_ERASED, ...createdConditions(query), ...metadataConditions(query.metadata)];
  if (query.email === undefined) return conditions;
  return [...conditions, { text: 'email_normalized = ?', values: [normalizeEmail(query.email)] }];
}

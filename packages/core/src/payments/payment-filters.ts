import type { FieldError, Input } from '@svc/contract';
import { normalizeEmail } from '../customers/email.js';
import type { PageCondition } from '../platform/database/environment-tables.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids/public-id.js';
import { createdConditions, metadataConditions, rangeErrors } from '../platform/lists/created-range.js';

type Query = Input<'listPayments'>['query'];

const NOTHING: PageCondition = { text: 'false', values: [] };

/** The conditions that a list's filters put on payments. Throws `invalid_query` when filters miss their company. */
export function paymentConditions(query: Query, now: Date): PageCondition[] {
  requireCompany(query, now);
  const conditions: PageCondition[] = [];
  const add = (text: string, ...values: unknown[]): void => void conditions.push({ text, values });
  // Written out, so that the partial index of a status can serve; the contract admits nothing but its statuses.
  if (query.status !== undefined) add(`status = '${query.status}'`);
  if (query.customerId !== undefined) conditions.push(ofCustomer(query.customerId));
  if (query.currency !== undefined) add('currency = ?', query.currency);
  if (query.reference !== undefined) add('reference = ?', query.reference);
  if (query.email !== undefined) {
    const customer = 'SELECT id FROM customers c WHERE c.environment_id = $1 AND c.email_normalized = ?';
    add(`customer_id = (${customer})`, normalizeEmail(query.email));
  }
  conditions.push(...createdConditions(query));
  if (query.amountMin !== undefined) add('amount_value >= ?', query.amountMin);
  if (query.amountMax !== undefined) add('amount_value <= ?', query.amountMax);
  conditions.push(...metadataConditions(query.metadata));
  return conditions;
}

function ofCustomer(publicId: string): PageCondition {
  const id = fromPublicId('cust', publicId);
  return id === undefined ? NOTHING : { text: 'customer_id = ?', values: [id] };
}

function requireCompany(query: Query, now: Date): void {
  const errors: FieldError[] = [];
  const byAmount = query.amountMin !== undefined || query.amountMax !== undefined;
  if (byAmount && query.currency === undefined) {
    errors.push({ parameter: 'currency', code: 'required', detail: 'is required beside amountMin and amountMax' });
  }
  if (byAmount || query.metadata !== undefined) {
    errors.push(...rangeErrors(query, now, 'amount and metadata filters'));
  }
  if (errors.length > 0) throw new DomainError('invalid_query', 'Some filters need others beside them.', { errors });
}

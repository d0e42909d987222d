import type { Input } from '@svc/contract';
import { normalizeEmail } from '../customers/email.js';
import type { PageCondition } from '../platform/database/environment-tables.js';
import { fromPublicId } from '../platform/ids/public-id.js';
import { filterConditions } from '../platform/lists/filter-words.js';

type Query = Input<'listPayments'>['query'];

const NOTHING: PageCondition = { text: 'false', values: [] };

/** The conditions that a list's filters put on payments. Throws `invalid_query` when filters miss their company. */
export function paymentConditions(query: Query, now: Date): PageCondition[] {
  const conditions = filterConditions(query, now);
  const add = (text: string, ...values: unknown[]): void => void conditions.push({ text, values });
  // Written out, so that the partial index of a status can serve; the contract admits nothing but its statuses.
  if (query.status !== undefined) add(`status = '${query.status}'`);
  if (query.customerId !== undefined) conditions.push(ofCustomer(query.customerId));
  if (query.reference !== undefined) add('reference = ?', query.reference);
  if (query.email !== undefined) {
    const customer = 'SELECT id FROM customers c WHERE c.environment_id = $1 AND c.email_normalized = ?';
    add(`customer_id = (${customer})`, normalizeEmail(query.email));
  }
  return conditions;
}

function ofCustomer(publicId: string): PageCondition {
  const id = fromPublicId('cust', publicId);
  return id === undefined ? NOTHING : { text: 'customer_id = ?', values: [id] };
}

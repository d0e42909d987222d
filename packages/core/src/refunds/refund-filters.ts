import type { Input } from '@svc/contract';
import type { PageCondition } from '../platform/database/environment-tables.js';
import { fromPublicId } from '../platform/ids/public-id.js';
import { filterConditions } from '../platform/lists/filter-words.js';
import type { RefundStatus } from './refund-state.js';

const NOTHING: PageCondition = { text: 'false', values: [] };

/** The conditions that a list's filters put on refunds. Throws `invalid_query` when filters miss their company. */
export function refundConditions(query: Input<'listRefunds'>['query'], now: Date): PageCondition[] {
  const conditions = filterConditions(query, now);
  if (query.status !== undefined) conditions.push(withStatus(query.status));
  if (query.paymentId !== undefined) conditions.push(ofPayment(fromPublicId('pay', query.paymentId)));
  return conditions;
}

/** Written out, so that the partial index of a status can serve; the contract admits nothing but its statuses. */
export function withStatus(status: RefundStatus): PageCondition {
  return { text: `status = '${status}'`, values: [] };
}

export function ofPayment(id: string | undefined): PageCondition {
  return id === undefined ? NOTHING : { text: 'payment_id = ?', values: [id] };
}

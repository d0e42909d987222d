import type { Input } from '@svc/contract';
import type { PageCondition } from '../../platform/database/environment-tables.js';
import { idAt } from '../../platform/ids/id-source.js';
import { fromPublicId } from '../../platform/ids/public-id.js';

export type DeliveryFilters = Omit<Input<'listDeliveries'>['query'], 'limit' | 'cursor'>;

/** The conditions that a list's filters put on deliveries. An id that names nothing admits none. */
export function deliveryConditions(filters: DeliveryFilters): PageCondition[] {
  const { status, type, eventId, webhookId, createdFrom, createdTo } = filters;
  const conditions: PageCondition[] = [];
  const add = (text: string, ...values: unknown[]): void => void conditions.push({ text, values });
  const addId = (column: string, id: string | undefined): void => {
    if (id === undefined) add('false');
    else add(`${column} = ?`, id);
  };
  // Written out, so that the partial index of what is not delivered can serve; the contract admits only its statuses.
  if (status === 'pending') add(`status = 'pending' AND leased_until IS NULL`);
  // What is being delivered was due: that leaves out, by an index, what waits for its time or for a disabled endpoint.
  else if (status === 'delivering') add(`status = 'pending' AND leased_until IS NOT NULL AND due_at <= now()`);
  else if (status !== undefined) add(`status = '${status}'`);
  if (type !== undefined) add('type = ?', type);
  if (eventId !== undefined) addId('event_id', fromPublicId('evt', eventId));
  if (webhookId !== undefined) addId('webhook_id', fromPublicId('wh', webhookId));
  if (createdFrom !== undefined) add('id >= ?', idAt(new Date(createdFrom)));
  if (createdTo !== undefined) add('id < ?', idAt(new Date(createdTo)));
  return conditions;
}

import type { Input, Schemas } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import type { PageCondition } from '../platform/database/environment-tables.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids.js';
import { listPage, type Page, type PageRange } from '../platform/lists/cursor.js';
import { createdConditions } from '../platform/lists/filters.js';
import type { Caller } from '../security/caller.js';
import { Dispute } from './dispute.entity.js';
import { presentDispute } from './dispute.presenter.js';

/** Reads and lists disputes. */
export class DisputesService {
  constructor(private readonly database: Database) {}

  /** Throws `not_found`. */
  async get(caller: Caller, publicId: string): Promise<Schemas['Dispute']> {
    const id = fromPublicId('dis', publicId);
    const dispute = id === undefined ? undefined : await this.database.forEnvironment(caller).find(Dispute, id);
    if (dispute === undefined) throw new DomainError('not_found', `There is no dispute ${publicId}.`);
    return presentDispute(dispute, caller.mode);
  }

  /** The disputes that match the filters, newest first. */
  async list(caller: Caller, query: Input<'listDisputes'>['query']): Promise<Page<Schemas['Dispute']>> {
    const tables = this.database.forEnvironment(caller);
    const read = (range: PageRange): Promise<Dispute[]> => tables.page(Dispute, range, conditionsOf(query));
    return listPage('disputes', caller, query, read, (dispute) => presentDispute(dispute, caller.mode));
  }
}

function conditionsOf({ status, paymentId, ...range }: Input<'listDisputes'>['query']): PageCondition[] {
  const conditions = createdConditions(range);
  if (status !== undefined) conditions.push({ text: 'status = ?', values: [status] });
  if (paymentId === undefined) return conditions;
  const id = fromPublicId('pay', paymentId);
  const ofPayment = id === undefined ? { text: 'false', values: [] } : { text: 'payment_id = ?', values: [id] };
  return [...conditions, ofPayment];
}

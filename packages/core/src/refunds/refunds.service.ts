import type { Input, Schemas } from '@svc/contract';
import { findPayment } from '../payments/payment-store.js';
import type { Database } from '../platform/database/database.js';
import type { PageCondition } from '../platform/database/environment-tables.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { Idempotency } from '../platform/idempotency/idempotency.js';
import { fromPublicId } from '../platform/ids.js';
import { listPage, type Page, type PageRange } from '../platform/lists/cursor.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { AuditLog } from '../security/audit-log.js';
import type { Caller } from '../security/caller.js';
import type { NewRefund, RefundWriter } from './refund-writer.js';
import { presentRefund } from './refund.presenter.js';
import { Refund } from './refund.entity.js';
import { filterConditions, scanningIfSeveral } from '../platform/lists/filters.js';
import type { RefundStatus } from './refund-state.js';

const NOTHING: PageCondition = { text: 'false', values: [] };

/** The conditions of the list filters. Throws `invalid_query` when a filter lacks another one that it needs. */
export function refundConditions(query: Input<'listRefunds'>['query'], now: Date): PageCondition[] {
  const conditions = filterConditions(query, now);
  if (query.status !== undefined) conditions.push(withStatus(query.status));
  if (query.paymentId !== undefined) conditions.push(ofPayment(fromPublicId('pay', query.paymentId)));
  return scanningIfSeveral(conditions, [query.status, query.currency, query.paymentId]);
}

/** A literal, so that the partial index of the status is used; the contract allows only known statuses. */
function withStatus(status: RefundStatus): PageCondition {
  return { text: `status = '${status}'`, values: [] };
}

function ofPayment(id: string | undefined): PageCondition {
  return id === undefined ? NOTHING : { text: 'payment_id = ?', values: [id] };
}

export interface RefundsServiceDependencies {
  readonly database: Database;
  readonly writer: RefundWriter;
  readonly idempotency: Idempotency;
  readonly queues: WorkQueues;
  readonly audit: AuditLog;
}

/** Creates, reads and lists refunds. */
export class RefundsService {
  constructor(private readonly deps: RefundsServiceDependencies) {}

  /** Reserves the amount on the payment; a worker sends the refund. */
  async create(caller: Caller, request: Schemas['CreateRefund']): Promise<Schemas['Refund']> {
    let created: NewRefund | undefined;
    const answer = await this.deps.idempotency.inTransaction(caller, async (transaction) => {
      created = await this.deps.writer.create(transaction, caller, request);
      const presented = presentRefund(created, caller.mode);
      await this.deps.audit.record(transaction, caller, { action: 'refund.created', objectId: presented.id });
      return presented;
    });
    if (created !== undefined) await this.deps.queues.add('refunds', [created]);
    return answer;
  }

  /** Throws `not_found`. */
  async get(caller: Caller, publicId: string): Promise<Schemas['Refund']> {
    const id = fromPublicId('ref', publicId);
    const refund = id === undefined ? undefined : await this.deps.database.forEnvironment(caller).find(Refund, id);
    if (refund === undefined) throw new DomainError('not_found', `There is no refund ${publicId}.`);
    return presentRefund(refund, caller.mode);
  }

  /** The refunds that match the filters, newest first. */
  async list(caller: Caller, query: Input<'listRefunds'>['query']): Promise<Page<Schemas['Refund']>> {
    const conditions = refundConditions(query, new Date());
    const tables = this.deps.database.forEnvironment(caller);
    const read = (range: PageRange): Promise<Refund[]> => tables.page(Refund, range, conditions);
    return listPage('refunds', caller, query, read, (refund) => presentRefund(refund, caller.mode));
  }

  /** The refunds of a payment, newest first. Throws `not_found` for an unknown payment. */
  async ofPayment(
    caller: Caller,
    publicId: string,
    query: Input<'listPaymentRefunds'>['query'],
  ): Promise<Page<Schemas['Refund']>> {
    const tables = this.deps.database.forEnvironment(caller);
    const read = async (range: PageRange): Promise<Refund[]> => {
      const payment = await findPayment(tables, publicId);
      const withStatuses = query.status === undefined ? [] : [withStatus(query.status)];
      return tables.page(Refund, range, [ofPayment(payment.id), ...withStatuses]);
    };
    const present = (refund: Refund) => presentRefund(refund, caller.mode);
    return listPage('refunds of a payment', caller, { ...query, publicId }, read, present);
  }
}

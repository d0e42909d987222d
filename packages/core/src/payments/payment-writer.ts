import type { CustomerDirectory } from '../customers/customer-directory.js';
import type { NamedCustomer, ResolvedCustomers } from '../customers/customer-directory.js';
import { presentCustomer } from '../customers/customer.presenter.js';
import { newEvent, type NewEvent } from '../events/event-body.js';
import type { Outbox } from '../events/outbox.js';
import type { Topic } from '../events/outbox.js';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { idTime, type IdSource } from '../platform/ids/id-source.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Mode } from '../security/environment.entity.js';
import type { PaymentState } from './payment-state.js';
import { presentPaymentEvent } from './payment.presenter.js';
import type { Payment } from './payment.entity.js';

// Hot path: one statement for all payments of a batch.
const INSERT = namedQuery(
  'payments_insert',
  `INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, customer_id, customer_email,
     customer_first_name, customer_last_name, description, metadata, reference, processor, due_at, updated_at)
   SELECT p.environment_id, p.id, p.status, p.stage, p.amount_value, p.currency, p.customer_id, p.customer_email,
          p.customer_first_name, p.customer_last_name, p.description, p.metadata, p.reference, p.processor,
          CASE WHEN p.stage = 'processing' THEN now() END, id_time(p.id)
     FROM unnest($1::int[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::bigint[], $8::text[],
                 $9::text[], $10::text[], $11::text[], $12::json[], $13::text[], $14::text[])
       AS p (environment_id, id, status, stage, amount_value, currency, customer_id, customer_email,
             customer_first_name, customer_last_name, description, metadata, reference, processor)`,
);

/** A payment that a client asks for, checked and in the terms of the domain. */
export interface NewPayment {
  readonly environmentId: number;
  readonly mode: Mode;
  /** In the currency's smallest unit. */
  readonly amountValue: number;
  readonly currency: string;
  readonly customer: Omit<NamedCustomer, 'environmentId'> | undefined;
  readonly description: string | null;
  readonly metadata: Record<string, unknown>;
  readonly reference: string | null;
  readonly processor: string;
  readonly state: PaymentState;
}

/** What a batch has written, and what the workers should hear of once it is committed. */
export interface WrittenPayments {
  readonly payments: readonly Payment[];
  readonly deliveries: readonly WorkRef[];
}

/** Writes payments: customers, payments, events and deliveries of a whole batch in one transaction. */
export class PaymentWriter {
  constructor(
    private readonly database: Database,
    private readonly ids: IdSource,
    private readonly customers: CustomerDirectory,
    private readonly outbox: Outbox,
  ) {}

  /** Creates the payments of a batch, in its order: all of them, or none when it throws. */
  create(batch: readonly NewPayment[]): Promise<WrittenPayments> {
    return this.database.transaction(async (transaction) => {
      const [audience, customers] = await Promise.all([
        this.outbox.audience(transaction, topicsOf(batch)),
        this.customers.resolve(transaction, batch.flatMap(namedCustomer)),
      ]);
      const ids = await this.ids.take(batch.length * 2 + customers.created.length);
      const nextId = (): string => ids.shift() ?? '';
      const payments = batch.map((payment) => toRow(payment, nextId(), customers));
      transaction.queue(INSERT, toColumns(payments));
      const events = [
        ...customers.created.map((customer) => {
          const mode = modeOf(batch, customer.environmentId);
          const data = presentCustomer(customer, mode);
          return newEvent(customer.environmentId, nextId(), 'customer.created', customer.id, data);
        }),
        ...payments.map((payment) => pendingEvent(payment, modeOf(batch, payment.environmentId), nextId())),
      ];
      return { payments, deliveries: await this.outbox.append(transaction, events, audience) };
    });
  }
}

function pendingEvent(payment: Payment, mode: Mode, id: string): NewEvent {
  return newEvent(payment.environmentId, id, 'payment.pending', payment.id, presentPaymentEvent(payment, mode));
}

function modeOf(batch: readonly NewPayment[], environmentId: number): Mode {
  const payment = batch.find((candidate) => candidate.environmentId === environmentId);
  if (payment === undefined) throw new Error('an environment outside the batch');
  return payment.mode;
}

function topicsOf(batch: readonly NewPayment[]): Topic[] {
  const environments = new Set(batch.map((payment) => payment.environmentId));
  return [...environments].flatMap((environmentId) => [
    { environmentId, type: 'customer.created' as const },
    { environmentId, type: 'payment.pending' as const },
  ]);
}

function namedCustomer(payment: NewPayment): NamedCustomer[] {
  return payment.customer === undefined ? [] : [{ environmentId: payment.environmentId, ...payment.customer }];
}

function toRow(payment: NewPayment, id: string, customers: ResolvedCustomers): Payment {
  const { environmentId, customer } = payment;
  return {
    environmentId,
    id,
    version: 1,
    status: payment.state.status,
    stage: payment.state.stage,
    amountValue: String(payment.amountValue),
    currency: payment.currency,
    refundedValue: '0',
    customerId: customer === undefined ? null : (customers.idOf(environmentId, customer.email) ?? null),
    customerEmail: customer?.email ?? null,
    customerFirstName: customer?.firstName ?? null,
    customerLastName: customer?.lastName ?? null,
    description: payment.description,
    metadata: payment.metadata,
    reference: payment.reference,
    processor: payment.processor,
    failureCode: null,
    failureMessage: null,
    dueAt: null,
    lease: 0,
    updatedAt: idTime(id),
  };
}

function toColumns(payments: readonly Payment[]): unknown[] {
  const column = <Value>(value: (payment: Payment) => Value): Value[] => payments.map(value);
  return [
    column((payment) => payment.environmentId),
    column((payment) => payment.id),
    column((payment) => payment.status),
    column((payment) => payment.stage),
    column((payment) => payment.amountValue),
    column((payment) => payment.currency),
    column((payment) => payment.customerId),
    column((payment) => payment.customerEmail),
    column((payment) => payment.customerFirstName),
    column((payment) => payment.customerLastName),
    column((payment) => payment.description),
    column((payment) => JSON.stringify(payment.metadata)),
    column((payment) => payment.reference),
    column((payment) => payment.processor),
  ];
}

import type { Schemas } from '@svc/contract';
import type { CustomerDirectory } from '../../customers/customer-directory.js';
import type { HeldCustomers, NamedCustomer, ResolvedCustomers } from '../../customers/customer-directory.js';
import type { Customer } from '../../customers/customer.entity.js';
import { presentCustomer } from '../../customers/customer.presenter.js';
import { type NewEvent, type Outbox, type Topic, newEvent } from '../../events/outbox.js';
import type { Database, Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { keyClaim, type Idempotency } from '../../platform/idempotency/idempotency.js';
import type { IdempotencyStore, KeyClaim } from '../../platform/idempotency/idempotency-store.js';
import type { IdempotentRequest } from '../../platform/idempotency/idempotent-request.js';
import { idTime, type IdSource } from '../../platform/ids.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import type { Trace } from '../../platform/tracing/trace.js';
import type { Actor } from '../../security/caller.js';
import type { Mode } from '../../security/environment.entity.js';
import { ConnectionRoutes } from '../../processors/connections/connection-routing.js';
import type { ProcessorRegistry } from '../../processors/processor-registry.js';
import { type CaptureMethod, initialState, type PaymentInitiator } from '../payment-state.js';
import { presentPayment, presentPaymentEvent } from '../payment.presenter.js';
import type { Payment } from '../payment.entity.js';
import { storedMakers, type TermMaker } from '../payment-maker.js';
import { type Route, routeOf } from '../payment-route.js';
import { noSuchPayer } from '../payer.js';

/** The columns of a new payment: name, type and value. */
const COLUMNS: readonly (readonly [name: string, type: string, value: (payment: NewPaymentRow) => unknown])[] = [
  ['environment_id', 'int', (payment) => payment.environmentId],
  ['id', 'bigint', (payment) => payment.id],
  ['status', 'text', (payment) => payment.status],
  ['stage', 'text', (payment) => payment.stage],
  ['amount_value', 'bigint', (payment) => payment.amountValue],
  ['currency', 'text', (payment) => payment.currency],
  ['customer_id', 'bigint', (payment) => payment.customerId],
  ['customer_email', 'text', (payment) => payment.customerEmail],
  ['customer_first_name', 'text', (payment) => payment.customerFirstName],
  ['customer_last_name', 'text', (payment) => payment.customerLastName],
  ['description', 'text', (payment) => payment.description],
  ['metadata', 'json', (payment) => JSON.stringify(payment.metadata)],
  ['reference', 'text', (payment) => payment.reference],
  ['processor', 'text', (payment) => payment.processor],
  ['can_fail_over', 'boolean', (payment) => payment.canFailOver],
  ['capture_method', 'text', (payment) => payment.captureMethod],
  ['payment_method_id', 'bigint', (payment) => payment.paymentMethodId],
  ['subscription_id', 'bigint', (payment) => payment.subscriptionId],
  ['checkout_session_id', 'bigint', (payment) => payment.checkoutSessionId],
  ['return_url', 'text', (payment) => payment.returnUrl],
  ['expires_at', 'timestamptz', (payment) => payment.expiresAt],
  ['trace', 'text', (payment) => payment.trace],
  ['initiator', 'text', (payment) => payment.initiator],
  ['statement_descriptor_suffix', 'text', (payment) => payment.statementDescriptorSuffix],
  ['receipt_email', 'text', (payment) => payment.receiptEmail],
  ['maker_key_id', 'bigint', (payment) => payment.makerKeyId],
  ['maker_user_id', 'bigint', (payment) => payment.makerUserId],
  ['other_makers', 'json', ({ otherMakers }) => otherMakers && JSON.stringify(otherMakers)],
  ['event_version', 'int', (payment) => payment.eventVersion],
];
const NAMES = COLUMNS.map(([name]) => name).join(', ');

// Hot path: one statement for all payments of a batch.
const INSERT = namedQuery(
  'payments_insert',
  `INSERT INTO payments (${NAMES}, due_at, updated_at)
   SELECT ${NAMES}, CASE WHEN stage = 'processing' THEN now() + due_in_ms * interval '1 millisecond' END, id_time(id)
     FROM unnest(${COLUMNS.map(([, type], index) => `$${index + 2}::${type}[]`).join(', ')}, $1::int[])
       AS p (${NAMES}, due_in_ms)`,
);

const WAIT_FOR_LOCKS = namedQuery('payments_wait_for_locks', `SELECT set_config('lock_timeout', $1, true)`);

/** A payer as a request names them. */
export type PayerData = Omit<NamedCustomer, 'environmentId'>;

/**
 * The payer of a payment: a customer by email, found or created, or an existing one by id, whose own data the payment gets
 * unless a request has named them otherwise.
 */
export type NewPayer = PayerData | { readonly id: string; readonly named?: PayerData | null };

/** A validated request for a payment. */
export interface NewPayment {
  readonly environmentId: number;
  readonly mode: Mode;
  /** In the currency's smallest unit. */
  readonly amountValue: number;
  readonly currency: string;
  readonly customer: NewPayer | undefined;
  readonly description: string | null;
  readonly metadata: Record<string, unknown>;
  readonly reference: string | null;
  /** The processor that the request or its payment method asks for; undefined to choose one. */
  readonly processor: string | undefined;
  readonly captureMethod: CaptureMethod;
  readonly paymentMethodId: string | null;
  readonly subscriptionId: string | null;
  /** The checkout session on whose page the customer pays. */
  readonly checkoutSessionId: string | null;
  readonly returnUrl: string | null;
  readonly initiator: PaymentInitiator;
  readonly statementDescriptorSuffix: string | null;
  readonly receiptEmail: string | null;
  /** In the environment's time. */
  readonly expiresAt: Date | null;
  /** Whether its amount needs approval by a person, whichever processor it goes to. */
  readonly reachesThreshold: boolean;
  /** Who created it; undefined for a payment that no request created. */
  readonly actor?: Actor | undefined;
  /** Who else set what it charges. */
  readonly otherMakers?: readonly TermMaker[];
  readonly idempotency?: IdempotentRequest | undefined;
  readonly trace?: Trace | null | undefined;
}

/** A written payment, and how long after the commit it is due if it is processing, in milliseconds. */
export type NewPaymentRow = Payment & { readonly dueInMs: number };

/** Outcome of one payment of a batch. `replayed`: the idempotency key was used before, and this is the stored response. */
export type CreatedPayment =
  | { readonly kind: 'created'; readonly payment: NewPaymentRow; readonly answer: Schemas['Payment'] }
  | { readonly kind: 'replayed'; readonly answer: Schemas['Payment'] };

/** The outcomes of a batch, and the deliveries to enqueue after the commit. */
export interface WrittenPayments {
  readonly outcomes: readonly CreatedPayment[];
  readonly deliveries: readonly WorkRef[];
}

export interface PaymentWriterDependencies {
  readonly database: Database;
  readonly ids: IdSource;
  readonly customers: CustomerDirectory;
  readonly outbox: Outbox;
  readonly idempotency: Idempotency;
  readonly keys: IdempotencyStore;
  readonly processors: Pick<ProcessorRegistry, 'forMode' | 'find'>;
}

/** Writes the customers, payments, events and deliveries of a batch in one transaction. */
export class PaymentWriter {
  constructor(private readonly deps: PaymentWriterDependencies) {}

  /**
   * Creates all payments of a batch, or none when it throws; outcomes are in the order of the batch. Used idempotency keys
   * return the stored response and write nothing. With `lockWaitMs` it fails when a row lock takes longer.
   */
  create(batch: readonly NewPayment[], lockWaitMs?: number): Promise<WrittenPayments> {
    return this.deps.database.transaction(async (transaction) => {
      if (lockWaitMs !== undefined) transaction.queue(WAIT_FOR_LOCKS, [`${lockWaitMs}ms`]);
      const replayed = await this.claimKeys(transaction, batch, lockWaitMs);
      const fresh = batch.filter((payment) => !replayed.has(payment));
      const written = await this.write(transaction, fresh);
      const outcomes = batch.map((payment): CreatedPayment => {
        const answer = replayed.get(payment);
        if (answer !== undefined) return { kind: 'replayed', answer };
        const row = written.payments[fresh.indexOf(payment)];
        if (row === undefined) throw new Error('a payment of the batch was not written');
        return { kind: 'created', payment: row, answer: presentPayment(row, payment.mode) };
      });
      this.storeAnswers(transaction, batch, outcomes);
      return { outcomes, deliveries: written.deliveries };
    });
  }

  private async claimKeys(
    transaction: Transaction,
    batch: readonly NewPayment[],
    lockWaitMs: number | undefined,
  ): Promise<Map<NewPayment, Schemas['Payment']>> {
    const replayed = new Map<NewPayment, Schemas['Payment']>();
    const claims = new Map<NewPayment, KeyClaim>();
    for (const payment of batch) {
      const { idempotency } = payment;
      if (idempotency !== undefined) claims.set(payment, keyClaim(payment.environmentId, idempotency));
    }
    if (claims.size === 0) return replayed;
    const claimed = await this.deps.idempotency.claim(
      transaction,
      [...claims.values()],
      lockWaitMs === undefined ? {} : { waitMs: lockWaitMs, afterwardsMs: lockWaitMs },
    );
    for (const [payment, claim] of claims) {
      if (claimed.has(claim) || payment.idempotency === undefined) continue;
      const stored = await this.deps.keys.read(transaction.forEnvironment(claim), claim.key);
      replayed.set(payment, this.deps.idempotency.replay(payment.idempotency, stored));
    }
    return replayed;
  }

  private storeAnswers(
    transaction: Transaction,
    batch: readonly NewPayment[],
    outcomes: readonly CreatedPayment[],
  ): void {
    const answers = batch.flatMap(({ environmentId, idempotency }, index) => {
      const outcome = outcomes[index];
      if (idempotency === undefined || outcome?.kind !== 'created') return [];
      const claim = keyClaim(environmentId, idempotency);
      return [{ claim, body: JSON.stringify(outcome.answer), customerId: outcome.payment.customerId }];
    });
    if (answers.length > 0) this.deps.keys.finish(transaction, answers);
  }

  /** Writes payments in the caller's transaction, in the order of the batch; ignores idempotency keys. */
  async write(
    transaction: Transaction,
    batch: readonly NewPayment[],
  ): Promise<{ payments: NewPaymentRow[]; deliveries: readonly WorkRef[] }> {
    if (batch.length === 0) return { payments: [], deliveries: [] };
    const [audience, routes, customers, known] = await Promise.all([
      this.deps.outbox.audience(transaction, topicsOf(batch)),
      ConnectionRoutes.read(transaction, new Set(batch.map(({ environmentId }) => environmentId))),
      this.deps.customers.resolve(transaction, batch.flatMap(namedCustomer)),
      this.deps.customers.hold(transaction, batch.flatMap(knownCustomer)),
    ]);
    const routed = batch.map((payment): RoutedPayment => {
      const { methodProcessorId, ...payer } = payerOf(payment, customers, known);
      const method = { paymentMethodId: payer.paymentMethodId, methodProcessorId };
      const route = routeOf(payment, method, routes, this.deps.processors.forMode(payment.mode).name);
      const processor = this.deps.processors.find(route.processor);
      const state = initialState(payment.reachesThreshold || processor?.needsApproval(payment) === true);
      return { payment, payer, route, state, dueInMs: processor?.authorizesAfterMs?.(payment) ?? 0 };
    });
    const waiting = routed.filter(({ state }) => awaitsApproval(state));
    // The events get the millisecond of their payment: a process that moves the payment on exceeds its `updatedAt`.
    const ids = await this.deps.ids.take(2 * batch.length + waiting.length + customers.created.length);
    const nextId = (): string => ids.shift() ?? '';
    const payments = routed.map((each) => toRow(each, nextId()));
    transaction.queue(INSERT, [
      payments.map(({ dueInMs }) => dueInMs),
      ...COLUMNS.map(([, , value]) => payments.map(value)),
    ]);
    const events = [
      ...customers.created.map((customer) => {
        const { mode, trace } = firstToName(batch, customer);
        const data = presentCustomer(customer, mode);
        const { environmentId, id: objectId } = customer;
        return newEvent({ environmentId, id: nextId(), type: 'customer.created', objectId, data, trace });
      }),
      ...payments.flatMap((payment) => eventsOf(payment, modeOf(batch, payment.environmentId), nextId)),
    ];
    return { payments, deliveries: await this.deps.outbox.append(transaction, events, audience) };
  }
}

/** A payment with its payer, its processor, the state that it begins in, and when it is due if that is `processing`. */
interface RoutedPayment {
  readonly payment: NewPayment;
  readonly payer: Payer;
  readonly route: Route;
  readonly state: ReturnType<typeof initialState>;
  readonly dueInMs: number;
}

function toRow({ payment, payer, route, state, dueInMs }: RoutedPayment, id: string): NewPaymentRow {
  const { processor, canFailOver } = route;
  return {
    dueInMs,
    environmentId: payment.environmentId,
    id,
    version: 1,
    ...state,
    amountValue: String(payment.amountValue),
    currency: payment.currency,
    captureValue: null,
    captureBefore: null,
    captureOrigin: 'api',
    disputedValue: '0',
    refundedValue: '0',
    processorRefundedValue: '0',
    ...payer,
    description: payment.description,
    metadata: payment.metadata,
    reference: payment.reference,
    processor,
    processorReference: null,
    canFailOver,
    captureMethod: payment.captureMethod,
    subscriptionId: payment.subscriptionId,
    checkoutSessionId: payment.checkoutSessionId,
    returnUrl: payment.returnUrl,
    initiator: payment.initiator,
    statementDescriptorSuffix: payment.statementDescriptorSuffix,
    receiptEmail: payment.receiptEmail,
    expiresAt: payment.expiresAt,
    operation: 'authorize',
    voidReason: null,
    nextActionUrl: null,
    eventVersion: awaitsApproval(state) ? 2 : 1,
    failureCode: null,
    failureMessage: null,
    dueAt: null,
    lease: 0,
    pendingInquiry: null,
    isUnsent: false,
    updatedAt: idTime(id),
    trace: payment.trace ?? null,
    ...storedMakers(awaitsApproval(state) ? payment : {}),
  };
}

/** `payment.pending` for every payment, and another event for one that waits for approval. */
function eventsOf(payment: Payment, mode: Mode, nextId: () => string): NewEvent[] {
  const { environmentId, id, trace } = payment;
  const data = presentPaymentEvent(payment, mode);
  const about = { environmentId, objectId: id, trace };
  const pending = newEvent({ ...about, id: nextId(), type: 'payment.pending', data: { ...data, version: 1 } });
  if (!awaitsApproval(payment)) return [pending];
  return [pending, newEvent({ ...about, id: nextId(), type: 'payment.awaiting_approval', data })];
}

function awaitsApproval({ stage }: Pick<Payment, 'stage'>): boolean {
  return stage === 'awaiting_approval';
}

/** The first payment of the batch that names this new customer. */
function firstToName(batch: readonly NewPayment[], { environmentId, email }: Customer): NewPayment {
  const payment = batch.find(
    (each) =>
      each.environmentId === environmentId &&
      each.customer !== undefined &&
      'email' in each.customer &&
      each.customer.email === email,
  );
  if (payment === undefined) throw new Error('a customer whom no payment names');
  return payment;
}

function modeOf(batch: readonly NewPayment[], environmentId: number): Mode {
  const payment = batch.find((candidate) => candidate.environmentId === environmentId);
  if (payment === undefined) throw new Error('an environment outside the batch');
  return payment.mode;
}

function topicsOf(batch: readonly NewPayment[]): Topic[] {
  const environments = new Set(batch.map((payment) => payment.environmentId));
  const types = ['customer.created', 'payment.pending', 'payment.awaiting_approval'] as const;
  return [...environments].flatMap((environmentId) => types.map((type) => ({ environmentId, type })));
}

function namedCustomer({ customer, environmentId }: NewPayment): NamedCustomer[] {
  return customer === undefined || 'id' in customer ? [] : [{ environmentId, ...customer }];
}

function knownCustomer({ customer, environmentId }: NewPayment): Pick<Customer, 'environmentId' | 'id'>[] {
  return customer !== undefined && 'id' in customer ? [{ environmentId, id: customer.id }] : [];
}

type Payer = Pick<
  Payment,
  'customerId' | 'customerEmail' | 'customerFirstName' | 'customerLastName' | 'paymentMethodId'
>;

/** The payer, and the connection that the payer's default payment method belongs to if that is the one used. */
type RoutedPayer = Payer & { readonly methodProcessorId: string | null };

/**
 * Payer columns. The method defaults to the customer's own, except on a page where the customer chooses. Throws when the
 * customer was erased since the lookup.
 */
function payerOf(payment: NewPayment, resolved: ResolvedCustomers, known: HeldCustomers): RoutedPayer {
  const { customer, environmentId, paymentMethodId, checkoutSessionId } = payment;
  if (customer === undefined) {
    const nobody = { customerId: null, customerEmail: null, customerFirstName: null, customerLastName: null };
    return { ...nobody, paymentMethodId, methodProcessorId: null };
  }
  const held = 'id' in customer ? known.find(environmentId, customer.id) : undefined;
  const named = 'id' in customer ? (customer.named ?? held) : customer;
  const found = 'id' in customer ? held : resolved.find(environmentId, customer.email);
  if (found === undefined || named === undefined) throw noSuchPayer();
  const isDefaultUsed = paymentMethodId === null && checkoutSessionId === null;
  return {
    customerId: found.id,
    customerEmail: named.email,
    customerFirstName: named.firstName,
    customerLastName: named.lastName,
    paymentMethodId: isDefaultUsed ? found.defaultPaymentMethodId : paymentMethodId,
    methodProcessorId: isDefaultUsed ? found.methodProcessorId : null,
  };
}

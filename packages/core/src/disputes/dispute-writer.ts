import { newEvent, type Outbox } from '../events/outbox.js';
import type { Ledger, Posting } from '../ledger/ledger.js';
import { Payment } from '../payments/payment.entity.js';
import { PaymentAttempt } from '../payments/processing/payment-attempt.entity.js';
import type { Transaction } from '../platform/database/database.js';
import type { TransactionTables } from '../platform/database/transaction-tables.js';
import { idTime, type IdSource } from '../platform/ids.js';
import type { Logger } from '../platform/logger.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { OpenConnection } from '../processors/connections/connection-adapters.js';
import type { ReportedDispute } from '../processors/payment-processor.js';
import { disputeSteps, type DisputeStep, mergedDispute, movedValue } from './dispute-state.js';
import { DisputeChange } from './dispute-change.entity.js';
import { Dispute } from './dispute.entity.js';
import { presentDispute } from './dispute.presenter.js';

const MOVED = { 'dispute withdrawn': 'withdrawn', 'dispute reinstated': 'reinstated' } as const;

type Connection = Pick<OpenConnection, 'environmentId' | 'name' | 'mode'>;

export interface DisputeWriterDependencies {
  readonly ids: IdSource;
  readonly outbox: Outbox;
  readonly ledger: Ledger;
  readonly logger: Pick<Logger, 'warn'>;
}

/** The steps of a dispute, each with the id of its event. */
interface MovedDispute {
  readonly payment: Payment;
  readonly dispute: Dispute;
  readonly steps: readonly DisputeStep[];
  readonly eventIds: readonly string[];
}

/** Stores what processors say about disputes, with ledger entries, the disputed amount of the payment, and events. */
export class DisputeWriter {
  constructor(private readonly deps: DisputeWriterDependencies) {}

  /** Writes a report. Returns the deliveries of its events. */
  async write(
    transaction: Transaction,
    connection: Connection,
    externalReference: string,
    reported: ReportedDispute,
  ): Promise<WorkRef[]> {
    const tables = transaction.forEnvironment(connection);
    const payment = await this.lockPayment(tables, connection, externalReference, reported);
    if (payment === undefined) return [];
    const stored = await tables.lock(Dispute, { processor: connection.name, externalReference });
    const next = mergedDispute(stored, reported);
    const steps = disputeSteps(stored, next);
    if (steps.length === 0) return [];
    // Events, and changes of the payment, are in the order of their ids, whichever process writes them.
    this.deps.ids.follow(payment.updatedAt);
    if (stored !== undefined) this.deps.ids.follow(stored.updatedAt);
    const [newId = '', ...eventIds] = await this.deps.ids.take(steps.length + 1);
    const versionBefore = stored?.version ?? 0;
    const dispute: Dispute = {
      ...(stored ?? {
        ...{ environmentId: connection.environmentId, id: newId, paymentId: payment.id },
        ...{ processor: connection.name, externalReference },
        currency: reported.currency,
      }),
      ...next,
      version: versionBefore + steps.length,
      updatedAt: idTime(eventIds.at(-1) ?? ''),
    };
    if (stored === undefined) await tables.insert(Dispute, dispute);
    else await tables.update(Dispute, { id: dispute.id }, dispute);
    for (const change of changesOf(dispute, versionBefore, steps, eventIds)) void tables.insert(DisputeChange, change);
    this.move(transaction, tables, { payment, dispute, steps, eventIds });
    const events = steps.map(({ type }, index) => {
      const eventId = eventIds[index] ?? '';
      const shown = { ...dispute, version: versionBefore + index + 1, updatedAt: idTime(eventId) };
      const data = presentDispute(shown, connection.mode);
      return newEvent({ environmentId: dispute.environmentId, id: eventId, type, objectId: dispute.id, data });
    });
    return this.deps.outbox.append(transaction, events, await this.deps.outbox.audience(transaction, events));
  }

  /** The disputed payment; undefined if the connection has no such payment. */
  private async lockPayment(
    tables: TransactionTables,
    { name }: Connection,
    reference: string,
    { authorization, currency }: ReportedDispute,
  ): Promise<Payment | undefined> {
    const attempt = await tables.find(PaymentAttempt, authorization.id);
    const payment = attempt?.processor === name ? await tables.lock(Payment, attempt.paymentId) : undefined;
    if (payment?.currency === currency) return payment;
    this.deps.logger.warn(
      { event: 'dispute_ignored', processor: name, reference },
      'dispute ignored: this connection has no payment for it in its currency',
    );
    return undefined;
  }

  /** Posts the money that moved, under the id of the event that reports it. */
  private move(
    transaction: Transaction,
    tables: TransactionTables,
    { payment, dispute, steps, eventIds }: MovedDispute,
  ): void {
    const { environmentId, id: sourceId, currency, updatedAt } = dispute;
    const moved = { environmentId, sourceId, origin: 'processor' as const, currency };
    const postings = steps.flatMap(({ movement }, index): Posting[] =>
      movement === undefined
        ? []
        : [{ ...moved, eventId: eventIds[index] ?? '', movement, amountValue: movedValue(movement, dispute) }],
    );
    if (postings.length === 0) return;
    this.deps.ledger.post(transaction, postings);
    const withdrawn = postings.reduce(
      (sum, { movement, amountValue }) => sum + BigInt(amountValue) * (movement === 'dispute withdrawn' ? 1n : -1n),
      BigInt(payment.disputedValue),
    );
    const changes = { disputedValue: String(withdrawn), version: payment.version + 1, updatedAt };
    void tables.update(Payment, { id: payment.id }, changes);
  }
}

function changesOf(
  dispute: Dispute,
  versionBefore: number,
  steps: readonly DisputeStep[],
  eventIds: readonly string[],
): DisputeChange[] {
  const { environmentId, id: disputeId, status, reason } = dispute;
  return steps.map(({ movement }, index) => ({
    ...{ environmentId, disputeId, version: versionBefore + index + 1, status, reason },
    amountValue: movement === undefined ? dispute.amountValue : movedValue(movement, dispute),
    movement: movement === undefined ? null : MOVED[movement],
    at: idTime(eventIds[index] ?? ''),
  }));
}

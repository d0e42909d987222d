import type { AcquirerSchemas } from '@svc/acquirer-contract';
import type { Journal } from './journal.js';
import type { ContractVersion } from './orders.js';

type Amount = AcquirerSchemas['Amount'];

/** An operation requested under a reference. */
export interface Order {
  readonly reference: string;
  readonly operation: AcquirerSchemas['OperationKind'];
  /** Not for a void. */
  readonly amount?: Amount;
  /** Only for an authorization. */
  readonly payment?: string;
  readonly captureMethod?: 'automatic' | 'manual';
  /** For all except an authorization. */
  readonly authorization?: string;
}

/** An order with the time of its first arrival. */
interface Received extends Order {
  /** In milliseconds; repetitions do not change it. */
  readonly receivedAt: number;
}

/** An order and its outcome. */
export interface Entry extends Received {
  readonly status: 'approved' | 'declined' | 'pending' | 'requires_action';
  readonly code?: string;
  /** When a pending entry is approved, in milliseconds. */
  readonly settlesAt?: number;
}

/** Totals of one authorization, in the currency's minor unit. */
export interface Account {
  readonly payment: string;
  readonly reference: string;
  readonly status: Entry['status'];
  readonly held: number;
  readonly taken: number;
  readonly refunded: number;
}

type Result = Pick<Entry, 'status' | 'code' | 'settlesAt'>;

const PENDING_MS = 300;
const APPROVED: Result = { status: 'approved' };
const ALREADY_CAPTURED: Result = { status: 'declined', code: 'already_captured' };

/**
 * The last two digits of an amount decide the outcome; all others are approved. `voidDeclined` refuses the first void.
 */
export const ENDINGS = { declined: 5, requiresAction: 7, pending: 9, captureDeclined: 11, voidDeclined: 13 } as const;

/** The acquirer's state and rules: one reference has one effect. */
export class Statement {
  private readonly entries = new Map<string, Entry>();
  private readonly byAuthorization = new Map<string, string[]>();

  constructor(
    private readonly journal: Journal<Entry>,
    private readonly version: ContractVersion,
  ) {
    for (const entry of journal.read()) this.remember(entry);
  }

  find(reference: string): Entry | undefined {
    const entry = this.entries.get(reference);
    if (entry?.status !== 'pending' || (entry.settlesAt ?? Infinity) > Date.now()) return entry;
    return this.write({ ...entry, status: 'approved' });
  }

  /** Executes the order once; undefined when the reference belongs to another order. */
  carryOut(order: Order): Entry | undefined {
    const known = this.find(order.reference);
    if (known === undefined) return this.decide(order);
    return isSameOrder(known, order) ? known : undefined;
  }

  /** The payer's choice; false when none is expected any more. */
  act(reference: string, outcome: 'approve' | 'decline'): boolean {
    const entry = this.find(reference);
    if (entry?.status !== 'requires_action') return false;
    const result: Result = outcome === 'approve' ? APPROVED : { status: 'declined', code: 'rejected' };
    this.write({ ...entry, ...result });
    return true;
  }

  /** Entries that will settle on their own. */
  pending(): Entry[] {
    return [...this.entries.values()].filter(({ status }) => status === 'pending');
  }

  /** All entries with their current state, in the order of the contract. */
  entriesInOrder(): Entry[] {
    const entries = [...this.entries.keys()].flatMap((reference) => this.find(reference) ?? []);
    return entries.sort(
      (one, other) => one.receivedAt - other.receivedAt || (one.reference < other.reference ? -1 : 1),
    );
  }

  accounts(): Account[] {
    return [...this.entries.keys()].flatMap((reference) => {
      const entry = this.find(reference);
      if (entry?.operation !== 'authorize') return [];
      const taken = this.takenOf(entry);
      const isOpen = entry.captureMethod === 'manual' && entry.status === 'approved' && taken === 0;
      const held = isOpen && !this.isReleased(entry) ? (entry.amount?.value ?? 0) : 0;
      const { payment = '', status } = entry;
      return [{ payment, reference, status, held, taken, refunded: this.refundedOf(entry) }];
    });
  }

  private decide(ordered: Order): Entry {
    const order: Received = { ...ordered, receivedAt: Date.now() };
    switch (order.operation) {
      case 'authorize':
        return this.write({ ...order, ...byEnding(order.amount) });
      case 'capture':
        return this.write({ ...order, ...this.capture(order) });
      case 'void':
        return this.release(order);
      case 'refund':
        return this.write({ ...order, ...this.refund(order) });
    }
  }

  private capture(order: Order): Result {
    const authorization = this.find(order.authorization ?? '');
    if (authorization !== undefined && this.isTaken(authorization)) return ALREADY_CAPTURED;
    const isHeld = authorization?.captureMethod === 'manual' && authorization.status === 'approved';
    if (!isHeld || this.isReleased(authorization)) return { status: 'declined', code: 'not_capturable' };
    if (!this.isCapturable(order.amount, authorization.amount)) return { status: 'declined', code: 'amount_mismatch' };
    if (endingOf(order.amount) === ENDINGS.captureDeclined) return { status: 'declined', code: 'hold_lost' };
    return endingOf(order.amount) === ENDINGS.pending ? byEnding(order.amount) : APPROVED;
  }

  /** Since 1.4 a capture may take less than is held. */
  private isCapturable(asked: Amount | undefined, held: Amount | undefined): boolean {
    if (asked === undefined || held === undefined || asked.currency !== held.currency) return false;
    return this.version === '1.3' ? asked.value === held.value : asked.value <= held.value;
  }

  /** Writes the void and its effect on the authorization as one line of the journal. */
  private release(order: Received): Entry {
    const authorization = this.find(order.authorization ?? '');
    if (authorization === undefined) return this.write({ ...order, status: 'declined', code: 'unknown_authorization' });
    if (this.isTaken(authorization)) return this.write({ ...order, ...ALREADY_CAPTURED });
    if (endingOf(authorization.amount) === ENDINGS.voidDeclined && this.about(authorization, 'void').length === 0) {
      return this.write({ ...order, status: 'declined', code: 'try_again' });
    }
    const released: Entry = { ...order, ...APPROVED };
    if (authorization.status === 'declined') return this.write(released);
    return this.write(released, { ...authorization, status: 'declined', code: 'voided' });
  }

  private refund(order: Order): Result {
    const authorization = this.find(order.authorization ?? '');
    const left = authorization === undefined ? 0 : this.takenOf(authorization) - this.refundedOf(authorization);
    if ((order.amount?.value ?? 0) > left) return { status: 'declined', code: 'refund_exceeds_payment' };
    const ending = endingOf(order.amount);
    return ending === ENDINGS.declined || ending === ENDINGS.pending ? byEnding(order.amount) : APPROVED;
  }

  private takenOf(authorization: Entry): number {
    const taking = authorization.captureMethod === 'automatic' ? authorization : this.captureOf(authorization);
    return taking?.status === 'approved' ? (taking.amount?.value ?? 0) : 0;
  }

  private refundedOf(authorization: Entry): number {
    return this.about(authorization, 'refund')
      .filter(({ status }) => status !== 'declined')
      .reduce((sum, { amount }) => sum + (amount?.value ?? 0), 0);
  }

  private captureOf(authorization: Entry): Entry | undefined {
    return this.about(authorization, 'capture').find(({ status }) => status !== 'declined');
  }

  /** Includes a pending capture. */
  private isTaken(authorization: Entry): boolean {
    const isAtOnce = authorization.captureMethod === 'automatic' && authorization.status === 'approved';
    return isAtOnce || this.captureOf(authorization) !== undefined;
  }

  /** A declined capture ends the hold, unless it was declined because of another capture. */
  private isReleased(authorization: Entry): boolean {
    return this.about(authorization, 'capture').some(
      ({ status, code }) => status === 'declined' && code !== ALREADY_CAPTURED.code,
    );
  }

  private about({ reference }: Entry, operation: Order['operation']): Entry[] {
    const names = this.byAuthorization.get(reference) ?? [];
    return names.flatMap((name) => this.find(name) ?? []).filter((entry) => entry.operation === operation);
  }

  private write(entry: Entry, ...others: Entry[]): Entry {
    this.journal.append([entry, ...others]);
    for (const written of [entry, ...others]) this.remember(written);
    return entry;
  }

  private remember(entry: Entry): void {
    if (entry.authorization !== undefined && !this.entries.has(entry.reference)) {
      const others = this.byAuthorization.get(entry.authorization) ?? [];
      this.byAuthorization.set(entry.authorization, [...others, entry.reference]);
    }
    this.entries.set(entry.reference, entry);
  }
}

function byEnding(amount: Amount | undefined): Result {
  switch (endingOf(amount)) {
    case ENDINGS.declined:
      return { status: 'declined', code: 'insufficient_funds' };
    case ENDINGS.requiresAction:
      return { status: 'requires_action' };
    case ENDINGS.pending:
      return { status: 'pending', settlesAt: Date.now() + PENDING_MS };
    default:
      return APPROVED;
  }
}

function endingOf(amount: Amount | undefined): number {
  return (amount?.value ?? 0) % 100;
}

function isSameOrder(known: Entry, order: Order): boolean {
  const key = ({ operation, amount, payment, captureMethod, authorization }: Order): string =>
    JSON.stringify([operation, amount?.value, amount?.currency, payment, captureMethod, authorization]);
  return key(known) === key(order);
}

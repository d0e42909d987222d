import type { Payment, Refund, TimelineEntry } from '@svc/sdk';
import { MODE_EFFECTS } from '../../lib/mode-effects';
import { moneyText, type Money } from '../../lib/money';
import { pollMs, SLOW_POLL_MS } from '../../lib/polling';
import type { Mode } from '../../session/client';
import type { ConnectionState } from './payment-connection';

export type PaymentAction = 'approve' | 'reject' | 'capture' | 'cancel' | 'refund';

/** How the page offers an action. */
interface ActionTexts {
  readonly scope: string;
  /** The button that opens the dialog. */
  readonly opener: string;
  readonly title: string;
  /** What the dialog says about the effect. */
  readonly effect: string;
  readonly done: string;
  readonly isDangerous?: boolean;
}

export const ACTION_TEXTS: Readonly<Record<PaymentAction, ActionTexts>> = {
  approve: {
    scope: 'payments:approve',
    opener: 'Approve',
    title: 'Approve the payment',
    effect: 'It is sent to the payment processor.',
    done: 'The payment was approved.',
  },
  reject: {
    scope: 'payments:approve',
    opener: 'Reject',
    title: 'Reject the payment',
    effect: 'The payment fails with code rejected. Held money is released first.',
    done: 'The rejection was requested.',
    isDangerous: true,
  },
  capture: {
    scope: 'payments:write',
    opener: 'Capture',
    title: 'Capture the payment',
    effect: 'Captures this amount and releases the rest. A payment can be captured only once.',
    done: 'The capture was sent to the payment processor.',
  },
  cancel: {
    scope: 'payments:write',
    opener: 'Cancel',
    title: 'Cancel the payment',
    effect: 'The payment fails with code cancelled. Held money is released first.',
    done: 'The cancellation was requested.',
    isDangerous: true,
  },
  refund: {
    scope: 'refunds:write',
    opener: 'Refund',
    title: 'Refund the payment',
    effect: 'The money goes back to the customer.',
    done: 'The refund was requested.',
  },
};

/** An unknown outcome is decided by a person, who has asked the processor. */
const DOUBT: Readonly<Partial<Record<PaymentAction, string>>> = {
  approve: 'You confirm that the last operation at the payment processor did happen. Check with the processor first.',
  reject:
    'You confirm that the last operation at the payment processor did not happen. Check with the processor first.',
};

/** Only the service knows whether the processor has received something. */
const CANCEL_UNSENT =
  'If the payment processor has received nothing of the payment, it fails with code cancelled. Otherwise nothing changes.';

/** Which payment it is. Someone who listens to the dialog does not hear the page below it. */
export function subjectOf(
  { amount, customer, reference }: Pick<Payment, 'amount' | 'customer' | 'reference'>,
  mode: Mode,
): string {
  const sender = customer?.email == null ? '' : ` from ${customer.email}`;
  const name = reference === null ? '' : `, reference ${reference}`;
  return `A payment of ${moneyText(amount)}${sender}${name}. ${MODE_EFFECTS[mode]}`;
}

export function effectOf(action: PaymentAction, { stage }: Pick<Payment, 'stage'>): string {
  if (action === 'cancel' && stage === 'processing') return CANCEL_UNSENT;
  return (stage === 'requires_attention' ? DOUBT[action] : undefined) ?? ACTION_TEXTS[action].effect;
}

/** What a person has requested. */
export interface Requested {
  readonly action: PaymentAction;
  readonly refundId: string | undefined;
  /** Whether the refund is the one of an earlier request, whose outcome was unknown. */
  readonly isEarlier?: boolean;
}

const EARLIER_REFUND =
  'This refund had been made already, by an earlier request. It was not made again. To refund the same amount once more, refund again.';

/** What is said once a request was accepted. */
export function doneText({ action, isEarlier = false }: Requested): string {
  return isEarlier ? EARLIER_REFUND : ACTION_TEXTS[action].done;
}

/** What is said once a request has ended otherwise; undefined until then. */
export function endedOtherwise(
  { action, refundId }: Requested,
  { status }: Pick<Payment, 'status'>,
  refunds: readonly Pick<Refund, 'id' | 'status'>[],
): string | undefined {
  switch (action) {
    case 'refund':
      return refunds.find(({ id }) => id === refundId)?.status === 'failed' ? 'The refund failed.' : undefined;
    case 'cancel':
    case 'reject':
      return status === 'completed' ? 'The payment was completed.' : undefined;
    case 'capture':
      return status === 'failed' ? 'The payment failed.' : undefined;
    default:
      return undefined;
  }
}

/** Whether the timeline names the person as the creator of a payment that waits for approval. */
export function isCreatedBy(userId: string, timeline: readonly TimelineEntry[]): boolean {
  return timeline.some((entry) => {
    if (entry.type !== 'timeline.state' || !('by' in entry) || entry.version !== 1) return false;
    return entry.by?.actor === 'member' && entry.by.id === userId;
  });
}

type Acted = Pick<Payment, 'status' | 'stage' | 'refundableAmount' | 'processor'>;

/** The actions that the state of a payment and its connection allow, of those that the person may do. */
export function actionsOf(
  payment: Acted,
  connection: ConnectionState,
  may: (scope: string) => boolean,
): PaymentAction[] {
  return allowedBy(payment, connection).filter((action) => may(ACTION_TEXTS[action].scope));
}

function allowedBy(payment: Acted, connection: ConnectionState): PaymentAction[] {
  if (payment.status === 'completed') {
    const mayBeRefunded = payment.refundableAmount.value > 0 && connection !== 'deleted' && connection !== 'reading';
    return mayBeRefunded ? ['refund'] : [];
  }
  switch (payment.stage) {
    case 'awaiting_approval':
      return ['approve', 'reject', 'cancel'];
    case 'requires_attention':
      return ['approve', 'reject'];
    case 'authorized':
      return ['capture', 'cancel'];
    case 'requires_action':
      return ['cancel'];
    case 'processing':
      return mayBeUnsent(payment, connection) ? ['cancel'] : [];
    default:
      return [];
  }
}

/** Whether the payment may wait with nothing of it at the processor, which refuses the credentials. Other reasons pass by themselves. */
function mayBeUnsent({ processor }: Acted, connection: ConnectionState): boolean {
  return connection === 'failing' && processor?.reference === null;
}

/** Why a payment with money left cannot be refunded here. */
export function refundRefusal(
  { refundableAmount }: Pick<Payment, 'refundableAmount'>,
  connection: ConnectionState,
): string | undefined {
  if (connection !== 'deleted' || refundableAmount.value === 0) return undefined;
  return 'The connection of this payment was deleted. Refund the payment at its processor. That refund will not be shown here.';
}

type Amounts = Pick<Payment, 'stage' | 'captureMethod' | 'amount' | 'refundableAmount' | 'amountCapturable'>;

/** The most that an action can move; undefined for one without an amount. */
export function limitOf(
  action: PaymentAction,
  payment: Amounts,
  timeline: readonly TimelineEntry[],
): Money | undefined {
  if (action === 'refund') return payment.refundableAmount;
  if (action === 'capture') return payment.amountCapturable;
  const mayBePart = payment.stage === 'requires_attention' && payment.captureMethod === 'manual';
  return action === 'approve' && mayBePart && mayBeCaptured(timeline) ? payment.amount : undefined;
}

/**
 * Whether the approval of an unknown outcome confirms a capture, which may have taken a part of the money. The approval of
 * an authorization, or of a release, confirms that the money is held: the service then refuses an amount.
 */
function mayBeCaptured(timeline: readonly TimelineEntry[]): boolean {
  const attempts = timeline.filter((entry) => entry.type === 'timeline.attempt');
  const refusals = attempts.filter(({ operation, outcome }) => operation !== 'authorize' && outcome === 'declined');
  const latest = refusals.toSorted((one, other) => finishOf(one) - finishOf(other)).at(-1);
  if (latest?.code === 'already_captured') return true;
  // A release before that has failed: a person has said that the money is still held.
  const since = timeline.findLastIndex((entry) => entry.type === 'timeline.state' && entry.stage === 'authorized');
  const isReleased = timeline.some(
    (entry, index) => index > since && entry.type === 'timeline.attempt' && entry.operation === 'void',
  );
  return !isReleased && attempts.some(({ operation, outcome }) => operation === 'capture' && outcome === 'pending');
}

function finishOf({ finishedAt }: { readonly finishedAt: string | null }): number {
  return finishedAt === null ? 0 : Date.parse(finishedAt);
}

/** Milliseconds after which listed payments are read again; false once nothing of them moves any more. */
export function refreshListAfter(
  payments: readonly Pick<Payment, 'status' | 'stage' | 'updatedAt'>[],
  now = Date.now(),
): number | false {
  const pending = payments.filter(({ status }) => status === 'pending');
  const moving = pending.map((payment) => refreshAfter(payment, [], now)).filter((after) => after !== false);
  return moving.length > 0 && Math.min(...moving);
}

/** Milliseconds after which a payment is read again; false once it is final. */
export function refreshAfter(
  { status, stage, updatedAt }: Pick<Payment, 'status' | 'stage' | 'updatedAt'>,
  refunds: readonly Pick<Refund, 'status' | 'updatedAt'>[],
  now = Date.now(),
): number | false {
  const pending = refunds.filter((refund) => refund.status === 'pending').map((refund) => refund.updatedAt);
  const moving = stage === 'processing' ? [updatedAt, ...pending] : pending;
  if (moving.length > 0) return Math.min(...moving.map((changedAt) => pollMs(changedAt, now)));
  if (status === 'completed') return SLOW_POLL_MS;
  return status === 'pending' ? 5_000 : false;
}

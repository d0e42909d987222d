import type Stripe from 'stripe';
import { referenceOf } from '../own-reference.js';
import type { StatementAnswer, StatementLine, StatementPosition, StatementRequest } from '../processor-statement.js';
import { fromStripeAmount } from './stripe-amounts.js';
import type { StripeAnswer, StripeCalls, StripeFailure } from './stripe-calls.js';
import { captureReference } from './stripe-outcomes.js';
import type { StripeOwnership } from './stripe-ownership.js';
import { isRelease } from './stripe-refunds.js';

const PAGE = 100;
const REFUNDS = 'refunds:';
const INTENTS = 'intents:';

export interface StripeStatementDependencies {
  readonly calls: StripeCalls;
  readonly owner: StripeOwnership;
}

type Listed<T> = Pick<Stripe.ApiList<T>, 'data' | 'has_more'>;

/**
 * Reads a page of the account's PaymentIntents, and then of its refunds, with the newest first. What this installation has not
 * made is left out, unless it concerns one of its PaymentIntents.
 */
export function readStripeStatement(
  request: StatementRequest,
  dependencies: StripeStatementDependencies,
): Promise<StatementAnswer> {
  const cursor = request.position?.cursor ?? INTENTS;
  return cursor.startsWith(REFUNDS)
    ? readRefunds(request, cursor.slice(REFUNDS.length), dependencies)
    : readIntents(request, cursor.slice(INTENTS.length), dependencies);
}

async function readIntents(
  request: StatementRequest,
  after: string,
  { calls, owner }: StripeStatementDependencies,
): Promise<StatementAnswer> {
  const answer: StripeAnswer<Listed<Stripe.PaymentIntent>> = await calls.ask((sdk) =>
    sdk.paymentIntents.list(paged(request, after)),
  );
  if (answer.failure !== undefined) return noPage(answer.failure);
  const { data, has_more: hasMore } = answer.object;
  const last = data.at(-1);
  const cursor = hasMore && last !== undefined ? `${INTENTS}${last.id}` : REFUNDS;
  return { kind: 'page', lines: data.flatMap((intent) => linesOf(intent, owner)), next: positionAt(request, cursor) };
}

async function readRefunds(
  request: StatementRequest,
  after: string,
  { calls, owner }: StripeStatementDependencies,
): Promise<StatementAnswer> {
  const params = { ...paged(request, after), expand: ['data.payment_intent'] };
  const answer: StripeAnswer<Listed<Stripe.Refund>> = await calls.ask((sdk) => sdk.refunds.list(params));
  if (answer.failure !== undefined) return noPage(answer.failure);
  const { data, has_more: hasMore } = answer.object;
  const last = data.at(-1);
  const next = hasMore && last !== undefined ? positionAt(request, `${REFUNDS}${last.id}`) : null;
  const lines: StatementLine[] = [];
  for (const refund of data) {
    const line = refundLine(refund, owner);
    if (line === undefined) continue;
    const release = await isRelease(refund, { calls, owner });
    if (release.failure !== undefined) return noPage(release.failure);
    if (!release.object) lines.push(line);
  }
  return { kind: 'page', lines, next };
}

function paged({ from, to }: StatementRequest, after: string) {
  const created = { gte: Math.floor(from.getTime() / 1_000), lt: Math.ceil(to.getTime() / 1_000) };
  return { created, limit: PAGE, ...(after === '' ? {} : { starting_after: after }) };
}

/** Stripe's lists go back in time, so that the walk is only at a cursor. */
function positionAt({ from }: StatementRequest, cursor: string): StatementPosition {
  return { cursor, receivedAt: from, reference: '' };
}

function noPage({ kind, code, message }: StripeFailure): StatementAnswer {
  const isUnclear = kind === 'unauthorized' || kind === 'refused' || kind === 'card';
  return { kind: isUnclear ? 'unclear' : 'unavailable', reason: `${code}: ${message}` };
}

const STATUSES: Readonly<Partial<Record<Stripe.PaymentIntent.Status, StatementLine['status']>>> = {
  succeeded: 'approved',
  requires_capture: 'approved',
  processing: 'pending',
  requires_action: 'requires_action',
  requires_payment_method: 'declined',
  canceled: 'declined',
};

/** The authorization, and the capture that followed it. Nothing was sent under an intent that was never confirmed. */
function linesOf(intent: Stripe.PaymentIntent, owner: StripeOwnership): StatementLine[] {
  const attempt = owner.attemptOf(intent.metadata);
  const status = STATUSES[intent.status];
  if (attempt === undefined || status === undefined) return [];
  const made = { externalReference: intent.id, receivedAt: new Date(intent.created * 1_000) };
  const authorization: StatementLine = {
    ...{ ...made, attempt, reference: referenceOf(attempt), operation: 'authorize', status, authorization: undefined },
    paymentId: owner.paymentOf(intent.metadata),
    amount: amountOf(intent.amount, intent.currency),
  };
  if (intent.capture_method !== 'manual' || intent.status !== 'succeeded') return [authorization];
  const capture = owner.captureOf(intent.metadata);
  const taken: StatementLine = {
    ...{ ...made, attempt: capture, operation: 'capture', status: 'approved', paymentId: undefined },
    reference: capture === undefined ? captureReference(intent) : referenceOf(capture),
    authorization: attempt,
    amount: amountOf(intent.amount_received, intent.currency),
  };
  return [authorization, taken];
}

function refundLine(refund: Stripe.Refund, owner: StripeOwnership): StatementLine | undefined {
  const { payment_intent: intent } = refund;
  const attempt = owner.attemptOf(refund.metadata);
  const authorization = intent === null || typeof intent === 'string' ? undefined : owner.attemptOf(intent.metadata);
  if (attempt === undefined && authorization === undefined) return undefined;
  return {
    ...{ attempt, authorization, operation: 'refund', paymentId: undefined },
    reference: attempt === undefined ? refund.id : referenceOf(attempt),
    externalReference: refund.id,
    status: refundStatus(refund),
    amount: amountOf(refund.amount, refund.currency),
    receivedAt: new Date(refund.created * 1_000),
  };
}

function refundStatus({ status }: Stripe.Refund): StatementLine['status'] {
  if (status === 'succeeded') return 'approved';
  return status === 'failed' || status === 'canceled' ? 'declined' : 'pending';
}

function amountOf(amount: number, currency: string): StatementLine['amount'] {
  const value = fromStripeAmount(amount, currency);
  return value === undefined ? null : { value, currency: currency.toUpperCase() };
}

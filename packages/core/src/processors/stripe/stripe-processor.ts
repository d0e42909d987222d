import type { LookupFunction } from 'node:net';
import type Stripe from 'stripe';
import type { buildConnector } from 'undici';
import type { Logger } from '../../platform/logger.js';
import { toPublicId } from '../../platform/ids.js';
import {
  type CallbackRequest,
  type CallingProcessor,
  type DisputeAnswer,
  type EventPage,
  type EventRequest,
  NOT_SENT,
  type ProcessorAttempt,
  type ProcessorCallback,
  type ProcessorNotice,
  type ProcessorOutcome,
  type ProcessorRequest,
  type RefundOutcome,
  type RefundLookup,
  type RefundRequest,
  type SettlementPage,
} from '../payment-processor.js';
import type { StatementAnswer, StatementProcessor, StatementRequest } from '../processor-statement.js';
import { stripeAmount } from './stripe-amounts.js';
import { isAnswered, isMissing, type StripeAnswer, StripeCalls, type StripeFailure } from './stripe-calls.js';
import { MAX_STRIPE_CALLBACK_BYTES, readStripeCallback } from './stripe-callback.js';
import { isCheckoutSession, StripeCheckout } from './stripe-checkout.js';
import { authorizationOutcome, captureOutcome, declined, inexpressible, voidOutcome } from './stripe-outcomes.js';
import { type ChargedMethod, StripeCustomers, withSavedMethod } from './stripe-customers.js';
import { listStripeEvents } from './stripe-events.js';
import { refOf, StripeIntents, type StripeProblem, WITH_CHARGE } from './stripe-intents.js';
import { StripeDisputes } from './stripe-disputes.js';
import { StripeOwnership } from './stripe-ownership.js';
import { StripeRefunds } from './stripe-refunds.js';
import { listStripeSettlement } from './stripe-settlement.js';
import { readStripeStatement } from './stripe-statement.js';

/** The most calls that a step makes: a void of a Checkout Session that was paid meanwhile. */
export const STRIPE_CALLS_PER_STEP = 5;
export interface StripeProcessorOptions {
  /** The name of the processor in attempts. */
  readonly name: string;
  readonly secretKey: string;
  /** Undefined while Stripe has no endpoint of ours: no callback is accepted. */
  readonly webhookSecret?: string | undefined;
  /** Tells the objects of this installation from others of the same account. At most 40 characters. */
  readonly installationId: string;
  readonly livemode: boolean;
  /** Of one call. The lease must exceed the sum of `STRIPE_CALLS_PER_STEP`. */
  readonly timeoutMs: number;
  /** Where Stripe sends the customer back to: an absolute URL of this instance. */
  readonly returnUrl: (attempt: Pick<ProcessorAttempt, 'environmentId' | 'paymentId'>) => string;
  readonly lookup?: LookupFunction | undefined;
  /** Opens connections instead of Node, which then ignores `lookup`. */
  readonly connect?: buildConnector.connector | undefined;
  /** By default Stripe itself. */
  readonly baseUrl?: string | undefined;
  readonly logger: Pick<Logger, 'warn'>;
  /** Told when the connection cannot be used as it is: its payments wait. */
  readonly onProblem?: (problem: StripeProblem) => void;
  /** Told of every object that Stripe returns. */
  readonly onAnswer?: () => void;
}

/** Card payments through an account at Stripe. What it answers about is always the stored PaymentIntent. */
export class StripeProcessor implements CallingProcessor, StatementProcessor {
  readonly name: string;
  readonly isRemote = true;
  readonly reportsOthers = true;
  readonly maxCallbackBytes = MAX_STRIPE_CALLBACK_BYTES;
  private readonly calls: StripeCalls;
  private readonly owner: StripeOwnership;
  private readonly intents: StripeIntents;
  private readonly refunds: StripeRefunds;
  private readonly checkout: StripeCheckout;
  private readonly customers: StripeCustomers;
  private readonly disputes: StripeDisputes;

  constructor(private readonly options: StripeProcessorOptions) {
    this.name = options.name;
    this.calls = new StripeCalls(options);
    this.owner = new StripeOwnership(options.installationId);
    const { livemode, logger, returnUrl, onProblem } = options;
    this.intents = new StripeIntents({ calls: this.calls, owner: this.owner, livemode, logger, onProblem });
    const fail = this.intents.afterFailure.bind(this.intents);
    this.customers = new StripeCustomers({ calls: this.calls, owner: this.owner, fail });
    this.checkout = new StripeCheckout({
      ...{ calls: this.calls, owner: this.owner, customers: this.customers, fail, livemode, returnUrl },
      once: this.intents.once.bind(this.intents),
      unclear: this.intents.unclear.bind(this.intents),
    });
    const onUnauthorized = ({ message }: StripeFailure): void =>
      options.onProblem?.({ reason: 'unauthorized', message });
    const reading = { calls: this.calls, owner: this.owner, livemode, onUnauthorized };
    this.refunds = new StripeRefunds({ ...reading, fail, logger });
    this.disputes = new StripeDisputes({ ...reading, logger });
  }

  needsApproval(): boolean {
    return false;
  }

  /** Stripe cannot express every amount of every currency. */
  canCapturePart(part: Pick<ProcessorRequest, 'amountValue' | 'currency'>): boolean {
    return stripeAmount(part) !== undefined;
  }

  /** Creates the PaymentIntent and stores it; then confirms the stored one. Only the second step can move money. */
  async authorize(attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    const { externalReference: stored, checkout } = attempt;
    if (isCheckoutSession(stored)) return this.getStatus(attempt);
    if (stored !== null) return this.confirmStored(attempt, stored);
    if (attempt.expiredForMs !== null) return NOT_SENT;
    const amount = stripeAmount(attempt);
    if (amount === undefined) return inexpressible(attempt);
    if (checkout !== null) return this.checkout.open(attempt, checkout, amount);
    const token = await attempt.paymentMethodToken();
    if (token === null) return declined('payment_method_missing', 'Stripe needs a payment method.');
    const { ready: method, outcome } = await this.customers.charged(attempt, token);
    if (outcome !== undefined) return outcome;
    const { object: created, failure } = await this.create(attempt, amount, method);
    if (failure?.kind === 'refused' || failure?.kind === 'card') return declined(failure.code, failure.message);
    if (failure !== undefined) return this.intents.afterFailure(attempt, failure);
    if (!this.intents.isExpected(attempt, created)) return { kind: 'unknown' };
    await attempt.storeExternalReference(created.id);
    // From here on something of the attempt is at Stripe: nothing that fails may count as unsent.
    return this.confirm({ ...attempt, externalReference: created.id }, created.id);
  }

  async capture(attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    const { externalReference: id } = attempt;
    const amount = stripeAmount(attempt);
    if (amount === undefined) return inexpressible(attempt);
    if (id === null) return this.intents.unclear(attempt, 'the authorization has no PaymentIntent');
    if (isCheckoutSession(id)) return this.captureSession(attempt, id);
    const before = attempt.isRepeat ? await this.intents.read(id) : undefined;
    if (before !== undefined && before.object?.status !== 'requires_capture') return this.captured(attempt, before);
    const params = { amount_to_capture: amount, metadata: this.owner.ofCapture(refOf(attempt)) };
    const answer = await this.calls.ask((sdk) =>
      sdk.paymentIntents.capture(id, params, this.intents.once(attempt, 'capture')),
    );
    return this.captured(attempt, isAnswered(answer.failure) ? await this.intents.read(id) : answer);
  }

  async void(attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    const { externalReference: id } = attempt;
    if (id === null) return { kind: 'approved' };
    if (isCheckoutSession(id)) return this.voidSession(attempt, id);
    const before = attempt.isRepeat ? await this.intents.read(id) : undefined;
    const isOver = before?.object?.status === 'canceled' || before?.object?.status === 'succeeded';
    if (before !== undefined && (before.failure !== undefined || isOver)) return this.voided(attempt, before);
    const answer = await this.intents.cancel(attempt, id, 'void');
    return this.voided(attempt, isAnswered(answer.failure) ? await this.intents.read(id) : answer);
  }

  /** Reads only: it is asked where nothing may be sent. */
  async getStatus(attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    const { externalReference: id, operation } = attempt;
    if (id === null && operation === 'void') return { kind: 'approved' };
    if (id === null && operation === 'capture')
      return this.intents.unclear(attempt, 'the authorization has no PaymentIntent');
    // A worker that stores it later has lost its lease, and confirms nothing.
    if (id === null) return declined('not_sent', 'The payment was not sent to Stripe.');
    if (isCheckoutSession(id)) {
      const session = await this.checkout.read(attempt, id);
      if (session.kind === 'paid') return this.getStatus({ ...attempt, externalReference: session.intent });
      return session.kind === 'over' && operation === 'void' ? { kind: 'approved' } : session.outcome;
    }
    const answer = await this.intents.read(id);
    if (operation === 'capture') return this.captured(attempt, answer);
    return operation === 'void' ? this.voided(attempt, answer) : this.authorized(attempt, answer);
  }

  refund(request: RefundRequest): Promise<RefundOutcome> {
    return this.refunds.refund(request);
  }

  getRefundStatus(request: RefundRequest): Promise<RefundOutcome> {
    return this.refunds.status(request);
  }

  getRefund(reference: string): Promise<RefundLookup> {
    return this.refunds.read(reference);
  }

  deleteCustomer(reference: string): Promise<boolean> {
    return this.customers.delete(reference);
  }

  detachMethod(token: string): Promise<boolean> {
    return this.customers.detach(token);
  }

  getDispute(reference: string): Promise<DisputeAnswer> {
    return this.disputes.read(reference);
  }

  parseCallback(request: CallbackRequest): Promise<ProcessorCallback | ProcessorNotice | 'ignored'> {
    const { webhookSecret, livemode } = this.options;
    return readStripeCallback(request, { webhookSecret, livemode, owner: this.owner });
  }

  listEvents(request: EventRequest): Promise<EventPage> {
    return listStripeEvents(request, { ...this.options, calls: this.calls, owner: this.owner });
  }

  listSettlement(request: EventRequest): Promise<SettlementPage> {
    return listStripeSettlement(request, { ...this.options, calls: this.calls, owner: this.owner });
  }

  readStatement(request: StatementRequest): Promise<StatementAnswer> {
    return readStripeStatement(request, { calls: this.calls, owner: this.owner });
  }

  close(): Promise<void> {
    return this.calls.close();
  }

  /** An unpaid session is ended: nobody may pay on it once the capture is declined. */
  private async captureSession(attempt: ProcessorAttempt, id: string): Promise<ProcessorOutcome> {
    const session = await this.checkout.expire(attempt, id);
    return session.kind === 'paid' ? this.capture({ ...attempt, externalReference: session.intent }) : session.outcome;
  }

  /** Paid wins: a session that was completed meanwhile is voided as any PaymentIntent. */
  private async voidSession(attempt: ProcessorAttempt, id: string): Promise<ProcessorOutcome> {
    const session = await this.checkout.expire(attempt, id);
    if (session.kind === 'paid') return this.void({ ...attempt, externalReference: session.intent, isRepeat: true });
    return session.kind === 'over' ? { kind: 'approved' } : session.outcome;
  }

  /** An intent that an earlier claim left behind may have been confirmed: that is read first. */
  private async confirmStored(attempt: ProcessorAttempt, id: string): Promise<ProcessorOutcome> {
    const answer = await this.intents.read(id);
    if (answer.object?.status === 'requires_confirmation') {
      return attempt.expiredForMs === null ? this.confirm(attempt, id) : this.withdraw(attempt, id, NOT_SENT);
    }
    return this.confirmed(attempt, id, answer);
  }

  private create(
    attempt: ProcessorAttempt,
    amount: number,
    { token, customer }: ChargedMethod,
  ): Promise<StripeAnswer<Stripe.PaymentIntent>> {
    const { statementDescriptorSuffix: suffix, receiptEmail } = attempt;
    const params: Stripe.PaymentIntentCreateParams = {
      amount,
      currency: attempt.currency.toLowerCase(),
      capture_method: attempt.captureMethod,
      confirm: false,
      description: toPublicId('pay', attempt.paymentId),
      metadata: this.owner.ofPayment(refOf(attempt), attempt.paymentId),
      payment_method: token,
      payment_method_types: ['card'],
      ...(customer === null ? {} : { customer }),
      ...(suffix === null ? {} : { statement_descriptor_suffix: suffix }),
      ...(receiptEmail === null ? {} : { receipt_email: receiptEmail }),
    };
    // A repetition has another key, so it may make another unconfirmed intent, which is harmless.
    return this.calls.ask((sdk) => sdk.paymentIntents.create(params, this.intents.once(attempt, 'create')));
  }

  private async confirm(attempt: ProcessorAttempt, id: string): Promise<ProcessorOutcome> {
    const params: Stripe.PaymentIntentConfirmParams = {
      ...WITH_CHARGE,
      return_url: this.options.returnUrl(attempt),
      ...(attempt.initiator === 'merchant' ? { off_session: true } : {}),
    };
    const answer = await this.calls.ask((sdk) =>
      sdk.paymentIntents.confirm(id, params, this.intents.once(attempt, 'confirm')),
    );
    const { failure } = answer;
    if (failure?.kind === 'refused' && !isMissing(failure)) return this.withdraw(attempt, id, failure);
    return this.confirmed(attempt, id, isAnswered(failure) ? await this.intents.read(id) : answer);
  }

  /** The outcome of an intent that may have been confirmed. One that needs what no page can offer is canceled. */
  private async confirmed(
    attempt: ProcessorAttempt,
    id: string,
    answer: StripeAnswer<Stripe.PaymentIntent>,
  ): Promise<ProcessorOutcome> {
    const { object } = answer;
    const isDeadEnd = object !== undefined && isOtherAction(object) && this.intents.isExpected(attempt, object);
    return isDeadEnd ? this.withdraw(attempt, id, OTHER_ACTION) : this.authorized(attempt, answer);
  }

  /** Ends an intent that cannot be completed. It is only declined once Stripe says that it is canceled. */
  private async withdraw(
    attempt: ProcessorAttempt,
    id: string,
    { code, message }: Pick<StripeFailure, 'code' | 'message'>,
  ): Promise<ProcessorOutcome> {
    const { object, failure } = await this.intents.cancel(attempt, id, 'withdraw');
    if (object !== undefined && this.intents.isExpected(attempt, object) && object.status === 'canceled') {
      return declined(code, message);
    }
    return this.intents.unclear(attempt, failure?.message ?? 'the PaymentIntent was not canceled');
  }

  private authorized(attempt: ProcessorAttempt, answer: StripeAnswer<Stripe.PaymentIntent>): ProcessorOutcome {
    return this.intents.outcomeOf(attempt, answer, (intent) =>
      withSavedMethod(authorizationOutcome(intent, attempt), intent, attempt),
    );
  }

  private captured(attempt: ProcessorAttempt, answer: StripeAnswer<Stripe.PaymentIntent>): ProcessorOutcome {
    return this.intents.outcomeOf(attempt, answer, (intent) =>
      captureOutcome(intent, attempt, this.owner.capturedBy(refOf(attempt), intent.metadata)),
    );
  }

  private voided(attempt: ProcessorAttempt, answer: StripeAnswer<Stripe.PaymentIntent>): ProcessorOutcome {
    return this.intents.outcomeOf(attempt, answer, voidOutcome);
  }
}

const OTHER_ACTION = {
  code: 'unsupported_action',
  message: 'The card requires an action that cannot be taken on a web page.',
};

function isOtherAction({ status, next_action: action }: Stripe.PaymentIntent): boolean {
  return status === 'requires_action' && !action?.redirect_to_url?.url;
}

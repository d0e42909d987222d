import type { PaymentPages } from '../payments/payment-pages.js';
import type { PaymentStage } from '../payments/payment-state.js';
import { Payment } from '../payments/payment.entity.js';
import type { SandboxActions } from '../payments/processing/sandbox-actions.js';
import type { SettlementWatch } from '../payments/settlement-watch.js';
import { withParameter } from '../payments/customer-url.js';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { toPublicId } from '../platform/ids.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { ProcessorRegistry } from '../processors/processor-registry.js';
import { SANDBOX } from '../processors/sandbox-processor.js';
import type { Mode } from '../security/environment.entity.js';
import type { BegunPayment, CheckoutPayments } from './checkout-payments.js';
import { processorOfSession } from './checkout-processor.js';
import { CheckoutSession } from './checkout-session.entity.js';
import { lockCheckout } from './checkout-store.js';

const MERCHANT = namedQuery(
  'checkout_merchant',
  `SELECT a.name, e.mode, date_trunc('milliseconds', now() + e.clock_offset) AS now,
          a.suspended_at IS NOT NULL AS "isSuspended",
          EXISTS (SELECT 1 FROM checkout_sessions s JOIN customers c ON c.environment_id = $1 AND c.id = s.customer_id
                   WHERE s.environment_id = $1 AND s.id = $2 AND c.erased_at IS NOT NULL) AS "isErased"
     FROM environments e JOIN accounts a ON a.id = e.account_id WHERE e.id = $1`,
);

/** The customer waits for so long for the processor; then the page says that it is still waiting. */
const WAIT_MS = 5_000;

/**
 * `open`: can be paid. `redirect`: the customer goes on at `url`. `processing`: the processor has not answered yet, or
 * someone has to approve the payment. `closed`: the operator has suspended the account, the customer is being erased, or no
 * processor takes the payment.
 */
export type CheckoutState = 'open' | 'closed' | 'redirect' | 'processing' | 'completed' | 'expired';

/** What the page of a checkout session shows. */
export interface CheckoutView {
  /** The name of the account. */
  readonly merchant: string;
  readonly mode: Mode;
  /** In the currency's smallest unit. */
  readonly amountValue: number;
  readonly currency: string;
  readonly description: string | null;
  /** Each with the amount of all its pieces. */
  readonly lineItems: readonly { readonly name: string; readonly quantity: number; readonly amountValue: number }[];
  /** The language; null for that of the browser. */
  readonly locale: string | null;
  readonly state: CheckoutState;
  /** The page of the processor; null unless the state is `redirect`. */
  readonly url: string | null;
  /** Whether the customer chooses the outcome on the page. */
  readonly isSandbox: boolean;
  /** Whether the page asks for consent to save the payment method. */
  readonly savesMethod: boolean;
  /** With the id of the session. */
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt: Date;
}

export interface CheckoutPagesDependencies {
  readonly database: Database;
  readonly pages: PaymentPages;
  readonly payments: CheckoutPayments;
  readonly settlements: SettlementWatch;
  readonly sandbox: SandboxActions;
  readonly queues: WorkQueues;
  readonly processors: Pick<ProcessorRegistry, 'forMode'>;
}

/** What customers see of checkout sessions and do with them. The token of the page is the only authentication. */
export class CheckoutPages {
  constructor(private readonly deps: CheckoutPagesDependencies) {}

  /** Undefined for a token that was not issued. */
  async find(token: string): Promise<CheckoutView | undefined> {
    const ref = this.deps.pages.readCheckout(token);
    return ref && this.view(ref);
  }

  /** Begins the payment, or finds the one in progress. Waits up to WAIT_MS for the processor. */
  async pay(token: string): Promise<CheckoutView | undefined> {
    const ref = this.deps.pages.readCheckout(token);
    if (ref === undefined) return undefined;
    const payment = await this.begin(ref);
    if (payment !== undefined) await this.deps.settlements.settled(payment, WAIT_MS);
    return this.view(ref);
  }

  /** The customer of a sandbox payment pays. */
  async completeSandbox(token: string): Promise<CheckoutView | undefined> {
    const ref = this.deps.pages.readCheckout(token);
    if (ref === undefined) return undefined;
    const payment = await this.begin(ref);
    if (payment === undefined) return this.view(ref);
    await this.deps.settlements.settled(payment, WAIT_MS);
    // Another tab may have been faster: this one waits for the same outcome.
    await this.deps.sandbox.actOnPayment(payment, 'complete');
    await this.deps.settlements.settled(payment, WAIT_MS, true);
    return this.view(ref);
  }

  /** The payment of an open session; undefined if it takes none. */
  private async begin(ref: WorkRef): Promise<BegunPayment['payment'] | undefined> {
    const begun = await this.deps.database.transaction(async (transaction) => {
      const held = await lockCheckout(transaction.forEnvironment(ref), ref.id);
      return held && this.deps.payments.begin(transaction, held);
    }, ref);
    if (begun === undefined) return undefined;
    await Promise.all([
      this.deps.queues.add('payments', begun.payments),
      this.deps.queues.add('deliveries', begun.deliveries),
    ]);
    return begun.payment;
  }

  private async view(ref: WorkRef): Promise<CheckoutView | undefined> {
    const { database, processors } = this.deps;
    const tables = database.forEnvironment(ref);
    type Merchant = { name: string; mode: Mode; now: Date; isSuspended: boolean; isErased: boolean };
    const [found, [merchant]] = await Promise.all([
      tables.find(CheckoutSession, ref.id),
      tables.run<Merchant>(MERCHANT, [ref.id]),
    ]);
    if (found === undefined || merchant === undefined) return undefined;
    const payment = found.paymentId === null ? undefined : await tables.find(Payment, found.paymentId);
    // The payment may have ended since, and the session in the same commit.
    const hasEnded = found.status === 'open' && payment !== undefined && payment.status !== 'pending';
    const session = hasEnded ? await tables.find(CheckoutSession, ref.id) : found;
    if (session === undefined) return undefined;
    const processor =
      payment?.status === 'pending'
        ? payment.processor
        : await database.transaction((each) =>
            processorOfSession(each, session, processors.forMode(merchant.mode).name),
          );
    const isSandbox = processor === SANDBOX;
    const isClosed = merchant.isSuspended || merchant.isErased || processor === undefined;
    const { state, url } = stateOf(session, payment, { now: merchant.now, isSandbox, isClosed });
    const sessionId = toPublicId('cs', session.id);
    return {
      merchant: merchant.name,
      mode: merchant.mode,
      amountValue: Number(session.amountValue),
      currency: session.currency,
      description: session.description,
      lineItems: session.lineItems.map(({ name, quantity, unitAmountValue }) => {
        return { name, quantity, amountValue: quantity * unitAmountValue };
      }),
      locale: session.locale,
      state,
      url,
      isSandbox,
      savesMethod: session.savesMethod,
      successUrl: withParameter(session.successUrl, 'checkoutSessionId', sessionId),
      cancelUrl: withParameter(session.cancelUrl, 'checkoutSessionId', sessionId),
      expiresAt: session.expiresAt,
    };
  }
}

const PAGE_STAGE: PaymentStage = 'requires_action';

function stateOf(
  session: CheckoutSession,
  payment: Payment | undefined,
  { now, isSandbox, isClosed }: { readonly now: Date; readonly isSandbox: boolean; readonly isClosed: boolean },
): Pick<CheckoutView, 'state' | 'url'> {
  // The authorization was released later.
  if (session.status === 'completed' && session.paymentStatus === 'unpaid') return { state: 'expired', url: null };
  if (session.status !== 'open') return { state: session.status, url: null };
  const isUnderWay = payment?.status === 'pending';
  if (!isUnderWay) return { state: stateWithoutPayment(session.expiresAt <= now, isClosed), url: null };
  if (payment.stage !== PAGE_STAGE) return { state: 'processing', url: null };
  return isSandbox ? { state: 'open', url: null } : { state: 'redirect', url: payment.nextActionUrl };
}

function stateWithoutPayment(hasExpired: boolean, isClosed: boolean): CheckoutState {
  if (hasExpired) return 'expired';
  return isClosed ? 'closed' : 'open';
}

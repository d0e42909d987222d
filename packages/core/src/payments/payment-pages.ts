import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { Peppers } from '../platform/crypto/peppers.js';
import { cellCodeOf, toPublicId } from '../platform/ids.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import { SignedRefs } from '../platform/signed-refs.js';
import type { HostedCheckout } from '../processors/payment-processor.js';
import { withParameter } from './customer-url.js';
import type { Payment } from './payment.entity.js';

const RETURN = namedQuery(
  'payments_return',
  `SELECT return_url AS "returnUrl", checkout_session_id AS "checkoutSessionId"
     FROM payments WHERE environment_id = $1 AND id = $2`,
);

const SESSION = namedQuery(
  'payments_checkout_session',
  'SELECT locale, saves_method AS "savesMethod" FROM checkout_sessions WHERE environment_id = $1 AND id = $2',
);

/** The addresses of pages that the customers of payments open. */
export class PaymentPages {
  private readonly sessions: SignedRefs;
  private readonly returns: SignedRefs;

  constructor(
    private readonly database: Database,
    peppers: Peppers,
  ) {
    this.sessions = new SignedRefs(peppers, 'checkout page');
    this.returns = new SignedRefs(peppers, 'return');
  }

  /** The path of the page of a checkout session, relative to this instance. */
  checkoutPage(session: Pick<WorkRef, 'environmentId' | 'id'>): string {
    return `pay/${cellCodeOf(session.environmentId)}/${this.sessions.sign(session)}`;
  }

  /** The checkout session of such a page. */
  readCheckout(token: string): WorkRef | undefined {
    return this.sessions.read(token);
  }

  /** What a processor has to know of the checkout session of a payment. */
  async checkoutOf(
    payment: Pick<Payment, 'environmentId' | 'checkoutSessionId' | 'expiresAt'>,
  ): Promise<HostedCheckout | null> {
    const { environmentId, checkoutSessionId: id, expiresAt } = payment;
    if (id === null || expiresAt === null) return null;
    const tables = this.database.forEnvironment({ environmentId });
    const [session] = await tables.run<Pick<HostedCheckout, 'locale' | 'savesMethod'>>(SESSION, [id]);
    if (session === undefined) throw new Error('a checkout session is missing');
    return { ...session, page: this.checkoutPage({ environmentId, id }), expiresAt };
  }

  /** Where a customer goes on who comes back from a processor: a URL, or a path of this instance. */
  async returnTarget(token: string): Promise<{ readonly url: string } | { readonly page: string } | undefined> {
    const payment = this.returns.read(token);
    if (payment === undefined) return undefined;
    const { environmentId, id } = payment;
    type Row = Pick<Payment, 'returnUrl' | 'checkoutSessionId'>;
    const [row] = await this.database.forEnvironment({ environmentId }).run<Row>(RETURN, [id]);
    if (row === undefined) return undefined;
    if (row.checkoutSessionId !== null) {
      return { page: this.checkoutPage({ environmentId, id: row.checkoutSessionId }) };
    }
    return row.returnUrl === null ? undefined : { url: returnUrlOf({ id, returnUrl: row.returnUrl }) };
  }
}

/** The `returnUrl` of a payment, with its id. */
export function returnUrlOf({ id, returnUrl }: { readonly id: string; readonly returnUrl: string }): string {
  return withParameter(returnUrl, 'paymentId', toPublicId('pay', id));
}

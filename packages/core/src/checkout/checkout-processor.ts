import { chooseRoute } from '../payments/payment-route.js';
import type { StatementRunner } from '../platform/database/database.js';
import { type DomainError, validationFailed } from '../platform/errors/domain-error.js';
import { connectionIdOf, publicProcessor } from '../processors/connections/connection-name.js';
import { ConnectionRoutes, savesMethods, takesPayment } from '../processors/connections/connection-routing.js';
import { MANUAL } from '../processors/manual-processor.js';
import type { CheckoutSession } from './checkout-session.entity.js';

/**
 * The processor that a payment of a session would go to now, as payments store it. Undefined if the connection that the session
 * names takes none any more, if people would have to take it, since there is no page for that, or if it cannot save the payment
 * method. `installed`: the processor for payments without a connection.
 */
export async function processorOfSession(
  runner: StatementRunner,
  session: CheckoutSession,
  installed: string,
): Promise<string | undefined> {
  const processor = await chosenProcessor(runner, session, installed);
  return processor !== undefined && savesIfAsked(session, processor) ? processor : undefined;
}

async function chosenProcessor(
  runner: StatementRunner,
  { environmentId, processor: asked, amountValue, currency, savesMethod }: CheckoutSession,
  installed: string,
): Promise<string | undefined> {
  const id = asked === null ? undefined : connectionIdOf(asked);
  if (asked !== null && id === undefined) return asked;
  const routes = await ConnectionRoutes.read(runner, new Set([environmentId]));
  const payment = { environmentId, amountValue: Number(amountValue), currency };
  if (asked !== null && id !== undefined) {
    const own = routes.find(environmentId, id);
    return own !== undefined && takesPayment(own, payment) ? asked : undefined;
  }
  const suits = (kind: string): boolean => !savesMethod || savesMethods(kind);
  const { processor } = chooseRoute(routes, payment, { asked: undefined, hasMethod: false, suits, installed });
  return processor === MANUAL ? undefined : processor;
}

/** Throws `validation_failed` if no processor takes the payment of a new session, or if it cannot save the payment method. */
export async function requireCheckoutProcessor(
  runner: StatementRunner,
  session: CheckoutSession,
  installed: string,
): Promise<void> {
  const { environmentId, currency } = session;
  const processor = await chosenProcessor(runner, session, installed);
  if (processor === undefined) {
    const routes = await ConnectionRoutes.read(runner, new Set([environmentId]));
    throw refused(
      routes.refusedField(environmentId, currency),
      'is not accepted by any connection; connect a processor that accepts it',
    );
  }
  if (savesIfAsked(session, processor)) return;
  throw refused(
    '/savePaymentMethod',
    'is not supported by the processor of this payment. Stripe and the sandbox save cards',
  );
}

function savesIfAsked({ savesMethod }: CheckoutSession, processor: string): boolean {
  return !savesMethod || savesMethods(publicProcessor(processor).kind);
}

function refused(pointer: string, detail: string): DomainError {
  return validationFailed('The checkout session is invalid.', { pointer, code: 'not_accepted', detail });
}

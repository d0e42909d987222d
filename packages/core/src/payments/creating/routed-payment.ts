import { DomainError } from '../../platform/errors/domain-error.js';
import { connectionName, publicProcessor } from '../../processors/connections/connection-name.js';
import { type ConnectionRoutes, needsMethod, type Route } from '../../processors/connections/connection-routing.js';
import { MANUAL } from '../../processors/manual-processor.js';
import { notOfMethod, takenWithMethod } from '../payment-route.js';
import type { NewPayment } from './payment-writer.js';

/** How the payer pays. */
interface Method {
  readonly paymentMethodId: string | null;
  /** The connection that the payer's default payment method belongs to, if that is the one used. */
  readonly methodProcessorId: string | null;
}

/**
 * Where a new payment goes; `installed`: if no connection takes it. Throws `validation_failed` for one without a payment
 * method, if only processors that need one take it. Throws it too if connections exist, none takes the payment, and
 * `installed` is approval by people, who would confirm money that no processor took. A subscription's payment is never refused.
 */
export function routeOf(payment: NewPayment, method: Method, routes: ConnectionRoutes, installed: string): Route {
  const { processor, environmentId } = payment;
  const canPay = method.paymentMethodId !== null || payment.checkoutSessionId !== null;
  const ofMethod = methodsProcessor(payment, method, routes);
  const only = processor ?? ofMethod;
  const asked = only === undefined ? undefined : { processor: only, canFailOver: false };
  const able = asked ?? routes.first(environmentId, payment, (kind) => canPay || !needsMethod(kind));
  const route = able ?? routes.first(environmentId, payment);
  if (route === undefined) {
    if (installed === MANUAL && payment.subscriptionId === null && routes.hasAny(environmentId))
      throw takenByNone(payment, routes);
    return { processor: installed, canFailOver: false };
  }
  if (!canPay && needsMethod(publicProcessor(route.processor).kind) && payment.subscriptionId === null)
    throw methodMissing();
  return route;
}

/**
 * The connection of the payer's default method: a token is of one account, so that no other one can replace it. Throws
 * `validation_failed` if it does not take the payment, or is not the processor that was asked for.
 */
function methodsProcessor(payment: NewPayment, method: Method, routes: ConnectionRoutes): string | undefined {
  const { environmentId, amountValue: value, currency, processor } = payment;
  const { methodProcessorId } = method;
  const connection = methodProcessorId === null ? undefined : routes.find(environmentId, methodProcessorId);
  if (connection === undefined) return undefined;
  // What a subscription owes is never refused: it fails, and is tried again.
  if (payment.subscriptionId !== null) return connectionName(connection);
  if (processor !== undefined && processor !== connectionName(connection)) throw notOfMethod();
  return takenWithMethod(connection, { value, currency });
}

function takenByNone({ environmentId, currency }: NewPayment, routes: ConnectionRoutes): DomainError {
  const pointer = routes.refusedField(environmentId, currency);
  const detail =
    'is taken by no connection. Enable one that takes it, or delete all of them to approve payments by hand';
  return new DomainError('validation_failed', 'No connection takes the payment.', {
    errors: [{ pointer, code: 'not_accepted', detail }],
  });
}

function methodMissing(): DomainError {
  const detail =
    'is required: this processor only charges stored payment methods. Send one, or create a checkout session';
  return new DomainError('validation_failed', 'The payment needs a payment method.', {
    errors: [{ pointer: '/paymentMethodId', code: 'required', detail }],
  });
}

import type { Schemas } from '@svc/contract';
import { idTime, toPublicId } from '../platform/ids.js';
import { publicProcessor } from '../processors/connections/connection-name.js';
import type { Mode } from '../security/environment.entity.js';
import type { CheckoutSession } from './checkout-session.entity.js';

/** A checkout session in API responses and event data; `url`: the page of an open one. */
export function presentCheckoutSession(
  session: CheckoutSession,
  mode: Mode,
  url: string | null,
): Schemas['CheckoutSession'] {
  const { currency } = session;
  return {
    id: toPublicId('cs', session.id),
    mode: 'payment',
    livemode: mode === 'live',
    status: session.status,
    paymentStatus: session.paymentStatus,
    url: session.status === 'open' ? url : null,
    amount: { value: Number(session.amountValue), currency },
    customerId: session.customerId === null ? null : toPublicId('cust', session.customerId),
    description: session.description,
    lineItems: session.lineItems.map(({ name, quantity, unitAmountValue: value }) => {
      return { name, quantity, unitAmount: { value, currency } };
    }),
    // The contract allows only known languages.
    locale: session.locale as Schemas['CheckoutSession']['locale'],
    processorId: session.processor === null ? null : publicProcessor(session.processor).id,
    reference: session.reference,
    metadata: session.metadata,
    captureMethod: session.captureMethod,
    savePaymentMethod: session.savesMethod,
    successUrl: session.successUrl,
    cancelUrl: session.cancelUrl,
    expiresAt: session.expiresAt.toISOString(),
    paymentId: session.paymentId === null ? null : toPublicId('pay', session.paymentId),
    paymentMethodId: session.paymentMethodId === null ? null : toPublicId('pm', session.paymentMethodId),
    version: session.version,
    createdAt: idTime(session.id).toISOString(),
    updatedAt: session.updatedAt.toISOString(),
  };
}

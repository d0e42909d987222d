import type { Schemas } from '@svc/contract';
import { idTime } from '../platform/ids/id-source.js';
import { toPublicId } from '../platform/ids/public-id.js';
import type { Mode } from '../security/environment.entity.js';
import type { PaymentMethod } from './payment-method.entity.js';

/** A payment method as the contract shows it: never its token. */
export function presentPaymentMethod(method: PaymentMethod, mode: Mode): Schemas['PaymentMethod'] {
  return {
    id: toPublicId('pm', method.id),
    customerId: toPublicId('cust', method.customerId),
    type: method.type,
    brand: method.brand,
    last4: method.last4,
    expiryMonth: method.expiryMonth,
    expiryYear: method.expiryYear,
    mode,
    createdAt: idTime(method.id).toISOString(),
  };
}

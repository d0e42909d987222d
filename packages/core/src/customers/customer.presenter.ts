import type { Schemas } from '@svc/contract';
import { idTime } from '../platform/ids/id-source.js';
import { toPublicId } from '../platform/ids/public-id.js';
import type { Mode } from '../security/environment.entity.js';
import type { Customer } from './customer.entity.js';

/** A customer as the contract shows it. */
export function presentCustomer(customer: Customer, mode: Mode): Schemas['Customer'] {
  return {
    id: toPublicId('cust', customer.id),
    email: customer.email,
    firstName: customer.firstName,
    lastName: customer.lastName,
    phone: null,
    address: null,
    preferences: { locale: null, currency: null, emailReceipts: true, defaultPaymentMethodId: null },
    metadata: {},
    mode,
    version: customer.version,
    createdAt: idTime(customer.id).toISOString(),
    updatedAt: customer.updatedAt.toISOString(),
  };
}

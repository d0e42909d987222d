import type { Schemas } from '@svc/contract';
import { idTime, toPublicId } from '../platform/ids.js';
import type { Mode } from '../security/environment.entity.js';
import type { Customer } from './customer.entity.js';

/** A customer in API responses and event data. */
export function presentCustomer(customer: Customer, mode: Mode): Schemas['Customer'] {
  const { locale, currency, emailReceipts, defaultPaymentMethodId } = customer;
  return {
    id: toPublicId('cust', customer.id),
    email: customer.email,
    firstName: customer.firstName,
    lastName: customer.lastName,
    phone: customer.phone,
    address: customer.address,
    preferences: {
      locale,
      currency,
      emailReceipts,
      defaultPaymentMethodId: defaultPaymentMethodId === null ? null : toPublicId('pm', defaultPaymentMethodId),
    },
    metadata: customer.metadata,
    mode,
    version: customer.version,
    createdAt: idTime(customer.id).toISOString(),
    updatedAt: customer.updatedAt.toISOString(),
  };
}

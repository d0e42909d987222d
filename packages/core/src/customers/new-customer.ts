import { idTime } from '../platform/ids/id-source.js';
import type { Customer } from './customer.entity.js';
import { normalizeEmail } from './email.js';

type Given = Pick<Customer, 'environmentId' | 'id' | 'email'> & Partial<Customer>;

/** A customer as it begins, with what is given of it. */
export function newCustomer(given: Given): Customer {
  return {
    version: 1,
    emailNormalized: normalizeEmail(given.email),
    firstName: null,
    lastName: null,
    phone: null,
    address: null,
    locale: null,
    currency: null,
    emailReceipts: true,
    defaultPaymentMethodId: null,
    metadata: {},
    erasedAt: null,
    updatedAt: idTime(given.id),
    ...given,
  };
}

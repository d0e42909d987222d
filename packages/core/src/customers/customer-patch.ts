import type { Schemas } from '@svc/contract';
import { patchedMetadata } from '../platform/merge-patch.js';
import type { Address, Customer } from './customer.entity.js';
import { normalizeEmail } from '../platform/normalize-email.js';

type Patch = Schemas['UpdateCustomer'];
type Preferences = Pick<Customer, 'locale' | 'currency' | 'emailReceipts' | 'defaultPaymentMethodId'>;

const NO_ADDRESS: Address = { line1: null, line2: null, city: null, region: null, postalCode: null, country: null };
const NO_PREFERENCES = { locale: null, currency: null, emailReceipts: true };

/** Applies a merge patch, except for a new default payment method: whether it is the customer's own is checked elsewhere. */
export function patchCustomer(customer: Customer, patch: Patch): Customer {
  const { email = customer.email } = patch;
  return {
    ...customer,
    email,
    emailNormalized: normalizeEmail(email),
    firstName: patched(customer.firstName, patch.firstName),
    lastName: patched(customer.lastName, patch.lastName),
    phone: patched(customer.phone, patch.phone),
    address: patchAddress(customer.address, patch.address),
    metadata: patchedMetadata(customer.metadata, patch.metadata),
    ...patchPreferences(customer, patch.preferences),
  };
}

/** Applies a merge patch to an address; an empty one becomes null. */
export function patchAddress(address: Address | null, patch: Patch['address']): Address | null {
  if (patch === undefined) return address;
  if (patch === null) return null;
  const merged = { ...(address ?? NO_ADDRESS), ...patch };
  return Object.values(merged).every((line) => line === null) ? null : merged;
}

function patchPreferences(customer: Customer, patch: Patch['preferences']): Partial<Preferences> {
  if (patch === undefined) return {};
  if (patch === null) return { ...NO_PREFERENCES, defaultPaymentMethodId: null };
  return {
    locale: patched(customer.locale, patch.locale),
    currency: patched(customer.currency, patch.currency),
    emailReceipts: patch.emailReceipts === null ? true : (patch.emailReceipts ?? customer.emailReceipts),
    ...(patch.defaultPaymentMethodId === null ? { defaultPaymentMethodId: null } : {}),
  };
}

function patched<Value>(value: Value, patch: Value | undefined): Value {
  return patch === undefined ? value : patch;
}

import { toPublicId } from '../ids.js';

/** Replaces an erased customer's e-mail address. The API accepts no such address from clients. */
export const ERASED_EMAIL = 'erased@invalid';

type Fields = Readonly<Record<string, unknown>>;

/** The blank fields of a customer, complete or embedded in a payment. */
const CUSTOMER: Fields = {
  email: ERASED_EMAIL,
  firstName: null,
  lastName: null,
  phone: null,
  address: null,
  preferences: { locale: null, currency: null, emailReceipts: true, defaultPaymentMethodId: null },
  metadata: {},
};

/** What a payment of the customer contains of them, its customer aside. */
const PAYMENT: Fields = { receiptEmail: null };

const PAYMENT_METHOD: Fields = { brand: null, last4: null, expiryMonth: null, expiryYear: null };

/** Removes a customer's personal data from JSON of the contract's schemas. Formats like JSON.stringify. */
export function eraseFromJson(json: string, customerId: string): string {
  return JSON.stringify(erased(JSON.parse(json), toPublicId('cust', customerId)));
}

function erased(value: unknown, customer: string): unknown {
  if (Array.isArray(value)) return value.map((item) => erased(item, customer));
  if (!isObject(value)) return value;
  const blank = blankOf(value, customer);
  const members = Object.entries(value).map(([name, member]) => {
    if (Object.hasOwn(blank, name)) return [name, blank[name]];
    // Metadata belongs to the client: an object in it is not our customer, even if it looks like one.
    return [name, name === 'metadata' ? member : erased(member, customer)];
  });
  return Object.fromEntries(members);
}

function blankOf(object: Fields, customer: string): Fields {
  if (object['id'] === customer) return CUSTOMER;
  if (object['customerId'] === customer && String(object['id']).startsWith('pm_')) return PAYMENT_METHOD;
  if (isObject(object['customer']) && object['customer']['id'] === customer) return PAYMENT;
  return {};
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

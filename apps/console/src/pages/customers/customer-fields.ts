import type { CreateCustomer, Customer, UpdateCustomer } from '@svc/sdk';
import type { Fact } from '../../lib/facts';
import { timeText } from '../../lib/time';

/** What a person can write about a customer. Parts of the address have its name before theirs. */
export const CUSTOMER_FIELDS = [
  { name: 'email', label: 'E-mail' },
  { name: 'firstName', label: 'First name' },
  { name: 'lastName', label: 'Last name' },
  { name: 'phone', label: 'Phone' },
  { name: 'address/line1', label: 'Address line 1' },
  { name: 'address/line2', label: 'Address line 2' },
  { name: 'address/postalCode', label: 'Postal code' },
  { name: 'address/city', label: 'City' },
  { name: 'address/region', label: 'Region' },
  { name: 'address/country', label: 'Country' },
] as const;

type CustomerField = (typeof CUSTOMER_FIELDS)[number]['name'];

/** What was written into a form, over the values of the customer. */
export type CustomerEdits = Readonly<Partial<Record<CustomerField, string>>>;

const ADDRESS = 'address/';

/** The value of a field. Empty if there is none. */
export function fieldValue(customer: Customer | undefined, name: CustomerField): string {
  if (customer === undefined) return '';
  if (!isPartOfAddress(name)) return customer[name] ?? '';
  return customer.address?.[partOf(name)] ?? '';
}

/** The fields of a new customer. */
export function newCustomer(edits: CustomerEdits): CreateCustomer {
  const { address, ...fields } = nested(given(edits).filter(([, value]) => value !== ''));
  return { email: '', ...fields, ...(address === undefined ? {} : { address }) };
}

/** The changes to a customer: null removes a value. Undefined if nothing is different. */
export function changesTo(customer: Customer, edits: CustomerEdits): UpdateCustomer | undefined {
  const changed = given(edits).filter(([name, value]) => value !== fieldValue(customer, name));
  if (changed.length === 0) return undefined;
  const { email, ...removable } = nested<string | null>(changed.map(([name, value]) => [name, value || null]));
  // A customer always has an address for e-mail: the service says what is wrong without it.
  return email === undefined ? removable : { ...removable, email: email ?? '' };
}

export function customerFacts(customer: Customer): Fact[] {
  const { preferences } = customer;
  return [
    ...CUSTOMER_FIELDS.map(({ name, label }) => ({
      label,
      text: fieldValue(customer, name) || null,
      isCopyable: name === 'email',
    })),
    { label: 'Language', text: preferences.locale },
    { label: 'Currency', text: preferences.currency },
    { label: 'Receipts by e-mail', text: preferences.emailReceipts ? 'yes' : 'no' },
    { label: 'Default payment method', text: preferences.defaultPaymentMethodId, isCopyable: true },
    { label: 'Created', text: timeText(customer.createdAt) },
    { label: 'Changed', text: timeText(customer.updatedAt) },
  ];
}

type AddressField = Extract<CustomerField, `${typeof ADDRESS}${string}`>;
type AddressPart = AddressField extends `${typeof ADDRESS}${infer Part}` ? Part : never;

function isPartOfAddress(name: CustomerField): name is AddressField {
  return name.startsWith(ADDRESS);
}

function partOf(name: AddressField): AddressPart {
  return name.slice(ADDRESS.length) as AddressPart;
}

function given(edits: CustomerEdits): (readonly [name: CustomerField, value: string])[] {
  return Object.entries(edits).map(([name, value]) => [name as CustomerField, value.trim()] as const);
}

/** Fields as the API takes them, with the address as an object. */
function nested<Value>(fields: readonly (readonly [name: CustomerField, value: Value])[]) {
  type Plain = Partial<Record<Exclude<CustomerField, AddressField>, Value>>;
  const plain = Object.fromEntries(fields.filter(([name]) => !isPartOfAddress(name))) as Plain;
  const parts = fields.flatMap(([name, value]) => (isPartOfAddress(name) ? [[partOf(name), value] as const] : []));
  if (parts.length === 0) return plain as Plain & { address?: Partial<Record<AddressPart, Value>> };
  return { ...plain, address: Object.fromEntries(parts) as Partial<Record<AddressPart, Value>> };
}

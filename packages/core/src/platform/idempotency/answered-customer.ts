import { fromPublicId } from '../ids/public-id.js';

/** The customer whose data an answer shows, by the names that the contract has for it everywhere; null when none. */
export function answeredCustomer(answer: unknown): string | null {
  const { id, customerId, customer } = members(answer);
  const candidates = [members(customer)['id'], customerId, id];
  for (const candidate of candidates) {
    const found = typeof candidate === 'string' ? fromPublicId('cust', candidate) : undefined;
    if (found !== undefined) return found;
  }
  return null;
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

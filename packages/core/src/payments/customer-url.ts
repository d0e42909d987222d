import { isCustomerAddress } from '../platform/customer-address.js';
import { validationFailed } from '../platform/errors/domain-error.js';
import type { Mode } from '../security/environment.entity.js';

const REFUSED = 'The customer cannot be sent to this URL.';

/** Checks an address that a customer is sent to. Throws `validation_failed`. */
export function customerUrl(text: string, pointer: string, mode: Mode): string;
export function customerUrl(text: string | undefined, pointer: string, mode: Mode): string | null;
export function customerUrl(text: string | undefined, pointer: string, mode: Mode): string | null {
  if (text === undefined) return null;
  if (!URL.canParse(text)) {
    const detail = 'must be an absolute URL, such as https://shop.example.com/paid';
    throw validationFailed(REFUSED, { pointer, code: 'invalid_format', detail });
  }
  if (isCustomerAddress(text, mode === 'test' ? ['https:', 'http:'] : ['https:'])) return text;
  const detail = `must be an ${mode === 'live' ? 'https' : 'http or https'} URL without user name and password`;
  throw validationFailed(REFUSED, { pointer, code: 'forbidden_url', detail });
}

/** The address with another parameter in its query. */
export function withParameter(url: string, name: string, value: string): string {
  const extended = new URL(url);
  // Not by `searchParams`, which would write the rest of the query in another way: it may be signed.
  const parameter = `${name}=${encodeURIComponent(value)}`;
  extended.search = extended.search === '' ? parameter : `${extended.search}&${parameter}`;
  return extended.href;
}

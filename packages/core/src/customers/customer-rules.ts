import type { FieldError, Schemas } from '@svc/contract';
import { DomainError } from '../platform/errors/domain-error.js';
import { isCountry } from './country.js';
import { isLanguageTag } from './language-tag.js';

type Request = Pick<Schemas['UpdateCustomer'], 'address' | 'preferences'>;

/** Throws `validation_failed` when what is to be known of a customer breaks a rule beyond the shape of the request. */
export function requireValidCustomer({ address, preferences }: Request): void {
  const errors: FieldError[] = [];
  const wrong = (pointer: string, detail: string): void =>
    void errors.push({ pointer, code: 'invalid_format', detail });
  const country = address?.country ?? null;
  if (country !== null && !isCountry(country)) {
    wrong('/address/country', 'must be the ISO 3166-1 code of a country, such as GB');
  }
  const locale = preferences?.locale ?? null;
  if (locale !== null && !isLanguageTag(locale)) {
    wrong('/preferences/locale', 'must be a language tag after BCP 47, such as en-GB');
  }
  if (errors.length > 0) throw new DomainError('validation_failed', 'The customer is invalid.', { errors });
}

import type { FieldError, Schemas } from '@svc/contract';
import { validationFailed } from '../platform/errors/domain-error.js';

// RFC 5646, section 2.1, without the registry: language, script, region, variants, extensions, private use. Intl rejects
// extended languages, such as zh-yue, and tags of private use alone.
const LANGUAGE = '(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})';
const VARIANT = '(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*';
const EXTENSIONS = '(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*';
const PRIVATE = 'x(?:-[a-z0-9]{1,8})+';
const TAG = new RegExp(
  `^(?:${LANGUAGE}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?${VARIANT}${EXTENSIONS}(?:-${PRIVATE})?|${PRIVATE})$`,
  'i',
);

/** Whether a text is a well-formed BCP 47 language tag. */
export function isLanguageTag(text: string): boolean {
  return TAG.test(text);
}

// The officially assigned codes of ISO 3166-1 alpha-2.
const CODES = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
  CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
  GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
  KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
  MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
  SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
  UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`;

const countries: ReadonlySet<string> = new Set(CODES.trim().split(/\s+/));

/** Whether it is an assigned country code, in capital letters. */
export function isCountry(code: string): boolean {
  return countries.has(code);
}

type Request = Pick<Schemas['UpdateCustomer'], 'address' | 'preferences'>;

/** Throws `validation_failed` for a country or locale that the schema of the request cannot check. */
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
  if (errors.length > 0) throw validationFailed('The customer is invalid.', ...errors);
}

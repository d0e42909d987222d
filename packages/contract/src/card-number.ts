import { ID_PREFIXES } from './id-prefixes.js';
import { plainReadings } from './plain-digits.js';
import { pointerSegment } from './text.js';

const UUID = /(?<![\da-z])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-z])/gi;
/** In groups of four. An ungrouped IBAN starts with letters, which already exclude it. */
const IBAN = /(?<![\dA-Za-z])[A-Z]{2}\d{2}(?: [\dA-Z]{4}){2,7}(?: [\dA-Z]{1,3})?(?![\dA-Za-z])/g;

/** Removes UUIDs and valid IBANs, which contain groups like those of card numbers. */
function withoutOtherNumbers(text: string): string {
  return text.replaceAll(UUID, 'x').replaceAll(IBAN, (iban) => (hasValidCheckDigits(iban) ? 'x' : iban));
}

/** ISO 13616: move the first four characters to the end, letters count as 10 to 35, then modulo 97 must be 1. */
function hasValidCheckDigits(iban: string): boolean {
  const compact = iban.replaceAll(' ', '');
  let remainder = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

interface Brand {
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
}

/**
 * Prefixes and lengths by brand. Visa numbers of 13 digits are left out: they have not been issued for decades, and
 * many product codes (EAN-13) start with a 4.
 */
const BRANDS: readonly Brand[] = [
  { prefix: /^4/, lengths: [16, 19] }, // Visa
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] }, // Mastercard
  { prefix: /^3[47]/, lengths: [15] }, // American Express
  { prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 19] }, // Discover
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 19] }, // JCB
  { prefix: /^3(?:0[0-5]|09|6|8|9)/, lengths: [14] }, // Diners Club
  { prefix: /^(?:62|81)/, lengths: [16, 17, 18, 19] }, // UnionPay
  { prefix: /^(?:50(?:18|20|38)|5893|6304|6759|676[1-3])/, lengths: [16, 18, 19] }, // Maestro
];

const MIN_CARD_DIGITS = 14;
const MAX_CARD_DIGITS = 19;

/** Whether prefix, length and Luhn check digit are those of a brand. */
function isCardNumber(digits: string): boolean {
  return (
    BRANDS.some(({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits)) && passesLuhn(digits)
  );
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - place));
    const doubled = place % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Deeper bodies are refused anyway. */
const MAX_DEPTH = 10;

/** Separators between the groups of a number. Not a comma, which separates the items of a list. */
const ONLY_SEPARATORS = /^[\s./\\_+-]+$/;
const PART_OF_A_WORD = /[\p{L}\p{N}]/u;
const BEFORE_OWN_ID = new RegExp(`(?:^|[^A-Za-z0-9])(?:${ID_PREFIXES.join('|')})_$`);
/**
 * Ids contain the milliseconds since 2025: 18 digits since October 2025, 19 from July 2032 to the end of their range in
 * 2094. Only UnionPay, Maestro, Visa, Discover and JCB numbers of 18 or 19 digits, which are rare, look like an id.
 */
const MIN_ID_DIGITS = 18;
/** Track 1 of a magnetic stripe: the only letter that may precede a card number. */
const FIRST_TRACK = /%B$/;
const FRACTION = /\d\.$/;

/** A run of digits in a text. */
interface Digits {
  readonly digits: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds what looks like a payment card number: a brand's prefix and length with a valid check digit, ungrouped or
 * grouped as on cards, in digits of any script, URL-encoded or not, and not adjacent to other digits or letters. Ids of
 * this service, UUIDs, IBANs and fractions do not count.
 *
 * Returns the JSON Pointer of the text or number, or of the object if a key contains it.
 */
export function findCardNumber(body: unknown, pointer = '', depth = 0): string | undefined {
  if (typeof body === 'string') return holdsCardNumber(body) ? pointer : undefined;
  if (typeof body === 'number') return Number.isInteger(body) && holdsCardNumber(String(body)) ? pointer : undefined;
  if (typeof body !== 'object' || body === null || depth >= MAX_DEPTH) return undefined;
  for (const [key, value] of Object.entries(body)) {
    if (holdsCardNumber(key)) return pointer;
    const found = findCardNumber(value, `${pointer}/${pointerSegment(key)}`, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Linear in the length of the text, which is untrusted. */
function holdsCardNumber(text: string): boolean {
  if (text.length < MIN_CARD_DIGITS) return false;
  return plainReadings(text).some((reading) => {
    if (!hasEnoughDigits(reading)) return false;
    const plain = withoutOtherNumbers(reading);
    return runsOfGroups(plain).some(
      (groups) => isWrittenInSmallGroups(groups) || groups.some((_, first) => startsCardNumber(plain, groups, first)),
    );
  });
}

/** Fast path: most texts have too few digits. */
function hasEnoughDigits(text: string): boolean {
  let count = 0;
  for (let place = 0; place < text.length && count < MIN_CARD_DIGITS; place += 1) {
    const code = text.charCodeAt(place);
    if (code >= 0x30 && code <= 0x39) count += 1;
  }
  return count === MIN_CARD_DIGITS;
}

/** Runs of digits, grouped where only separators are between them. Digits within words are left out. */
function runsOfGroups(text: string): Digits[][] {
  const runs: Digits[][] = [];
  let previous: Digits | undefined;
  for (const { 0: digits, index: start } of text.matchAll(/\d+/g)) {
    const group = { digits, start, end: start + digits.length };
    const follows = previous !== undefined && ONLY_SEPARATORS.test(text.slice(previous.end, start));
    previous = group;
    if (!follows) runs.push([]);
    if (!isPartOfAWord(text, group)) runs.at(-1)?.push(group);
  }
  return runs;
}

function isPartOfAWord(text: string, { digits, start, end }: Digits): boolean {
  if (PART_OF_A_WORD.test(text.charAt(end))) return true;
  const before = text.slice(Math.max(0, start - 6), start);
  if (PART_OF_A_WORD.test(before.slice(-1)) && !FIRST_TRACK.test(before)) return true;
  return digits.length >= MIN_ID_DIGITS && BEFORE_OWN_ID.test(before);
}

function startsCardNumber(text: string, groups: readonly Digits[], first: number): boolean {
  let digits = '';
  const breaks: number[] = [];
  for (const group of groups.slice(first, first + 5)) {
    digits += group.digits;
    if (digits.length > MAX_CARD_DIGITS) return false;
    if (digits.length >= MIN_CARD_DIGITS && isBrokenAsOnCards(breaks, digits.length) && isCardNumber(digits)) {
      return !isFraction(text, groups[first], group);
    }
    breaks.push(digits.length);
  }
  return false;
}

/**
 * One group or groups of four, some joined; 4-6-5 for American Express, 4-6-4 for Diners Club; after the six digits of
 * the issuer, and before the last four.
 */
function isBrokenAsOnCards(breaks: readonly number[], length: number): boolean {
  if (breaks.every((place) => place % 4 === 0)) return true;
  const places = breaks.join();
  return (places === '4,10' && length < 16) || places === '6' || places === `6,${length - 4}`;
}

/** Single digits or pairs. Lists of small numbers look alike, so the run must contain nothing else. */
function isWrittenInSmallGroups(groups: readonly Digits[]): boolean {
  const size = groups[0]?.digits.length ?? 0;
  if (size > 2 || groups.length * size > MAX_CARD_DIGITS || groups.length < MIN_CARD_DIGITS / 2) return false;
  return (
    groups.slice(0, -1).every(({ digits }) => digits.length === size) &&
    isCardNumber(groups.map(({ digits }) => digits).join(''))
  );
}

/** Whether all groups are digits around or after one decimal point. */
function isFraction(text: string, first: Digits | undefined, last: Digits): boolean {
  if (first === undefined) return false;
  if (first === last) return FRACTION.test(text.slice(Math.max(0, first.start - 2), first.start));
  return text.slice(first.end, last.start) === '.';
}

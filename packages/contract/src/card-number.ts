import { pointerSegment } from './text.js';

interface Brand {
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
}

/**
 * How the numbers of each brand begin and how long they are. Visa's old ones of 13 digits are left out: none has been
 * issued for decades, and as many product codes (EAN-13) begin with a 4.
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
const SHORTEST = 14;

// Groups of digits with one space or dash between them.
const GROUPED_DIGITS = /\d+(?:[ \u00a0\u202f\u2010\u2011\u2013-]\d+)*/g;
/** Further in, bodies are refused anyway. */
const MAX_DEPTH = 10;

const PART_OF_A_WORD = /[\p{L}\p{N}]/u;
const OWN_ID = /(?:^|[^A-Za-z0-9])(?:pay|cust|pm|ref|sub|wh|evt|dlv|key|rep|acct)_$/;
const FRACTION = /\d\.$/;

/**
 * Finds something that looks like the number of a payment card: an issuer's prefix, exactly the length of that brand, a
 * correct check digit, written in one or in groups as on cards, and standing free of other digits and letters. Our own
 * ids are none.
 *
 * Answers the JSON Pointer of the text or number, for a key that of its object; undefined when there is none.
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

function holdsCardNumber(text: string): boolean {
  if (text.length < SHORTEST) return false;
  for (const { 0: run, index } of text.matchAll(GROUPED_DIGITS)) {
    if (run.length < SHORTEST) continue;
    const groups = run.split(/\D/);
    if (isGluedBefore(text, index)) groups.shift();
    if (PART_OF_A_WORD.test(text.charAt(index + run.length))) groups.pop();
    if (groups.some((_, start) => startsCardNumber(groups, start))) return true;
  }
  return false;
}

/** Whether digits from this place on belong to the word, id or fraction before them. */
function isGluedBefore(text: string, index: number): boolean {
  if (index === 0) return false;
  const before = text.slice(Math.max(0, index - 6), index);
  return PART_OF_A_WORD.test(before.slice(-1)) || OWN_ID.test(before) || FRACTION.test(before);
}

function startsCardNumber(groups: readonly string[], start: number): boolean {
  let digits = '';
  for (let end = start; end < groups.length && end < start + 5; end += 1) {
    digits += groups[end] ?? '';
    if (digits.length > 19) return false;
    if (digits.length >= SHORTEST && isGroupedAsOnCards(groups.slice(start, end + 1)) && isCardNumber(digits))
      return true;
  }
  return false;
}

/** In one, in fours with a rest, or as American Express (4-6-5), Diners Club (4-6-4) and UnionPay (6-13) write them. */
function isGroupedAsOnCards(groups: readonly string[]): boolean {
  return /^(?:\d+|(?:4,){3}[1-4]|(?:4,){4}[1-3]|4,6,[45]|6,13)$/.test(groups.map(({ length }) => length).join());
}

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

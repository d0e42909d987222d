import { isCardNumber, LONGEST_CARD, SHORTEST_CARD } from './card-brands.js';
import { withoutOtherNumbers } from './other-numbers.js';
import { plainReadings } from './plain-digits.js';
import { pointerSegment } from './text.js';

/** Further in, bodies are refused anyway. */
const MAX_DEPTH = 10;

/** What may stand between the groups of a number, as often as it likes. No comma: that makes a list. */
const ONLY_SEPARATORS = /^[\s./\\_+-]+$/;
const PART_OF_A_WORD = /[\p{L}\p{N}]/u;
const OWN_ID = /(?:^|[^A-Za-z0-9])(?:pay|cust|pm|ref|sub|wh|evt|dlv|key|rep|acct)_$/;
/** The magnetic stripe's first track: the one letter before a card number that is part of how it is written. */
const FIRST_TRACK = /%B$/;
const FRACTION = /\d\.$/;

/** A run of digits in a text. */
interface Digits {
  readonly digits: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds something that looks like the number of a payment card: an issuer's prefix, exactly the length of that brand, a
 * correct check digit, written in one or in groups as cards are, in the digits of any script, URL-encoded or not, and
 * standing free of other digits and letters. Our own ids are none, nor are UUIDs, IBANs and fractions.
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

/** Looks at every digit a bounded number of times, whatever the text: it may come from anyone. */
function holdsCardNumber(text: string): boolean {
  if (text.length < SHORTEST_CARD) return false;
  return plainReadings(text).some((reading) => {
    if (!hasEnoughDigits(reading)) return false;
    const plain = withoutOtherNumbers(reading);
    return runsOfGroups(plain).some(
      (groups) => isWrittenInSmallGroups(groups) || groups.some((_, first) => startsCardNumber(plain, groups, first)),
    );
  });
}

/** Most texts have not, and need no closer look. */
function hasEnoughDigits(text: string): boolean {
  let count = 0;
  for (let place = 0; place < text.length && count < SHORTEST_CARD; place += 1) {
    const code = text.charCodeAt(place);
    if (code >= 0x30 && code <= 0x39) count += 1;
  }
  return count === SHORTEST_CARD;
}

/** The digits of a text, grouped where only separators are between them. Digits that are part of words are left out. */
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

function isPartOfAWord(text: string, { start, end }: Digits): boolean {
  if (PART_OF_A_WORD.test(text.charAt(end))) return true;
  const before = text.slice(Math.max(0, start - 6), start);
  return (PART_OF_A_WORD.test(before.slice(-1)) && !FIRST_TRACK.test(before)) || OWN_ID.test(before);
}

function startsCardNumber(text: string, groups: readonly Digits[], first: number): boolean {
  let digits = '';
  const breaks: number[] = [];
  for (const group of groups.slice(first, first + 5)) {
    digits += group.digits;
    if (digits.length > LONGEST_CARD) return false;
    if (digits.length >= SHORTEST_CARD && isBrokenAsOnCards(breaks, digits.length) && isCardNumber(digits)) {
      return !isFraction(text, groups[first], group);
    }
    breaks.push(digits.length);
  }
  return false;
}

/**
 * In one group or in groups of four, some of which may be joined; as American Express (4-6-5) and Diners Club (4-6-4) print
 * theirs; after the six digits that tell the issuer, and before the last four.
 */
function isBrokenAsOnCards(breaks: readonly number[], length: number): boolean {
  if (breaks.every((place) => place % 4 === 0)) return true;
  const places = breaks.join();
  return (places === '4,10' && length < 16) || places === '6' || places === `6,${length - 4}`;
}

/** Digit by digit, or in twos. Lists of small numbers look alike, so nothing else may stand beside it. */
function isWrittenInSmallGroups(groups: readonly Digits[]): boolean {
  const size = groups[0]?.digits.length ?? 0;
  if (size > 2 || groups.length * size > LONGEST_CARD || groups.length < SHORTEST_CARD / 2) return false;
  return (
    groups.slice(0, -1).every(({ digits }) => digits.length === size) &&
    isCardNumber(groups.map(({ digits }) => digits).join(''))
  );
}

/** Whether it all stands before and behind one decimal point, or behind one. */
function isFraction(text: string, first: Digits | undefined, last: Digits): boolean {
  if (first === undefined) return false;
  if (first === last) return FRACTION.test(text.slice(Math.max(0, first.start - 2), first.start));
  return text.slice(first.end, last.start) === '.';
}

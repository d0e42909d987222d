import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCardNumber } from './card-number.js';

/** Prefixes and lengths by issuer, independent of the code under test. */
const KINDS: readonly (readonly [prefix: string, length: number])[] = [
  ['4', 16],
  ['4', 19],
  ['51', 16],
  ['55', 16],
  ['2221', 16],
  ['2720', 16],
  ['34', 15],
  ['37', 15],
  ['6011', 16],
  ['65', 16],
  ['3528', 16],
  ['3589', 16],
  ['300', 14],
  ['36', 14],
  ['62', 17],
  ['81', 18],
  ['6759', 16],
];

const GROUPS: Readonly<Record<number, readonly (readonly number[])[]>> = {
  14: [[14], [4, 6, 4], [4, 4, 4, 2], [6, 8]],
  15: [[15], [4, 6, 5], [4, 4, 4, 3], [6, 9]],
  16: [[16], [4, 4, 4, 4], [8, 8], [6, 10], [6, 6, 4], [4, 8, 4], [12, 4], Array<number>(16).fill(1)],
  17: [[17], [4, 4, 4, 4, 1], [6, 11]],
  18: [[18], [4, 4, 4, 4, 2], [8, 8, 2]],
  19: [[19], [4, 4, 4, 4, 3], [6, 13]],
};

const ZEROS = ['0', '\u0660', '\u06f0', '\u07c0', '\u0966', '\u0e50', '\u1040', '\uff10', '\u{1d7ce}', '\u{1d7f6}'];
const BETWEEN = [' ', '  ', '-', '/', '_', '+', '\t', '\n', '\r\n', ' - ', '\u00a0', '\u2009', '\u2013', '\u2014'];
const UNSEEN = ['', '', '\u200b', '\u200d', '\u2060', '\u00ad', '\ufeff'];

const digits = (length: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

/** Appends the Luhn check digit. */
function completed(number: string): string {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return number + String((10 - (sum % 10)) % 10);
}

const card = fc
  .constantFrom(...KINDS)
  .chain(([prefix, length]) => digits(length - prefix.length - 1).map((rest) => completed(prefix + rest)));

const written = fc
  .record({
    number: card,
    way: fc.nat(),
    zero: fc.constantFrom(...ZEROS),
    between: fc.constantFrom(...BETWEEN),
    unseen: fc.constantFrom(...UNSEEN),
    percent: fc.boolean(),
  })
  .map(({ number, way, zero, between, unseen, percent }) => {
    const ways = GROUPS[number.length] ?? [];
    let at = 0;
    const groups = (ways[way % ways.length] ?? [number.length]).map((size) => number.slice(at, (at += size)));
    const text = groups.join(between).replaceAll(/\d/g, (digit) => {
      return String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)) + unseen;
    });
    return percent ? encodeURIComponent(text) : text;
  });

/** Surrounding text without digits, without a letter next to the number, and without escapes that decode to either. */
const around = fc.stringMatching(/^[A-Za-z ,;:()"'!?\u00e4\u4e2d]{0,40}$/).map((text) => `${text}: `);

/** A naive check for card numbers in single runs of digits. */
function obviously(text: string): boolean {
  return (text.match(/\d+/g) ?? []).some(
    (run) =>
      KINDS.some(([prefix, length]) => run.startsWith(prefix) && run.length === length) &&
      completed(run.slice(0, -1)) === run,
  );
}

describe('findCardNumber', () => {
  it('finds the number of every brand, in every grouping, script and encoding, anywhere in a body', () => {
    fc.assert(
      fc.property(written, around, around, (number, before, after) => {
        const text = `${before}${number} ${after}`;
        expect(findCardNumber(text)).toBe('');
        expect(findCardNumber({ metadata: { a: [{ b: text }] } })).toBe('/metadata/a/0/b');
        expect(findCardNumber({ metadata: { [text]: 1 } })).toBe('/metadata');
      }),
      { numRuns: 500 },
    );
  });

  it('accepts the same number with one digit changed, or with a letter in front', () => {
    const changed = fc.tuple(card, fc.nat(), fc.integer({ min: 1, max: 9 })).map(([number, where, by]) => {
      const place = where % number.length;
      return number.slice(0, place) + String((Number(number[place]) + by) % 10) + number.slice(place + 1);
    });
    fc.assert(
      fc.property(changed, card, around, (wrong, right, before) => {
        expect(findCardNumber(before + wrong)).toBeUndefined();
        expect(findCardNumber(`${before}N${right}`)).toBeUndefined();
        expect(findCardNumber(`${before}pay_${right}`)).toBe(right.length < 18 ? '' : undefined);
      }),
      { numRuns: 500 },
    );
  });

  it('accepts UUIDs, times, fractions, addresses, and telephone numbers', () => {
    const taken = fc.oneof(
      fc.uuid(),
      digits(12).map((end) => `41111111-1111-4111-8111-${end}`),
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }).map((date) => date.toISOString()),
      fc.integer({ min: 0, max: 2_000_000_000_000 }).map(String),
      fc.double({ min: 0, max: 1, noNaN: true }).map((number) => number.toFixed(16)),
      fc.ipV4(),
      fc.tuple(digits(2), digits(3), digits(3), digits(4)).map((groups) => `+${groups.join(' ')}`),
    );
    fc.assert(
      fc.property(taken, (text) => {
        expect(findCardNumber({ metadata: { text } })).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });

  it('finds every ungrouped number among other texts', () => {
    const text = fc
      .array(fc.oneof(card, digits(16), digits(9), fc.constantFrom('a', 'Z9', ',')))
      .map((parts) => parts.join(', '));
    fc.assert(
      fc.property(text, (any) => {
        if (obviously(any)) expect(findCardNumber(any)).toBe('');
      }),
      { numRuns: 500 },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.jsonValue(), (text, value) => {
        findCardNumber({ text, value });
      }),
    );
  });

  const fill = (part: string): string => part.repeat(Math.ceil(65_536 / Buffer.byteLength(part)));

  it.each([
    ['digits', fill('4')],
    ['digits and spaces', fill('4 ')],
    ['spaces after a digit', `4${fill(' ')}`],
    ['groups of four that are no card', fill('4111 ')],
    ['numbers that are almost cards', fill('4111 1111 1111 1112 ')],
    ['percent signs', fill('%')],
    ['encoded percent signs', fill('%25')],
    ['encoded digits', fill('%34')],
    ['full-width digits', fill('\uff14')],
    ['digits of mathematics', fill('\u{1d7ff}')],
    ['combining marks in the wrong order', `a${fill('\u0316\u0300')}`],
    ['one character that decomposes to many', fill('\ufdfa')],
    ['prefixes of IBANs', fill('DE89 3704 ')],
    ['prefixes of UUIDs', fill('41111111-1111-4111-8111-')],
    ['short texts', Array<string>(4_000).fill('4111 1111 1111')],
  ])('scans 64 KiB of %s in milliseconds', (_, body) => {
    const times = Array.from({ length: 3 }, () => {
      const started = process.cpuUsage();
      expect(findCardNumber(body)).toBeUndefined();
      return process.cpuUsage(started).user / 1_000;
    });
    // Quadratic time would take seconds. Processor time excludes other processes.
    expect(Math.min(...times)).toBeLessThan(250);
  });
});

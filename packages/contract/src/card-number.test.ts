import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { findCardNumber } from './card-number.js';
import { ID_PREFIXES } from './id-prefixes.js';

/** Percent-encodes every character. */
function encoded(text: string): string {
  return Buffer.from(text)
    .toString('hex')
    .replaceAll(/../g, (hex) => `%${hex}`);
}

describe('findCardNumber refuses', () => {
  it.each([
    ['Visa', '4111111111111111'],
    ['Visa', '4242424242424242'],
    ['Visa of 19 digits', '4000000000000000006'],
    ['Mastercard', '5555555555554444'],
    ['Mastercard', '5105105105105100'],
    ['Mastercard of the 2 series', '2223003122003222'],
    ['Mastercard at the end of the 2 series', '2720992593319364'],
    ['American Express', '378282246310005'],
    ['American Express', '341111111111111'],
    ['Discover', '6011111111111117'],
    ['Discover', '6445644564456445'],
    ['JCB', '3530111333300000'],
    ['JCB', '3566002020360505'],
    ['Diners Club', '30569309025904'],
    ['Diners Club', '38520000023237'],
    ['UnionPay', '6200000000000005'],
    ['UnionPay of 19 digits', '6205500000000000004'],
    ['Maestro', '6759649826438453'],
  ])('%s: %s', (_brand, number) => {
    expect(findCardNumber(number)).toBe('');
    expect(findCardNumber({ a: ['x', number] })).toBe('/a/1');
  });

  it.each([
    ['in fours with spaces', '4111 1111 1111 1111'],
    ['in fours with dashes', '4111-1111-1111-1111'],
    ['with non-breaking spaces', '4111\u00a01111\u00a01111\u00a01111'],
    ['American Express as printed', '3782 822463 10005'],
    ['American Express in fours', '3782-8224-6310-005'],
    ['Diners Club as printed', '3056 930902 5904'],
    ['19 digits in fours', '4000 0000 0000 0000 006'],
    ['19 digits of UnionPay as printed', '620550 0000000000004'],
    ['in a sentence', 'Please charge 4111111111111111, thank you.'],
    ['at the end of a sentence', 'It is 4111 1111 1111 1111.'],
    ['with its check number', '4111 1111 1111 1111 123'],
    ['with a number before it', 'card 1 4111 1111 1111 1111'],
    ['with its expiry', '4111111111111111 12/27'],
    ['after a word and an underscore', 'card_4111111111111111'],
    ['in a line of CSV', '1,4111111111111111,Ada'],
    ['in quotes', '"4111111111111111"'],
    ['in a URL', 'https://shop.example.com/?pan=4111111111111111&x=1'],
    ['after an emoji', '💳4111111111111111'],
    ['after other numbers', '1234567812345678 4111111111111112 4111111111111111'],
    ['with dots', '4111.1111.1111.1111'],
    ['with slashes', '4111/1111/1111/1111'],
    ['with backslashes', '4111\\1111\\1111\\1111'],
    ['with underscores', '4111_1111_1111_1111'],
    ['with plus signs', '4111+1111+1111+1111'],
    ['with tabs', '4111\t1111\t1111\t1111'],
    ['on separate lines', '4111\r\n1111\r\n1111\r\n1111'],
    ['with two spaces', '4111  1111  1111  1111'],
    ['with spaced dashes', '4111 - 1111 - 1111 - 1111'],
    ['with en and em dashes', '4111\u20131111\u20141111\u22121111'],
    ['with full-width signs between', '4111\u30001111\uff0d1111\uff0e1111'],
    ['with middle dots', '4111\u00b71111\u00b71111\u00b71111'],
    ['with zero-width spaces', '4111\u200b1111\u200b1111\u200b1111'],
    ['with something unseen after each digit', [...'4111111111111111'].join('\u200d')],
    ['with soft hyphens', '41111111\u00ad11111111'],
    ['in eights', '41111111 11111111'],
    ['after the issuer, and before the last four', '411111 111111 1111'],
    ['after the issuer', '411111-1111111111'],
    ['with some of the spaces', '4111 11111111 1111'],
    ['American Express with the issuer apart', '378282 246310005'],
    ['digit by digit', '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'],
    ['in twos', '41-11-11-11-11-11-11-11'],
    ['in full-width digits', '４１１１１１１１１１１１１１１１'],
    ['in Arabic-Indic digits', '٤١١١١١١١١١١١١١١١'],
    ['in Persian digits with spaces', '۴۱۱۱ ۱۱۱۱ ۱۱۱۱ ۱۱۱۱'],
    ['in Devanagari digits', '४१११११११११११११११'],
    ['in mathematical digits', '𝟒𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏'],
    ['in keycaps', '4️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣'],
    ['URL-encoded', encoded('4111111111111111')],
    ['in groups of a URL', 'pan=4111%201111%201111%201111'],
    ['in groups of a form', 'pan=4111+1111+1111+1111&x=1'],
    ['URL-encoded twice', encoded(encoded('4111111111111111'))],
    ['with non-breaking spaces, URL-encoded', '4111%C2%A01111%C2%A01111%C2%A01111'],
    ['on the first track of a magnetic stripe', '%B4111111111111111^LOVELACE/ADA^2712101'],
    ['on the second track of a magnetic stripe', ';4111111111111111=27121010000000000?'],
  ])('a number %s', (_how, text) => {
    expect(findCardNumber(text)).toBe('');
  });

  it('a JSON number', () => {
    expect(findCardNumber({ metadata: { card: 4111111111111111 } })).toBe('/metadata/card');
  });

  it('a key, with the pointer of its object, since the pointer must not repeat the number', () => {
    expect(findCardNumber({ metadata: { '4111111111111111': true } })).toBe('/metadata');
    expect(findCardNumber({ '4111 1111 1111 1111': { a: 1 } })).toBe('');
  });
});

describe('findCardNumber accepts', () => {
  it.each([
    ['a wrong check digit', '4111111111111112'],
    ['a wrong check digit, in fours', '4111 1111 1111 1112'],
    ['no issuer prefix', '1234567812345670'],
    ['a prefix below the 2 series of Mastercard', '2220990000000006'],
    ['one digit less', '411111111111111'],
    ['one digit more', '41111111111111111'],
    ['13 digits: a product code (EAN-13)', '4222222222222'],
    ['digits inside a longer run', '99411111111111111199'],
    ['digits after letters', 'INV4111111111111111'],
    ['digits before letters', '4111111111111111kg'],
    ['digits after a letter of another script', 'заказ4111111111111111'],
    ['a fraction', '0.5454545454545454'],
    ['groups that no card has', '411 111 111 111 111 1'],
    ['an order number', 'ORD-2026-000104212345'],
    ['a long order number', '2026112100000104'],
    ['a telephone number', '+44 20 7946 0958'],
    ['a telephone number without spaces', '+4915112345678'],
    ['a time in milliseconds', '1795253401204'],
    ['a time in microseconds', '1795253401204000'],
    ['a time in nanoseconds', '1795253401204000000'],
    ['a time', '2026-11-21T09:30:01.204Z'],
    ['a UUID', '41111111-1111-4111-8111-111111111111'],
    ['an IBAN', 'DE89 3704 0044 0532 0130 00'],
    ['an IBAN whose account looks like a card', 'DE95 4111 1111 1111 1111 00'],
    ['a UUID without letters whose end looks like a card', '00000000-0000-4000-8111-111111111112'],
    ['a UUID with letters before what looks like a card', 'deadbeef-cafe-4abc-8111-111111111112'],
    ['a number with a decimal point', '41111111.11111111'],
    ['amounts', '4,111,111,111,111,111.00'],
    ['a list of numbers', '4111, 1111, 1111, 1111'],
    ['a list of grades', '4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2 1 1 1 1'],
    ['coordinates', '52.520008 13.404954'],
    ['a version', '4.11.1111.1111.11111'],
    ['an order with its item', '4500000000-000007'],
    ['two dates', '2026-11-21/2026-11-30'],
    ['dates without dashes', '20261121 20261130'],
    ['a telephone number with dots', '+1.415.555.2671'],
    ['a telephone number with its extension', '+49 (0) 30 4111-1111 1111'],
    ['digits after full-width letters', 'ＩＮＶ４１１１１１１１１１１１１１１１'],
    ['percent signs that encode nothing', '100% of 41 %zz %4 1111 1111'],
    ['an IP address', '192.168.100.100'],
    ['the last four digits', 'ends in 1111'],
    ['an empty text', ''],
  ])('%s: %s', (_what, text) => {
    expect(findCardNumber({ metadata: { text } })).toBeUndefined();
  });

  it.each([...ID_PREFIXES])('ids of this service, and no shorter numbers: %s_', (prefix) => {
    expect(findCardNumber(`${prefix}_4000000000000000006`)).toBeUndefined();
    expect(findCardNumber(`see ${prefix}_676770000000000005.`)).toBeUndefined();
    expect(findCardNumber(`see ${prefix}_4111111111111111.`)).toBe('');
    expect(findCardNumber(`${prefix}_4111 1111 1111 1111`)).toBe('');
    expect(findCardNumber(`x${prefix}_4000000000000000006`)).toBe('');
  });

  it('every id whose pattern is in the contract', async () => {
    const contract = await readFile(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8');
    const prefixes = [...contract.matchAll(/"pattern": "\^([a-z]+_)\[0-9\]/g)].map(([, prefix]) => prefix);
    expect(prefixes).toContain('proc_');
    for (const prefix of new Set(prefixes)) expect(findCardNumber(`${prefix}4000000000000000006`)).toBeUndefined();
  });

  it.each([[1000], [9007199254740991], [0.5454545454545454], [4111111111111112], [true], [null], [undefined]])(
    'the value %s',
    (value) => {
      expect(findCardNumber({ value })).toBeUndefined();
    },
  );

  it('content beyond the depth limit', () => {
    const deep: unknown = JSON.parse('{"a":'.repeat(5_000) + '"4111111111111111"' + '}'.repeat(5_000));
    expect(findCardNumber(deep)).toBeUndefined();
  });
});

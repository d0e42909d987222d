import { describe, expect, it } from 'vitest';
import { decimalText, enteredAmount, moneyText, parseDecimal } from './money.js';

describe('amounts', () => {
  it.each([
    [1000, 'EUR', '10.00 EUR', '10.00'],
    [5, 'EUR', '0.05 EUR', '0.05'],
    [0, 'EUR', '0.00 EUR', '0.00'],
    [-123_456, 'EUR', '-1,234.56 EUR', '-1234.56'],
    [1_234_567, 'JPY', '1,234,567 JPY', '1234567'],
    [1_234_567, 'KWD', '1,234.567 KWD', '1234.567'],
    // Intl shows no decimals for it.
    [100_000, 'HUF', '1,000.00 HUF', '1000.00'],
    [100_000, 'IDR', '1,000.00 IDR', '1000.00'],
    [999_999_999_999, 'EUR', '9,999,999,999.99 EUR', '9999999999.99'],
  ])('%d %s is %s', (value, currency, text, decimal) => {
    expect(moneyText({ value, currency })).toBe(text);
    expect(decimalText({ value, currency })).toBe(decimal);
    if (value > 0) expect(parseDecimal(decimal, currency)).toBe(value);
  });

  it.each([
    ['10', 'EUR', 1000],
    ['10.5', 'EUR', 1050],
    ['10,50', 'EUR', 1050],
    [' 10. ', 'EUR', 1000],
    ['10.505', 'EUR', undefined],
    ['1,234.00', 'EUR', undefined],
    ['-1', 'EUR', undefined],
    ['1e3', 'EUR', undefined],
    ['', 'EUR', undefined],
    ['0', 'EUR', undefined],
    ['0.00', 'EUR', undefined],
    ['1.234', 'KWD', 1234],
    ['1,23', 'KWD', 1230],
    ['1,234', 'KWD', undefined],
    ['1,234', 'JPY', undefined],
    ['10.5', 'JPY', undefined],
  ])('reads %j %s as %s', (text, currency, value) => {
    expect(parseDecimal(text, currency)).toBe(value);
  });
});

it.each([
  ['EUR', '10.00'],
  ['JPY', '10'],
  ['KWD', '10.000'],
])('an invalid amount in %s is answered with an example in it', (currency, example) => {
  expect(() => enteredAmount('1x', currency)).toThrow(
    expect.objectContaining({ detail: `Enter an amount such as ${example}.` }),
  );
  expect(enteredAmount(example, currency)).toMatchObject({ currency });
});

import { describe, expect, it } from 'vitest';
import { currencies } from '../generated/currencies.js';
import { parseInput } from './input.js';

const expected = 'must be the ISO 4217 code of an active currency, such as USD';
/** Units of account and funds codes, which are not used for payments. */
const FUNDS = ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW'];
const RETIRED = ['ANG', 'BGN', 'CUC', 'HRK'];

describe('the currencies', () => {
  it('are the active ones with a minor unit, with their decimals', () => {
    expect(currencies).toMatchObject({ JPY: 0, USD: 2, KWD: 3, XCG: 2 });
    for (const code of ['XAU', 'XXX', 'XTS', ...RETIRED, ...FUNDS]) expect(currencies).not.toHaveProperty(code);
  });

  it.each<[string, string]>([
    ['usd', 'use upper case: USD'],
    ['Jpy', 'use upper case: JPY'],
    ['xxx', expected],
    ['US', expected],
    ['toString', expected],
    ...FUNDS.map((code): [string, string] => [code, expected]),
  ])('%s is refused: %s', (currency, detail) => {
    const body = { amount: { value: 1, currency } };
    const parsed = parseInput('createPayment', { params: {}, query: {}, headers: {}, body });
    expect(parsed).toMatchObject({ errors: [{ pointer: '/amount/currency', code: 'unknown_currency', detail }] });
  });
});

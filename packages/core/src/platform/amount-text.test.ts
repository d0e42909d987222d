import { expect, test } from 'vitest';
import { amountText } from './amount-text.js';

test.each([
  [1500, 'EUR', '15.00 EUR'],
  [1500, 'JPY', '1500 JPY'],
  [1500, 'KWD', '1.500 KWD'],
  [5, 'USD', '0.05 USD'],
  [0, 'USD', '0.00 USD'],
  [0, 'JPY', '0 JPY'],
  [7, 'KWD', '0.007 KWD'],
  [-1999, 'EUR', '-19.99 EUR'],
  [-5, 'USD', '-0.05 USD'],
  ['999999999999', 'USD', '9999999999.99 USD'],
  [9_007_199_254_740_993n, 'KWD', '9007199254740.993 KWD'],
])('%s of %s is %s', (value, currency, text) => {
  expect(amountText(value, currency)).toBe(text);
});

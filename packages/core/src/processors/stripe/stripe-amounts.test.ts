import { describe, expect, it } from 'vitest';
import { currencies } from '../../platform/generated/currencies.js';
import { fromStripeAmount, stripeAmount } from './stripe-amounts.js';

/** Ours in the smallest unit of ISO 4217, and Stripe's. */
const LINES: readonly (readonly [currency: string, ours: number, stripes: number])[] = [
  ...['BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'].map(
    (currency) => [currency, 500, 500] as const,
  ),
  ...['BHD', 'JOD', 'KWD', 'OMR', 'TND'].map((currency) => [currency, 5120, 5120] as const),
  ['MGA', 500, 5],
  ['ISK', 5, 500],
  ['HUF', 1045, 1045],
  ['TWD', 80045, 80045],
  ['USD', 1999, 1999],
  ['EUR', 1, 1],
];

describe.each(LINES)('%s', (currency, ours, stripes) => {
  it(`is ${ours} here and ${stripes} at Stripe, both ways`, () => {
    expect(stripeAmount({ amountValue: ours, currency })).toBe(stripes);
    expect(fromStripeAmount(stripes, currency.toLowerCase())).toBe(ours);
  });
});

describe('an amount that Stripe cannot take', () => {
  it.each([
    ['a third decimal', { amountValue: 5124, currency: 'KWD' }],
    ['a fifth of an ariary', { amountValue: 520, currency: 'MGA' }],
    ['a currency whose unit its page contradicts', { amountValue: 500, currency: 'UGX' }],
    ['a currency with three decimals that its page does not list', { amountValue: 500, currency: 'IQD' }],
    ['an unknown currency', { amountValue: 500, currency: 'XXX' }],
    ['nine digits', { amountValue: 100_000_000, currency: 'USD' }],
    ['eleven digits of a currency with ten', { amountValue: 10_000_000_000, currency: 'COP' }],
    ['nine digits in its unit', { amountValue: 1_000_000, currency: 'ISK' }],
    ['nothing', { amountValue: 0, currency: 'USD' }],
  ])('is refused: %s', (_, amount) => {
    expect(stripeAmount(amount)).toBeUndefined();
  });

  it('has no amount here either: a fraction of a króna, an unknown currency', () => {
    expect(fromStripeAmount(550, 'isk')).toBeUndefined();
    expect(fromStripeAmount(500, 'ugx')).toBeUndefined();
  });

  it.each([
    ['USD', 99_999_999],
    ['ISK', 999_999],
    ['KWD', 99_999_990],
    ['IDR', 999_999_999_999],
    ['COP', 9_999_999_999],
    ['INR', 999_999_999],
  ])('is at most the largest that Stripe takes: %s takes %d', (currency, amountValue) => {
    expect(stripeAmount({ amountValue, currency })).toBeDefined();
  });
});

describe('the table', () => {
  it('holds every active currency without two decimals, or refuses it', () => {
    const others = Object.entries(currencies).filter(([currency, decimals]) => {
      return decimals !== 2 && stripeAmount({ amountValue: 5_000, currency }) === undefined;
    });
    expect(others.map(([currency]) => currency).sort()).toEqual(['IQD', 'LYD', 'UGX']);
  });
});

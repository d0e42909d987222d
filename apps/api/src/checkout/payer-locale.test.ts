import { expect, it } from 'vitest';
import { localAmount, localTime, payerLocale } from './payer-locale.js';
import { checkoutTexts } from './texts/texts.js';

it.each<[string | null, string | undefined, string, string]>([
  [null, undefined, 'en', 'en'],
  [null, '', 'en', 'en'],
  [null, '*', 'en', 'en'],
  [null, 'de', 'de', 'de'],
  [null, 'de-CH-1996-u-nu-arab', 'de', 'de-CH'],
  [null, 'nl, fr-CA;q=0.5, es;q=0.8', 'es', 'es'],
  [null, 'fr;q=0, es;q=0.1', 'es', 'es'],
  [null, 'de;q=wrong, fr', 'fr', 'fr'],
  [null, '"><script>, x-de, deutsch-', 'en', 'en'],
  [null, 'zh-Hant-TW', 'en', 'en'],
  ['es', 'de', 'es', 'es'],
  ['nl', 'de', 'de', 'de'],
  [null, `${'nl,'.repeat(19)}de`, 'de', 'de'],
  // Only the first twenty count.
  [null, `${'nl,'.repeat(20)}de`, 'en', 'en'],
])('the locale of %s with Accept-Language %s is %s, %s', (ofSession, header, language, locale) => {
  expect(payerLocale(ofSession, header)).toEqual({ language, locale });
});

it.each<[string, number, string, string]>([
  ['en', 2_500, 'EUR', '€25.00'],
  ['de', 123_456_789, 'EUR', '1.234.567,89\u00A0€'],
  ['de-CH', 2_500, 'CHF', 'CHF\u00A025.00'],
  ['fr', 2_500, 'EUR', '25,00\u00A0€'],
  ['es', 2_500, 'USD', '25,00\u00A0US$'],
  ['en', 2_500, 'JPY', '¥2,500'],
  ['en', 2_500, 'KWD', 'KWD\u00A02.500'],
  // Intl has no decimals for it, the contract has two.
  ['en', 2_500, 'HUF', 'HUF\u00A025.00'],
  ['en', 9_007_199_254_740_991, 'USD', '$90,071,992,547,409.91'],
])('in %s, %d of %s is %s', (locale, value, currency, text) => {
  expect(localAmount(payerLocale(locale, undefined), value, currency)).toBe(text);
});

it('shows times in UTC', () => {
  const time = localTime(payerLocale('de', undefined), new Date('2026-11-25T23:34:00Z'));
  expect(time).toBe('25. November 2026 um 23:34 UTC');
});

it('every language has texts of its own', () => {
  const { en, ...others } = checkoutTexts;
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
  };
  const same = { fr: ['Total'], es: ['Total'] } as Record<string, string[] | undefined>;
  for (const [language, own] of Object.entries(others)) {
    expect(texts(own)).toHaveLength(texts(en).length);
    expect(texts(own).filter((text) => texts(en).includes(text))).toEqual(same[language] ?? []);
  }
});

import { describe, expect, it } from 'vitest';
import { isCountry, isLanguageTag } from './customer-rules.js';

describe('a language tag', () => {
  it.each(['en', 'en-GB', 'EN-gb', 'zh-Hans-CN', 'zh-yue-HK', 'es-419', 'de-CH-1996', 'de-DE-u-co-phonebk', 'x-ours'])(
    '%s is valid',
    (tag) => {
      expect(isLanguageTag(tag)).toBe(true);
    },
  );

  it.each(['', 'e', 'en_GB', 'en-languages', 'en-', 'en--GB', 'en-GBRX56789', 'en-a', 'deutsch1', 'en GB'])(
    '"%s" is invalid',
    (tag) => {
      expect(isLanguageTag(tag)).toBe(false);
    },
  );
});

describe('a country', () => {
  it.each(['GB', 'DE', 'TW', 'AX'])('%s is valid', (code) => {
    expect(isCountry(code)).toBe(true);
  });

  it.each(['UK', 'EU', 'XK', 'gb', 'GBR', '', 'ZZ'])('"%s" is invalid', (code) => {
    expect(isCountry(code)).toBe(false);
  });
});

import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { apiKeyPrefix, generateApiKey, hashApiKey, isWellFormedApiKey } from './api-key-format.js';

describe('API keys', () => {
  it.each(['test', 'live'] as const)('of %s mode tell their mode and check out', (mode) => {
    const key = generateApiKey(mode);
    expect(key).toMatch(new RegExp(`^sk_${mode}_[0-9A-Za-z]{38}$`));
    expect(isWellFormedApiKey(key)).toBe(true);
  });

  it('with any one character changed do not check out', () => {
    const key = generateApiKey('test');
    for (let index = 'sk_test_'.length; index < key.length; index++) {
      const other = key[index] === 'a' ? 'b' : 'a';
      expect(isWellFormedApiKey(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
    }
  });

  it.each(['', 'sk_test_', 'sk_prod_' + 'a'.repeat(38), 'Bearer x', 'sk_test_' + 'ä'.repeat(38)])(
    '%j is none',
    (text) => {
      expect(isWellFormedApiKey(text)).toBe(false);
    },
  );

  it('are stored under the pepper, and show too little to be guessed', () => {
    const key = generateApiKey('live');
    expect(hashApiKey(key, randomBytes(32))).not.toEqual(hashApiKey(key, randomBytes(32)));
    expect(apiKeyPrefix(key)).toHaveLength(12);
  });
});

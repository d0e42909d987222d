import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Peppers } from '../../platform/crypto/peppers.js';
import { ApiKeyMint, generateApiKey, isWellFormedApiKey } from './api-key-format.js';

describe('API keys', () => {
  it.each(['test', 'live'] as const)('of %s mode contain their mode and a valid checksum', (mode) => {
    const key = generateApiKey(mode, 0);
    expect(key).toMatch(new RegExp(`^sk_${mode}_00[0-9A-Za-z]{36}$`));
    expect(isWellFormedApiKey(key)).toBe(true);
  });

  it.each([
    [1, '01'],
    [61, '0z'],
    [62, '10'],
    [1023, 'GV'],
  ])('contain the cell that made them: %i is %s', (cell, code) => {
    const key = generateApiKey('live', cell);
    expect([key.slice('sk_live_'.length, -36), key.length, isWellFormedApiKey(key)]).toEqual([code, 46, true]);
  });

  it('with any character changed are invalid', () => {
    const key = generateApiKey('test', 0);
    for (let index = 'sk_test_'.length; index < key.length; index++) {
      const other = key[index] === 'a' ? 'b' : 'a';
      expect(isWellFormedApiKey(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
    }
  });

  it.each(['', 'sk_test_', 'sk_prod_' + 'a'.repeat(38), 'Bearer x', 'sk_test_' + 'ä'.repeat(38)])(
    '%j is not a key',
    (text) => {
      expect(isWellFormedApiKey(text)).toBe(false);
    },
  );

  it('are hashed with the pepper, and show only a short prefix', () => {
    const peppers = new Peppers([randomBytes(32)]);
    const { secret, prefix, hash, pepper } = new ApiKeyMint(peppers, 0).mint('live');
    expect([prefix, pepper]).toEqual([secret.slice(0, 12), peppers.first.name]);
    expect(hash).toEqual(peppers.hash(secret));
    expect(hash).not.toEqual(new Peppers([randomBytes(32)]).hash(secret));
  });
});

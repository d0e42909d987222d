import { describe, expect, test } from 'vitest';
import { generateSecret, standardWebhooksKey } from './secret-format.js';

describe('generateSecret', () => {
  test('is whsec_ and the base64 of 32 bytes, different each time', () => {
    const secret = generateSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(standardWebhooksKey(secret)).toHaveLength(32);
    expect(generateSecret()).not.toBe(secret);
  });
});

describe('standardWebhooksKey', () => {
  test.each([
    ['base64 after the prefix', 'whsec_AAECAw==', Buffer.from([0, 1, 2, 3])],
    ['base64 without padding', 'whsec_AAECAw', Buffer.from([0, 1, 2, 3])],
    ['no prefix', 'correct-horse-battery-staple', Buffer.from('correct-horse-battery-staple')],
    ['no prefix, though it is base64', 'AAECAw==', Buffer.from('AAECAw==')],
    ['characters beyond ASCII', 'pässwörd', Buffer.from('pässwörd', 'utf8')],
    ['prefix, but no base64 after it', 'whsec_not base64!', Buffer.from('whsec_not base64!')],
    ['prefix, but an invalid length for base64', 'whsec_AAECA', Buffer.from('whsec_AAECA')],
    ['prefix alone', 'whsec_', Buffer.from('whsec_')],
  ])('%s', (_, secret, key) => {
    expect(standardWebhooksKey(secret)).toEqual(key);
  });
});

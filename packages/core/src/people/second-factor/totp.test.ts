import { describe, expect, it } from 'vitest';
import { base32, matchingStep, totpCode, totpStep } from './totp.js';

const SECRET = Buffer.from('12345678901234567890', 'ascii');

describe('totpCode', () => {
  // RFC 6238, appendix B, SHA-1, without the first two of eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds is %s', (seconds, code) => {
    expect(totpCode(SECRET, totpStep(seconds * 1_000))).toBe(code);
  });

  // RFC 4226, appendix D.
  it('follows HOTP', () => {
    const codes = [755224, 287082, 359152, 969429, 338314, 254676, 287922, 162583, 399871, 520489];
    expect(codes.map((_, counter) => totpCode(SECRET, counter))).toEqual(codes.map(String));
  });
});

describe('matchingStep', () => {
  const now = 1_234_567_890_000;
  const step = totpStep(now);

  it.each([
    [-2, undefined],
    [-1, step - 1],
    [0, step],
    [1, step + 1],
    [2, undefined],
  ])('of the code %i steps away is %s', (offset, expected) => {
    expect(matchingStep(SECRET, totpCode(SECRET, step + offset), now)).toBe(expected);
  });

  it.each(['', '00592', '0059240', '00592५'])('of %j is undefined', (code) => {
    expect(matchingStep(SECRET, code, now)).toBeUndefined();
  });
});

describe('base32', () => {
  // RFC 4648, section 10, without padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of %j is %s', (text, encoded) => {
    expect(base32(Buffer.from(text, 'ascii'))).toBe(encoded);
  });
});

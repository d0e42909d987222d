import { describe, expect, it } from 'vitest';
import { normalizeEmail } from '../platform/normalize-email.js';

describe('normalizeEmail', () => {
  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['zo\u00eb@example.com', 'zoe\u0308@example.com'],
    ['ZO\u00cb@example.com', 'ZOE\u0308@EXAMPLE.com'],
    ['\u0130x@example.com', 'I\u0307x@example.com'],
  ])('treats %s and %s as equal', (one, other) => {
    expect(normalizeEmail(one)).toBe(normalizeEmail(other));
    expect(normalizeEmail(normalizeEmail(one))).toBe(normalizeEmail(one));
  });

  it.each([
    ['ada@example.com', 'ada+1@example.com'],
    ['zoe@example.com', 'zo\u00eb@example.com'],
  ])('treats %s and %s as different', (one, other) => {
    expect(normalizeEmail(one)).not.toBe(normalizeEmail(other));
  });
});

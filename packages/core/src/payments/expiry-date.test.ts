import { describe, expect, it } from 'vitest';
import { expiryDate } from './payments.service.js';

const now = new Date('2026-11-21T09:30:00.000Z');

describe('expiryDate', () => {
  it.each([
    ['2026-11-21T09:30:00.001Z', '2026-11-21T09:30:00.001Z'],
    ['2026-11-21T10:30:01+01:00', '2026-11-21T09:30:01.000Z'],
    ['2027-11-22T09:30:00Z', '2027-11-22T09:30:00.000Z'],
    ['2026-12-01T00:00:00.123456789Z', '2026-12-01T00:00:00.123Z'],
  ])('accepts %s', (text, expected) => {
    expect(expiryDate(text, now).toISOString()).toBe(expected);
  });

  it.each(['2026-11-21T09:30:00Z', '2020-01-01T00:00:00Z', '2027-11-22T09:30:00.001Z', '2999-01-01T00:00:00Z'])(
    'rejects %s',
    (text) => {
      const errors = [expect.objectContaining({ pointer: '/expiresAt', code: 'out_of_range' })];
      expect(() => expiryDate(text, now)).toThrow(expect.objectContaining({ code: 'validation_failed', errors }));
    },
  );
});

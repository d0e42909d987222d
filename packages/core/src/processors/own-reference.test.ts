import { describe, expect, it } from 'vitest';
import { ownReference, referenceOf } from './own-reference.js';

const LARGEST = '9223372036854775807';

describe('the reference of an attempt', () => {
  it.each([
    [1, '7', '00-1-7'],
    [2 ** 21, '7', '01-2097152-7'],
    [2 ** 31 - 1, LARGEST, `GV-2147483647-${LARGEST}`],
  ])('of environment %i starts with its cell, and round-trips', (environmentId, id, reference) => {
    expect(referenceOf({ environmentId, id })).toBe(reference);
    expect(ownReference(reference)).toEqual({ environmentId, id });
  });

  it.each(['1-7', '00-1', '01-1-7', '00-2097152-7', '00-1-7-9', '00-01-7', '0-1-7', 'GW-2147483648-7', ''])(
    'is rejected in another spelling: %j',
    (text) => {
      expect(ownReference(text)).toBeUndefined();
    },
  );
});

import { describe, expect, it } from 'vitest';
import { isUnmodified, requireIfMatch, requireMatch } from './preconditions.js';

describe('If-Match', () => {
  it.each([undefined, '*', '"3"', '"1", "3"', '"1","3"', 'W/"3", "3"'])('accepts %s', (ifMatch) => {
    expect(() => requireMatch({ preconditions: { ifMatch } }, 3)).not.toThrow();
    expect(() => requireIfMatch(ifMatch, 3)).not.toThrow();
  });

  const malformed = ['"9" "3"', '"3" zz', '"3";q=1', '"3""4"', '"3', 'nonsense'];

  it.each(['"2"', '"33"', 'W/"3"', '"1", "2"', '"W/3"', '"*"', '', ...malformed])('rejects %s', (ifMatch) => {
    expect(() => requireMatch({ preconditions: { ifMatch } }, 3)).toThrow(/precondition_failed/);
    expect(() => requireIfMatch(ifMatch, 3)).toThrow(/precondition_failed/);
  });

  it('accepts only * for an object without an ETag', () => {
    expect(() => requireMatch({ preconditions: { ifMatch: '*' } }, null)).not.toThrow();
    expect(() => requireMatch({ preconditions: { ifMatch: '"null"' } }, null)).toThrow(/precondition_failed/);
    expect(() => requireMatch({}, null)).not.toThrow();
  });
});

describe('If-None-Match', () => {
  it.each(['*', '"3"', 'W/"3"', '"1", W/"3"'])(
    '%s refuses a change of version 3 and makes a read 304',
    (ifNoneMatch) => {
      expect(() => requireMatch({ preconditions: { ifNoneMatch } }, 3)).toThrow(/precondition_failed/);
      expect(isUnmodified(ifNoneMatch, 3)).toBe(true);
    },
  );

  it.each([undefined, '"2"', 'W/"33"', '"*"', '"3" zz', 'nonsense'])(
    '%s allows a change of version 3',
    (ifNoneMatch) => {
      expect(() => requireMatch({ preconditions: { ifNoneMatch } }, 3)).not.toThrow();
      expect(isUnmodified(ifNoneMatch, 3)).toBe(false);
    },
  );

  it('refuses a change of an object without an ETag only for *, and never makes a read 304', () => {
    expect(() => requireMatch({ preconditions: { ifNoneMatch: '*' } }, null)).toThrow(/precondition_failed/);
    expect(() => requireMatch({ preconditions: { ifNoneMatch: '"null"' } }, null)).not.toThrow();
    expect(isUnmodified('*', null)).toBe(false);
  });
});

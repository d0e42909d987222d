import { describe, expect, it } from 'vitest';
import { isUnmodified, requireIfMatch, requireMatch } from './preconditions.js';

describe('If-Match', () => {
  it.each([undefined, '*', '"3"', '"1", "3"', '"1","3"', 'W/"3", "3"'])('admits %s', (ifMatch) => {
    expect(() => requireMatch({ preconditions: { ifMatch } }, 3)).not.toThrow();
    expect(() => requireIfMatch(ifMatch, 3)).not.toThrow();
  });

  const malformed = ['"9" "3"', '"3" zz', '"3";q=1', '"3""4"', '"3', 'nonsense'];

  it.each(['"2"', '"33"', 'W/"3"', '"1", "2"', '"W/3"', '"*"', '', ...malformed])('refuses %s', (ifMatch) => {
    expect(() => requireMatch({ preconditions: { ifMatch } }, 3)).toThrow(/precondition_failed/);
    expect(() => requireIfMatch(ifMatch, 3)).toThrow(/precondition_failed/);
  });

  it('admits nothing but * of an object without an ETag', () => {
    expect(() => requireMatch({ preconditions: { ifMatch: '*' } }, null)).not.toThrow();
    expect(() => requireMatch({ preconditions: { ifMatch: '"null"' } }, null)).toThrow(/precondition_failed/);
    expect(() => requireMatch({}, null)).not.toThrow();
  });
});

describe('If-None-Match', () => {
  it.each(['*', '"3"', 'W/"3"', '"1", W/"3"'])(
    '%s excludes version 3 from a change, and makes a read 304',
    (ifNoneMatch) => {
      expect(() => requireMatch({ preconditions: { ifNoneMatch } }, 3)).toThrow(/precondition_failed/);
      expect(isUnmodified(ifNoneMatch, 3)).toBe(true);
    },
  );

  it.each([undefined, '"2"', 'W/"33"', '"*"', '"3" zz', 'nonsense'])('%s does not exclude version 3', (ifNoneMatch) => {
    expect(() => requireMatch({ preconditions: { ifNoneMatch } }, 3)).not.toThrow();
    expect(isUnmodified(ifNoneMatch, 3)).toBe(false);
  });

  it('of an object without an ETag only * excludes a change, and no read is 304', () => {
    expect(() => requireMatch({ preconditions: { ifNoneMatch: '*' } }, null)).toThrow(/precondition_failed/);
    expect(() => requireMatch({ preconditions: { ifNoneMatch: '"null"' } }, null)).not.toThrow();
    expect(isUnmodified('*', null)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { requireMatch } from './if-match.js';

describe('If-Match against version 3', () => {
  it.each([undefined, '*', '"3"', '"1", "3"', '"1","3"', 'W/"3", "3"'])('admits %s', (ifMatch) => {
    expect(() => requireMatch(ifMatch, 3)).not.toThrow();
  });

  it.each(['"2"', '"33"', 'W/"3"', '"1", "2"', '"W/3"', '"*"'])('refuses %s', (ifMatch) => {
    expect(() => requireMatch(ifMatch, 3)).toThrow(/precondition_failed/);
  });
});

import { describe, expect, it } from 'vitest';
import { changesText } from './changes-text.js';

describe('changesText', () => {
  it.each([
    [{ changes: ['name', 'scopes'], roleChange: null }, 'name, scopes'],
    [{ changes: ['role'], roleChange: { before: 'viewer', after: 'owner' } }, 'viewer → owner'],
    [{ changes: [], roleChange: { before: null, after: 'support' } }, 'no member → support'],
  ])('of %j is %s', (entry, text) => {
    expect(changesText(entry)).toBe(text);
  });
});

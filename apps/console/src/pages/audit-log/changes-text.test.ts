import { describe, expect, it } from 'vitest';
import { changesText } from './changes-text.js';

describe('changesText', () => {
  it.each([
    [{ changes: ['name', 'scopes'], roleChange: null }, 'name, scopes'],
    [{ changes: ['role'], roleChange: { from: 'viewer', to: 'owner' } }, 'viewer → owner'],
    [{ changes: [], roleChange: { from: null, to: 'support' } }, 'no member → support'],
  ])('of %j is %s', (entry, text) => {
    expect(changesText(entry)).toBe(text);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { shownTimes, showTimes } from './shown-zone.js';

describe('a browser that keeps nothing', () => {
  it('shows times in UTC', () => {
    vi.stubGlobal('localStorage', undefined);
    showTimes('local');
    expect(shownTimes()).toBe('utc');
    vi.unstubAllGlobals();
  });
});

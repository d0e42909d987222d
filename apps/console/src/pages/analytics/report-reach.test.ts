import { describe, expect, it } from 'vitest';
import { completeText, missingText } from './report-reach.js';

const asOf = '2026-11-21T09:30:00.000Z';

describe('what a settlement report covers', () => {
  it('is everything until a time', () => {
    expect(completeText({ asOf })).toBe('Complete until 2026-11-21 09:30:00 UTC');
    expect(completeText({ asOf: null })).toBeNull();
  });

  it('lacks movements of the connections that could not be read', () => {
    const unreadProcessors = ['Shop', 'Market'].map((name, n) => ({ processorId: `proc_${n}`, name, asOf }));
    expect(missingText({ unreadProcessors })).toBe(
      'Incomplete. The balance could not be read lately, and movements are missing: Shop (since 2026-11-21 09:30:00 UTC), Market (since 2026-11-21 09:30:00 UTC).',
    );
    expect(missingText({ unreadProcessors: [] })).toBeNull();
    expect(missingText({ unreadProcessors: null })).toBeNull();
  });
});

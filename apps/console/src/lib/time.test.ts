import { describe, expect, it } from 'vitest';
import { dayEnd, dayOfEnd, dayOfStart, dayStart, timeText } from './time.js';

describe('days', () => {
  it.each(['2026-11-21', '2026-12-31', '2028-02-28', '2028-02-29'])('%s survives the address', (day) => {
    expect(dayOfStart(dayStart(day))).toBe(day);
    expect(dayOfEnd(dayEnd(day))).toBe(day);
  });

  it('end where the next one begins', () => {
    expect(dayEnd('2026-12-31')).toBe('2027-01-01T00:00:00Z');
    expect(dayOfEnd('nonsense')).toBe('');
    expect(dayOfEnd(undefined)).toBe('');
  });

  it('are shown in UTC', () => {
    expect(timeText('2026-11-21T09:30:00.123Z')).toBe('2026-11-21 09:30:00 UTC');
  });
});

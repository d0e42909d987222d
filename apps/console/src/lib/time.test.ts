import { describe, expect, it } from 'vitest';
import { dayEnd, dayOf, dayOfEnd, dayOfStart, dayStart, isZone, timeText } from './time.js';

/** The days of 2026 around which the clocks change. */
function changesOf(zone: string): string[] {
  const noons = Array.from({ length: 366 }, (_, n) => new Date(Date.UTC(2026, 0, n, 12)));
  const offsets = noons.map((noon) => timeText(noon.toISOString(), zone).split(' ')[2]);
  return noons
    .filter((_, n) => offsets.slice(Math.max(0, n - 1), n + 2).some((near) => near !== offsets[n]))
    .map((noon) => dayOf(noon, 'UTC'));
}

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

  it.each([
    ['Europe/Berlin', '2026-11-21', '2026-11-20T23:00:00.000Z', '2026-11-21T23:00:00.000Z'],
    // 25 and 23 hours
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00.000Z', '2026-11-21T18:30:00.000Z'],
    ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z'],
  ])('begin and end at midnight in %s on %s', (zone, day, start, end) => {
    expect(dayStart(day, zone)).toBe(start);
    expect(dayEnd(day, zone)).toBe(end);
    expect(dayOfStart(start, zone)).toBe(day);
    expect(dayOfEnd(end, zone)).toBe(day);
  });

  it.each([
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00:00.000Z'],
    // The whole day is skipped.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ])('begin after a skipped midnight in %s on %s', (zone, day, start) => {
    expect(dayStart(day, zone)).toBe(start);
  });

  it('begin with their first moment in every zone', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      for (const day of ['2026-11-21', ...changesOf(zone)]) {
        const start = Date.parse(dayStart(day, zone));
        const [last, first] = [start - 1, start].map((moment) => dayOf(new Date(moment), zone));
        expect({ zone, first, isOther: last !== day }).toEqual({ zone, first: day, isOther: true });
      }
    }
  });
});

describe('times', () => {
  it('have the offset of their zone', () => {
    const moment = '2026-11-21T09:30:00.123Z';
    expect(timeText(moment, 'Europe/Berlin')).toBe('2026-11-21 10:30:00 GMT+1');
    expect(timeText(moment, 'Asia/Kolkata')).toBe('2026-11-21 15:00:00 GMT+5:30');
    expect(timeText('2026-11-21T00:00:00Z', 'America/New_York')).toBe('2026-11-20 19:00:00 GMT-5');
  });

  it('need a zone that exists', () => {
    expect(isZone('Europe/Berlin')).toBe(true);
    expect(isZone('Europe/Atlantis')).toBe(false);
  });
});

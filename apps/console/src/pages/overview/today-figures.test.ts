import type { AnalyticsSummaryRow } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { FIGURES, hasFigures } from './today-figures.js';

const eur = (value: number) => ({ value, currency: 'EUR' });

const NOTHING: AnalyticsSummaryRow = {
  start: '2026-11-21T00:00:00.000Z',
  end: '2026-11-22T00:00:00.000Z',
  currency: 'EUR',
  count: 0,
  completed: 0,
  failed: 0,
  gross: eur(0),
  refunded: eur(0),
  disputed: eur(0),
  net: eur(0),
  successRate: null,
};

describe('the figures of today', () => {
  it.each([
    ['payments', { count: 1 }],
    ['refunds', { refunded: eur(500), net: eur(-500) }],
    ['disputes', { disputed: eur(500), net: eur(-500) }],
  ])('are there with %s only', (_, figures) => {
    expect(hasFigures(NOTHING)).toBe(false);
    expect(hasFigures({ ...NOTHING, ...figures })).toBe(true);
  });

  it('add up', () => {
    const row = { count: 2, completed: 2, gross: eur(3000), refunded: eur(500), disputed: eur(1000), net: eur(1500) };
    expect(FIGURES.map(([title, text]) => `${title} ${text({ ...NOTHING, ...row })}`)).toEqual([
      'Payments 2',
      'Completed 2',
      'Failed 0',
      'Gross 30.00 EUR',
      'Refunded 5.00 EUR',
      'Disputed 10.00 EUR',
      'Net 15.00 EUR',
    ]);
  });
});

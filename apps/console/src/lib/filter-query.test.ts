import { describe, expect, it } from 'vitest';
import { enteredAmountOf, enteredMetadataOf, listFilters, queryOfForm } from './filter-query.js';

describe('the query of a form of filters', () => {
  it('has amounts in the smallest unit of the chosen currency, and metadata by its key', () => {
    const entries = [
      ['status', ''],
      ['currency', 'EUR'],
      ['amountFrom', '10.5'],
      ['amountTo', '1000'],
      ['metadata', 'order=a=b'],
    ] as const;
    const query = { currency: 'EUR', amountMin: '1050', amountMax: '100000', 'metadata[order]': 'a=b' };
    expect(queryOfForm(entries)).toEqual(query);
    expect([enteredAmountOf(query, 'amountFrom'), enteredAmountOf(query, 'amountTo')]).toEqual(['10.50', '1000.00']);
    expect(enteredMetadataOf(query)).toBe('order=a=b');
    expect(listFilters(query)).toEqual({
      currency: 'EUR',
      amountMin: 1050,
      amountMax: 100_000,
      metadata: { order: 'a=b' },
    });
  });

  it('leaves what cannot be read for the service to explain', () => {
    const query = queryOfForm([
      ['amountFrom', '10.5'],
      ['metadata', 'order'],
    ]);
    expect(query).toEqual({ amountMin: '10.5', 'metadata[order]': '' });
    expect(enteredAmountOf(query, 'amountFrom')).toBe('10.5');
    expect(listFilters(query)).toEqual({ amountMin: '10.5', metadata: { order: '' } });
    expect(
      queryOfForm([
        ['currency', 'EUR'],
        ['amountTo', 'much'],
      ]),
    ).toEqual({ currency: 'EUR', amountMax: 'much' });
  });

  it('is nothing without values', () => {
    expect([queryOfForm([['status', '']]), listFilters({})]).toEqual([{}, {}]);
    expect([enteredAmountOf({}, 'amountTo'), enteredMetadataOf({})]).toEqual(['', '']);
  });
});

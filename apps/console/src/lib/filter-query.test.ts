import { describe, expect, it } from 'vitest';
import {
  enteredAmountOf,
  enteredMetadataOf,
  filterErrorText,
  formErrors,
  listFilters,
  queryOfForm,
} from './filter-query.js';

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

  it('leaves amounts of a currency that does not exist as they are', () => {
    const entries = [
      ['currency', 'eur'],
      ['amountFrom', '5'],
    ] as const;
    expect(queryOfForm(entries)).toEqual({ currency: 'eur', amountMin: '5' });
    expect(enteredAmountOf({ currency: 'eur', amountMin: '5' }, 'amountFrom')).toBe('5');
    expect(enteredAmountOf({ currency: 'toString', amountMin: '5' }, 'amountFrom')).toBe('5');
  });

  it('is nothing without values', () => {
    expect([queryOfForm([['status', '']]), listFilters({})]).toEqual([{}, {}]);
    expect([enteredAmountOf({}, 'amountTo'), enteredMetadataOf({})]).toEqual(['', '']);
  });
});

describe('the errors of a form of filters', () => {
  const errorsOf = (currency: string, amountFrom: string) =>
    formErrors([
      ['currency', currency],
      ['amountFrom', amountFrom],
      ['amountTo', ''],
    ]);

  it.each(['1,234.50', '10.005', '-5', '0', 'much'])('mark the amount %s', (text) => {
    expect(errorsOf('EUR', text)).toEqual({
      amountFrom: 'Enter an amount such as 1234.50, without a separator of thousands.',
    });
  });

  it('have an example of the chosen currency', () => {
    expect(errorsOf('JPY', '10.5')['amountFrom']).toContain('such as 123450,');
    expect(errorsOf('', '10')).toEqual({ amountFrom: 'Choose a currency too.' });
  });

  it('are none for amounts that can be read, and without amounts', () => {
    expect([errorsOf('EUR', '10.5'), errorsOf('EUR', ''), formErrors([])]).toEqual([{}, {}, {}]);
  });
});

describe('what the service says about a filter', () => {
  it.each([
    [
      'createdFrom',
      'createdFrom and createdTo must be at most 90 days apart',
      'From and To must be at most 90 days apart',
    ],
    ['createdTo', 'must be later than createdFrom', 'To must be later than From'],
    ['currency', 'is required with amountMin and amountMax', 'Currency is required with Amount from and Amount to'],
    ['currency', 'use upper case: EUR', 'Currency: use upper case: EUR'],
    ['limit', 'must be <= 100', 'limit must be <= 100'],
  ])('about %s has the names of the page', (parameter, detail, text) => {
    expect(filterErrorText(parameter, detail)).toBe(text);
  });
});

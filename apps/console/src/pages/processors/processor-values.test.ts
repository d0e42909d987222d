import type { Processor } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { changesTo, entriesAfter, entriesOf, newProcessor, NO_ENTRIES } from './processor-values.js';

const processor = {
  kind: 'http',
  name: 'Gateway',
  priority: 100,
  currencies: ['EUR', 'USD'],
  amountMin: null,
  amountMax: 5000,
} as unknown as Processor;

describe('newProcessor', () => {
  it('has what was entered, and only the credentials of the kind', () => {
    const credentials = { secretKey: 'sk', url: 'https://a.example', apiKey: '' };
    const entries = { ...NO_ENTRIES, name: 'Gateway', currencies: 'eur, usd', priority: '5', credentials };
    expect(newProcessor('http', entries)).toEqual({
      kind: 'http',
      name: 'Gateway',
      priority: 5,
      currencies: ['EUR', 'USD'],
      amountMin: null,
      amountMax: null,
      credentials: { url: 'https://a.example' },
    });
    expect(newProcessor('stripe', NO_ENTRIES)).not.toHaveProperty('priority');
  });
});

describe('entriesAfter', () => {
  it('are those of the person, and else those of somebody else', () => {
    const credentials = { apiKey: 'new' };
    const entries = { ...entriesOf(processor), priority: '7', credentials };
    const current = { ...processor, name: 'Renamed', priority: 50, amountMax: null };
    const after = entriesAfter(entries, processor, current);
    expect(after).toEqual({ ...entriesOf(current), priority: '7', credentials });
    expect(changesTo(current, after)).toEqual({ priority: 7, credentials });
  });
});

describe('changesTo', () => {
  it('are only what differs', () => {
    const entries = entriesOf(processor);
    expect(changesTo(processor, entries)).toBeUndefined();
    expect(changesTo(processor, { ...entries, currencies: '', amountMin: '100', amountMax: '' })).toEqual({
      currencies: null,
      amountMin: 100,
      amountMax: null,
    });
    expect(changesTo(processor, { ...entries, credentials: { apiKey: 'new', secretKey: 'no' } })).toEqual({
      credentials: { apiKey: 'new' },
    });
  });

  it.each(['', '1.5', 'ten'])('refuses the priority "%s"', (priority) => {
    expect(() => changesTo(processor, { ...entriesOf(processor), priority })).toThrow('Correct the marked field.');
  });
});

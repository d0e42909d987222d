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
    const stripe = { ...NO_ENTRIES, credentials: { secretKey: ' sk_test_1\n' } };
    expect(newProcessor('stripe', stripe)).not.toHaveProperty('priority');
    expect(newProcessor('stripe', stripe).credentials).toEqual({ secretKey: 'sk_test_1' });
  });

  it.each([
    ['stripe', '/credentials/secretKey'],
    ['http', '/credentials/url'],
  ] as const)('is refused for %s without %s', (kind, pointer) => {
    const entries = { ...NO_ENTRIES, credentials: { secretKey: ' ', webhookSecret: 'whsec_1', apiKey: 'key' } };
    expect(() => newProcessor(kind, entries)).toThrow(expect.objectContaining({ pointer }));
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

  it('discard the webhook secret, but not a new one', () => {
    const stripe = { ...processor, kind: 'stripe' } as Processor;
    const entries = entriesOf(stripe);
    expect(changesTo(stripe, entries, true)).toEqual({ credentials: { webhookSecret: null } });
    const rotated = { ...entries, credentials: { secretKey: 'sk_test_2' } };
    expect(changesTo(stripe, rotated, true)).toEqual({ credentials: { secretKey: 'sk_test_2', webhookSecret: null } });
    const both = { ...entries, credentials: { webhookSecret: 'whsec_1' } };
    expect(() => changesTo(stripe, both, true)).toThrow(
      expect.objectContaining({ pointer: '/credentials/webhookSecret' }),
    );
  });

  it.each(['', '1.5', 'ten'])('refuses the priority "%s"', (priority) => {
    expect(() => changesTo(processor, { ...entriesOf(processor), priority })).toThrow('Correct the marked field.');
  });
});

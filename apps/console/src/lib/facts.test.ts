import { describe, expect, it } from 'vitest';
import { changesBetween, metadataFacts } from './facts.js';

describe('facts', () => {
  it('are compared by their label', () => {
    const before = [
      { label: 'Status', text: 'pending' },
      { label: 'Reference', text: null },
      { label: 'Amount', text: '10.00 EUR' },
      { label: 'Erased', text: 'x' },
    ];
    const after = [
      { label: 'Status', text: 'completed' },
      { label: 'Reference', text: 'order-1' },
      { label: 'Amount', text: '10.00 EUR' },
    ];
    expect(changesBetween(before, after)).toEqual([
      'Status: pending, now completed',
      'Reference: nothing, now order-1',
      'Erased: x, now nothing',
    ]);
    expect(changesBetween(before, before)).toEqual([]);
  });

  it('show metadata as it is', () => {
    const hostile = '<img src=x onerror=alert(1)>';
    expect(metadataFacts({ orderId: hostile, 'a b': 7 })).toEqual([
      { label: 'orderId', text: hostile },
      { label: 'a b', text: '7' },
    ]);
  });
});

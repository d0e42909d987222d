import { describe, expect, it } from 'vitest';
import type { NavigationPage } from '../shell/navigation.js';
import { immediateResults, isLookedUp } from './results.js';

const pages: readonly NavigationPage[] = [
  { path: 'payments', title: 'Payments', scope: 'payments:read' },
  { path: 'checkout-sessions', title: 'Checkout sessions', scope: 'payments:read' },
  { path: 'audit-log', title: 'Audit log', scope: 'security:read' },
];
const paths = (text: string) => immediateResults(text, pages).map(({ path }) => path);

describe('results without a request', () => {
  it('are the object with the id', () => {
    expect(immediateResults('pay_1', pages)).toEqual([{ title: 'pay_1', detail: 'Payments', path: 'payments/pay_1' }]);
    expect(paths('cs_12')).toEqual(['checkout-sessions/cs_12']);
  });

  it('are no object whose page the person may not open', () => {
    expect(paths('cust_1')).toEqual([]);
  });

  it('are pages with the name', () => {
    expect(paths('')).toEqual(['payments', 'checkout-sessions', 'audit-log']);
    expect(paths('LOG')).toEqual(['audit-log']);
    expect(paths('order-1')).toEqual([]);
  });
});

describe('a text', () => {
  it('is asked for unless it is an id', () => {
    expect(['', 'pay_1', 'pay_', 'order-1', 'ada@example.com'].map(isLookedUp)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { fromPublicId, toPublicId } from './ids.js';

describe('public ids', () => {
  it('round-trip', () => {
    expect(fromPublicId('pay', toPublicId('pay', '249801938345984001'))).toBe('249801938345984001');
  });

  it.each(['cust_1', 'pay_', 'pay_01', 'pay_-1', 'pay_1x', 'pay_9223372036854775808', 'pay_1\n', '1', ''])(
    'reject %j',
    (text) => {
      expect(fromPublicId('pay', text)).toBeUndefined();
    },
  );
});

import { describe, expect, it } from 'vitest';
import { customersConditions, scanningIfSeveral } from './filters.js';

const scanning = (conditions: readonly { readonly scans?: boolean }[]): boolean =>
  conditions.some(({ scans }) => scans === true);

describe('lists with filters', () => {
  it('may scan if several are given, since an index serves one of them', () => {
    const conditions = [{ text: 'status = ?', values: ['failed'] }];
    expect(scanning(scanningIfSeveral(conditions, ['failed', undefined]))).toBe(false);
    expect(scanning(scanningIfSeveral(conditions, ['failed', 'EUR']))).toBe(true);
  });

  it('of what belongs to customers scan by status and customer together', () => {
    const now = new Date();
    expect(scanning(customersConditions({ status: 'active' }, now))).toBe(false);
    expect(scanning(customersConditions({ customerId: 'cust_1' }, now))).toBe(false);
    expect(scanning(customersConditions({ status: 'active', customerId: 'cust_1' }, now))).toBe(true);
  });
});

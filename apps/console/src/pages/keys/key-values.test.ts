import type { ApiKey } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { NEW_KEY, newKey, patchOf, readKey, valuesOf } from './key-values.js';

const key: ApiKey = {
  id: 'key_1',
  name: 'Orders',
  mode: 'test',
  prefix: 'sk_test_0000',
  scopes: ['payments:read', 'payments:write'],
  allowedCidrs: ['203.0.113.0/24'],
  expiresAt: '2026-12-01T00:00:00.000Z',
  lastUsedAt: null,
  status: 'active',
  replacedBy: null,
  createdAt: '2026-11-21T09:30:00.000Z',
};

describe('the values of a key', () => {
  it('are read from the form', () => {
    const form = new FormData();
    form.set('name', ' Orders ');
    form.append('scopes', 'payments:read');
    form.append('scopes', 'refunds:read');
    form.set('networks', '203.0.113.0/24,2001:db8::/32  198.51.100.7/32');
    form.set('lastDay', '2026-11-30');
    expect(newKey(readKey(form))).toEqual({
      name: 'Orders',
      scopes: ['payments:read', 'refunds:read'],
      allowedCidrs: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7/32'],
      expiresAt: '2026-12-01T00:00:00Z',
    });
  });

  it('leave out limits that were not entered', () => {
    expect(newKey({ ...NEW_KEY, name: 'Orders' })).toEqual({ name: 'Orders', scopes: [] });
  });

  it('are changed one by one', () => {
    const values = valuesOf(key);
    expect(patchOf(values, values)).toEqual({});
    expect(patchOf(values, { ...values, scopes: values.scopes.toReversed() })).toEqual({});
    expect(patchOf(values, { ...values, lastDay: '' })).toEqual({ expiresAt: null });
    expect(patchOf(values, { ...values, name: 'Shop', allowedCidrs: [] })).toEqual({ name: 'Shop', allowedCidrs: [] });
  });
});

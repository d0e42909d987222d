import { describe, expect, it } from 'vitest';
import { patchCustomer } from './customer-patch.js';
import { newCustomer } from './customer-directory.js';

const ada = newCustomer({
  environmentId: 1,
  id: '5',
  email: 'ada@example.com',
  firstName: 'Ada',
  phone: '1',
  address: { line1: 'A', line2: null, city: 'London', region: null, postalCode: null, country: 'GB' },
  locale: 'en-GB',
  currency: 'GBP',
  emailReceipts: false,
  defaultPaymentMethodId: '7',
  metadata: { a: 1, b: { c: 2, d: 3 } },
});

describe('a merge patch of a customer', () => {
  it.each([
    ['nothing', {}, {}],
    ['a text', { phone: '2' }, { phone: '2' }],
    ['null', { firstName: null, lastName: null }, { firstName: null, lastName: null }],
    ['an e-mail', { email: 'ADA@example.org' }, { email: 'ADA@example.org', emailNormalized: 'ada@example.org' }],
    ['a line of the address', { address: { line2: 'B' } }, { address: { ...ada.address, line2: 'B' } }],
    ['no address', { address: null }, { address: null }],
    ['an address without its last lines', { address: { line1: null, city: null, country: null } }, { address: null }],
    ['one preference', { preferences: { locale: null } }, { locale: null }],
    ['a preference reset to its default', { preferences: { emailReceipts: null } }, { emailReceipts: true }],
    ['no default', { preferences: { defaultPaymentMethodId: null } }, { defaultPaymentMethodId: null }],
    [
      'no preferences',
      { preferences: null },
      { locale: null, currency: null, emailReceipts: true, defaultPaymentMethodId: null },
    ],
    ['metadata', { metadata: { a: null, b: { c: 4 } } }, { metadata: { b: { c: 4, d: 3 } } }],
    ['no metadata', { metadata: null }, { metadata: {} }],
  ])('%s', (_, patch, changes) => {
    expect(patchCustomer(ada, patch)).toEqual({ ...ada, ...changes });
  });

  it('an address where there was none', () => {
    const address = { line1: null, line2: null, city: 'Paris', region: null, postalCode: null, country: null };
    expect(patchCustomer({ ...ada, address: null }, { address: { city: 'Paris' } })).toMatchObject({ address });
  });

  it('metadata above the limit is refused', () => {
    expect(() => patchCustomer(ada, { metadata: { text: 'x'.repeat(16_384) } })).toThrow(/validation_failed/);
  });
});

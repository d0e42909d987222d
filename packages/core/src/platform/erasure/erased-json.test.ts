import { describe, expect, it } from 'vitest';
import { eraseFromJson } from './erased-json.js';

const preferences = { locale: 'en-GB', currency: 'GBP', emailReceipts: false, defaultPaymentMethodId: 'pm_5' };
const ada = { id: 'cust_1', email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' };
const ofAnother = { customer: { id: 'cust_11' }, receiptEmail: 'kept@example.com' };
const lookalike = { metadata: { customer: { id: 'cust_1', email: 'kept@example.com' } } };

describe('eraseFromJson', () => {
  it.each([
    [
      'a payment',
      { id: 'pay_1', customer: ada, description: 'x', metadata: { '2': 1, a: 1.5 } },
      {
        id: 'pay_1',
        customer: { id: 'cust_1', email: 'erased@invalid', firstName: null, lastName: null },
        description: 'x',
        metadata: { '2': 1, a: 1.5 },
      },
    ],
    [
      'the receipt of a payment',
      { id: 'pay_1', customer: ada, receiptEmail: 'lovelace@example.com' },
      {
        id: 'pay_1',
        customer: { id: 'cust_1', email: 'erased@invalid', firstName: null, lastName: null },
        receiptEmail: null,
      },
    ],
    [
      'an event of a payment',
      { id: 'evt_1', data: { id: 'pay_1', customer: { id: 'cust_1', email: 'ada@example.com' } } },
      { id: 'evt_1', data: { id: 'pay_1', customer: { id: 'cust_1', email: 'erased@invalid' } } },
    ],
    [
      'the whole customer',
      { ...ada, phone: '1', address: { city: 'London' }, preferences, metadata: { vip: true }, version: 3 },
      {
        id: 'cust_1',
        email: 'erased@invalid',
        firstName: null,
        lastName: null,
        phone: null,
        address: null,
        preferences: { locale: null, currency: null, emailReceipts: true, defaultPaymentMethodId: null },
        metadata: {},
        version: 3,
      },
    ],
    [
      'a payment method',
      { id: 'pm_5', customerId: 'cust_1', brand: 'visa', last4: '4242', expiryMonth: 8, expiryYear: 2029 },
      { id: 'pm_5', customerId: 'cust_1', brand: null, last4: null, expiryMonth: null, expiryYear: null },
    ],
    ['another customer', { customer: { ...ada, id: 'cust_11' } }, { customer: { ...ada, id: 'cust_11' } }],
    ['the receipt of another one', ofAnother, ofAnother],
    ["the client's own texts", lookalike, lookalike],
  ])('%s', (_, before, after) => {
    const text = eraseFromJson(JSON.stringify(before), '1');
    expect(text).toBe(JSON.stringify(after));
    expect(JSON.stringify(JSON.parse(text))).toBe(text);
    expect(eraseFromJson(text, '1')).toBe(text);
  });
});

import type { Customer } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { changesTo, fieldValue, newCustomer } from './customer-fields.js';

const customer = {
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: null,
  phone: '+44 1',
  address: { line1: '12 St James Square', line2: null, city: 'London', region: null, postalCode: null, country: 'GB' },
} as Customer;

describe('the fields of a customer', () => {
  it('are empty without a value', () => {
    expect(fieldValue(customer, 'address/city')).toBe('London');
    expect(fieldValue(customer, 'address/line2')).toBe('');
    expect(fieldValue({ ...customer, address: null }, 'address/city')).toBe('');
    expect(fieldValue(undefined, 'email')).toBe('');
  });

  it('are sent for a new customer if they were written', () => {
    expect(newCustomer({ email: ' ada@example.com ', phone: '', 'address/city': 'London' })).toEqual({
      email: 'ada@example.com',
      address: { city: 'London' },
    });
    expect(newCustomer({ firstName: 'Ada' })).toEqual({ email: '', firstName: 'Ada' });
  });

  it('are sent for an existing customer if they are different', () => {
    const edits = { firstName: 'Ada ', phone: '', lastName: 'Lovelace', 'address/city': '', 'address/country': 'FR' };
    expect(changesTo(customer, edits)).toEqual({
      phone: null,
      lastName: 'Lovelace',
      address: { city: null, country: 'FR' },
    });
    expect(changesTo(customer, { firstName: 'Ada' })).toBeUndefined();
    // The service says what is wrong with it.
    expect(changesTo(customer, { email: '' })).toEqual({ email: '' });
  });
});

import { describe, expect, it } from 'vitest';
import { isCustomerAddress } from './customer-address.js';

describe('an address that a customer can be sent to', () => {
  it.each([
    ['https://bank.example/3ds?id=1', true],
    ['https://bank.example:8443/', true],
    ['http://bank.example/', false],
    ['https://[', false],
    ['https://bank.example:99999/', false],
    ['https://user@bank.example/', false],
    ['https://:pw@bank.example/', false],
    ['javascript:alert(1)', false],
    ['/3ds', false],
    ['', false],
  ])('%s: %s', (text, isOne) => {
    expect(isCustomerAddress(text, ['https:'])).toBe(isOne);
  });

  it('is an http one only where that is allowed', () => {
    expect(isCustomerAddress('http://127.0.0.1:8080/', ['https:', 'http:'])).toBe(true);
  });
});

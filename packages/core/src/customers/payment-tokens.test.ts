import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MasterKeys } from '../platform/crypto/master-keys.js';
import { PaymentTokens } from './payment-tokens.js';

const tokens = new PaymentTokens(new MasterKeys([randomBytes(32)]));
const row = { environmentId: 1, customerId: '2', id: '3' };

function stored() {
  const { ciphertext, dataKey } = tokens.seal('tok_secret', row);
  return { tokenCiphertext: ciphertext, tokenDataKey: dataKey };
}

describe('the token of a payment method', () => {
  it('opens for its own row, and cannot be read in the stored data', () => {
    expect(tokens.open({ ...row, ...stored() })).toBe('tok_secret');
    expect(stored().tokenCiphertext.toString('latin1')).not.toContain('tok_secret');
  });

  it.each([{ environmentId: 9 }, { customerId: '9' }, { id: '9' }])(
    'row 32: does not open for another row: %j',
    (other) => {
      expect(() => tokens.open({ ...row, ...other, ...stored() })).toThrow();
    },
  );

  it('is undefined for a deleted method', () => {
    expect(tokens.open({ ...row, tokenCiphertext: null, tokenDataKey: null })).toBeUndefined();
  });
});

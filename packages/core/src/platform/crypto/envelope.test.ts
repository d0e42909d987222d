import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seal, unseal } from './envelope.js';

const masterKey = randomBytes(32);

describe('a sealed secret', () => {
  it('opens for the row it was sealed for', () => {
    expect(unseal(seal('whsec_ünï', masterKey, 'row 1'), masterKey, 'row 1')).toBe('whsec_ünï');
  });

  it('row 32: does not open when its ciphertext was moved to another row', () => {
    const sealed = seal('secret of one', masterKey, 'row 1');
    expect(() => unseal(sealed, masterKey, 'row 2')).toThrow();
  });

  it('does not open when only the ciphertext was swapped', () => {
    const one = seal('secret of one', masterKey, 'row 1');
    const two = seal('secret of two', masterKey, 'row 2');
    expect(() => unseal({ ciphertext: two.ciphertext, dataKey: one.dataKey }, masterKey, 'row 1')).toThrow();
  });

  it('does not open under another master key', () => {
    expect(() => unseal(seal('secret', masterKey, 'row 1'), randomBytes(32), 'row 1')).toThrow();
  });

  it('does not open with a byte changed', () => {
    const sealed = seal('secret', masterKey, 'row 1');
    for (let index = 0; index < sealed.ciphertext.length; index++) {
      const ciphertext = Buffer.from(sealed.ciphertext);
      ciphertext[index] = (ciphertext[index] ?? 0) ^ 1;
      expect(() => unseal({ ...sealed, ciphertext }, masterKey, 'row 1')).toThrow();
    }
  });

  it('does not contain the secret', () => {
    const sealed = seal('plain to see', masterKey, 'row 1');
    expect(Buffer.concat([sealed.ciphertext, sealed.dataKey]).includes('plain to see')).toBe(false);
  });
});

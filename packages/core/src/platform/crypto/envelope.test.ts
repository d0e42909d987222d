import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { firstKeyPrefix, rewrap, seal, unseal } from './envelope.js';
import { MasterKeys } from './master-keys.js';

const [one, other, third] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const masterKey = new MasterKeys([one]);

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
    expect(() => unseal(seal('secret', masterKey, 'row 1'), new MasterKeys([other]), 'row 1')).toThrow(
      `does not hold the key that opens a stored secret, ${masterKey.first.name}`,
    );
  });

  it('does not open with a modified byte', () => {
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

  it('opens under any of several master keys, and is sealed under the first', () => {
    const sealed = seal('secret', new MasterKeys([one, other]), 'row 1');
    expect(unseal(sealed, masterKey, 'row 1')).toBe('secret');
    expect(unseal(sealed, new MasterKeys([third, other, one]), 'row 1')).toBe('secret');
    expect(() => unseal(sealed, new MasterKeys([third, other]), 'row 1')).toThrow(masterKey.first.name);
  });
});

describe('a rewrapped data key', () => {
  const next = new MasterKeys([other, one]);

  it('opens the same ciphertext under the new master key only', () => {
    const { ciphertext, dataKey } = seal('secret', masterKey, 'row 1');
    const fresh = rewrap(dataKey, next, 'row 1');
    expect(fresh.subarray(0, 9)).toEqual(firstKeyPrefix(next));
    expect(unseal({ ciphertext, dataKey: fresh }, new MasterKeys([other]), 'row 1')).toBe('secret');
    expect(() => unseal({ ciphertext, dataKey: fresh }, masterKey, 'row 1')).toThrow(next.first.name);
  });

  it('row 32: stays bound to its row, and cannot be rewrapped for another', () => {
    const { ciphertext, dataKey } = seal('secret', masterKey, 'row 1');
    expect(() => rewrap(dataKey, next, 'row 2')).toThrow();
    expect(() => unseal({ ciphertext, dataKey: rewrap(dataKey, next, 'row 1') }, next, 'row 2')).toThrow();
  });
});

it('refuses a data key of another version', () => {
  const { ciphertext, dataKey } = seal('secret', masterKey, 'row 1');
  const other = Buffer.concat([Buffer.of(1), dataKey.subarray(1)]);
  expect(() => unseal({ ciphertext, dataKey: other }, masterKey, 'row 1')).toThrow('unknown envelope version 1');
});

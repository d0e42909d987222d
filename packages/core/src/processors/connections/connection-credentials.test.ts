import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MasterKeys } from '../../platform/crypto/master-keys.js';
import { ConnectionCredentials } from './connection-credentials.js';

const credentials = new ConnectionCredentials(new MasterKeys([randomBytes(32)]));
const row = { environmentId: 1, id: '2' };
const plain = { url: 'https://gateway.example.com', apiKey: 'acq_secret', callbackSecret: 'whsec_secret' };

function stored() {
  const { ciphertext, dataKey } = credentials.seal(plain, row);
  return { credentialsCiphertext: ciphertext, credentialsDataKey: dataKey };
}

describe('the credentials of a connection', () => {
  it('open for their own row, and cannot be read in the stored data', () => {
    expect(credentials.open({ ...row, ...stored() })).toEqual(plain);
    expect(stored().credentialsCiphertext.toString('latin1')).not.toContain('secret');
  });

  it.each([{ environmentId: 9 }, { id: '9' }])('row 32: do not open for another row: %j', (other) => {
    expect(() => credentials.open({ ...row, ...other, ...stored() })).toThrow();
    expect(() => credentials.openIfReadable({ ...row, ...other, ...stored() })).toThrow();
  });

  it('are undefined for a deleted connection', () => {
    expect(credentials.open({ ...row, credentialsCiphertext: null, credentialsDataKey: null })).toBeUndefined();
  });
});

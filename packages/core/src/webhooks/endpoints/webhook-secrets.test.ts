import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MasterKeys } from '../../platform/crypto/master-keys.js';
import { signingKey } from './secret-format.js';
import { WebhookSecrets, type SigningKeys, type StoredSecrets } from './webhook-secrets.js';

const secrets = new WebhookSecrets(new MasterKeys([randomBytes(32)]));

function stored(secret: string | null, next: string | null, accountId = '1', webhookId = '10'): StoredSecrets {
  const sealed = (text: string | null) => (text === null ? undefined : secrets.seal(text, accountId, webhookId));
  const [current, following] = [sealed(secret), sealed(next)];
  return {
    secretCiphertext: current?.ciphertext ?? null,
    secretDataKey: current?.dataKey ?? null,
    nextSecretCiphertext: following?.ciphertext ?? null,
    nextSecretDataKey: following?.dataKey ?? null,
  };
}

function keys(secret: string, next?: string): SigningKeys {
  return { key: signingKey(secret), nextKey: next === undefined ? undefined : signingKey(next) };
}

describe('the signing keys of an endpoint', () => {
  it('are those of its secret, and of the next one while a rotation overlaps', () => {
    expect(secrets.signing(stored('old', null), '1', '10')).toEqual(keys('old'));
    expect(secrets.signing(stored('old', 'new'), '1', '10')).toEqual(keys('old', 'new'));
  });

  it('are those of the stored secrets, whatever was opened before', () => {
    const [first, second] = [stored('old', null), stored('old', 'new')];
    for (const [found, secret, nextSecret] of [
      [first, 'old', undefined],
      [first, 'old', undefined],
      [second, 'old', 'new'],
      [stored('new', null), 'new', undefined],
      [first, 'old', undefined],
    ] as const) {
      expect(secrets.signing(found, '1', '10')).toEqual(keys(secret, nextSecret));
    }
    expect(secrets.signing(stored(null, null), '1', '10')).toBeUndefined();
    const isSwapped = { ...first, secretCiphertext: second.nextSecretCiphertext };
    expect(() => secrets.signing(isSwapped, '1', '10')).toThrow();
  });

  it('are undefined once the endpoint is deleted', () => {
    expect(secrets.signing(stored(null, null), '1', '10')).toBeUndefined();
  });

  it('row 32: do not open from the row of another endpoint or account', () => {
    const own = stored('mine', 'mine to come');
    for (const [accountId, webhookId] of [
      ['1', '11'],
      ['2', '10'],
    ] as const) {
      const foreign = stored('theirs', 'theirs to come', accountId, webhookId);
      const { secretCiphertext, secretDataKey, nextSecretCiphertext, nextSecretDataKey } = foreign;
      expect(() => secrets.signing({ ...own, secretCiphertext, secretDataKey }, '1', '10')).toThrow();
      expect(() => secrets.signing({ ...own, nextSecretCiphertext, nextSecretDataKey }, '1', '10')).toThrow();
      expect(() => secrets.signing({ ...own, secretCiphertext }, '1', '10')).toThrow();
    }
  });
});

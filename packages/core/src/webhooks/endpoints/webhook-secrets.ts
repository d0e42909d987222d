import { seal, unseal, type SealedSecret } from '../../platform/crypto/envelope.js';
import type { MasterKeys } from '../../platform/crypto/master-keys.js';
import { sealedColumn, type SealedColumn } from '../../platform/crypto/sealed-column.js';
import { signingKey, type SigningKey } from './secret-format.js';
import type { Webhook } from './webhook.entity.js';

/** The sealed secrets of an endpoint that count now. */
export type StoredSecrets = Pick<
  Webhook,
  'secretCiphertext' | 'secretDataKey' | 'nextSecretCiphertext' | 'nextSecretDataKey'
>;

/** The keys that sign deliveries. */
export interface SigningKeys {
  readonly key: SigningKey;
  /** Of the next secret, while a rotation overlaps. */
  readonly nextKey: SigningKey | undefined;
}

/** Encrypts the secrets of endpoints; each is bound to its account and endpoint. */
export class WebhookSecrets {
  /** Opened keys with what they are bound to, for as long as the stored secrets are in memory. */
  private readonly opened = new WeakMap<StoredSecrets, { readonly boundTo: string; readonly keys: SigningKeys }>();

  constructor(private readonly masterKeys: MasterKeys) {}

  seal(secret: string, accountId: string, webhookId: string): SealedSecret {
    return seal(secret, this.masterKeys, binding(accountId, webhookId));
  }

  /** Opens the keys that sign now; undefined when there are none, as for a deleted endpoint. */
  signing(stored: StoredSecrets, accountId: string, webhookId: string): SigningKeys | undefined {
    const boundTo = binding(accountId, webhookId);
    const known = this.opened.get(stored);
    if (known?.boundTo === boundTo) return known.keys;
    const keys = this.open(stored, boundTo);
    if (keys !== undefined) this.opened.set(stored, { boundTo, keys });
    return keys;
  }

  private open(stored: StoredSecrets, boundTo: string): SigningKeys | undefined {
    const open = (ciphertext: Buffer | null, dataKey: Buffer | null): SigningKey | undefined =>
      ciphertext === null || dataKey === null
        ? undefined
        : signingKey(unseal({ ciphertext, dataKey }, this.masterKeys, boundTo));
    const key = open(stored.secretCiphertext, stored.secretDataKey);
    if (key === undefined) return undefined;
    return { key, nextKey: open(stored.nextSecretCiphertext, stored.nextSecretDataKey) };
  }
}

function binding(accountId: string, webhookId: string): string {
  return `svc:webhook-secret:acct_${accountId}:wh_${webhookId}`;
}

/** The columns of the data keys, of current and of next secrets. */
export const WEBHOOK_SECRET_COLUMNS: readonly SealedColumn[] = [
  ['webhook secrets', 'secret_data_key'] as const,
  ['webhook secrets to come', 'next_secret_data_key'] as const,
].map(([secrets, column]) =>
  sealedColumn<{ accountId: string }>({
    secrets,
    table: 'webhooks',
    column,
    columns: 'e.account_id AS "accountId"',
    join: 'JOIN environments e ON e.id = t.environment_id',
    boundTo: ({ accountId, id }) => binding(accountId, id),
  }),
);

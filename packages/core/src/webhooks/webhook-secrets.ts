import { seal, unseal, type SealedSecret } from '../platform/crypto/envelope.js';
import type { Webhook } from './webhook.entity.js';

/** The secrets of an endpoint, sealed, as they count now. */
export type StoredSecrets = Pick<
  Webhook,
  'secretCiphertext' | 'secretDataKey' | 'nextSecretCiphertext' | 'nextSecretDataKey'
>;

/** What deliveries are signed with. */
export interface SigningSecrets {
  readonly secret: string;
  /** While a rotation overlaps: the secret that is to follow. */
  readonly nextSecret: string | undefined;
}

/** Encrypts the secrets of endpoints; each is bound to its account and endpoint. */
export class WebhookSecrets {
  constructor(private readonly masterKey: Buffer) {}

  seal(secret: string, accountId: string, webhookId: string): SealedSecret {
    return seal(secret, this.masterKey, binding(accountId, webhookId));
  }

  /** Opens what signs now; undefined when there is nothing left, as of an endpoint that was deleted. */
  signing(stored: StoredSecrets, accountId: string, webhookId: string): SigningSecrets | undefined {
    const boundTo = binding(accountId, webhookId);
    const open = (ciphertext: Buffer | null, dataKey: Buffer | null): string | undefined =>
      ciphertext === null || dataKey === null ? undefined : unseal({ ciphertext, dataKey }, this.masterKey, boundTo);
    const secret = open(stored.secretCiphertext, stored.secretDataKey);
    if (secret === undefined) return undefined;
    return { secret, nextSecret: open(stored.nextSecretCiphertext, stored.nextSecretDataKey) };
  }
}

function binding(accountId: string, webhookId: string): string {
  return `svc:webhook-secret:acct_${accountId}:wh_${webhookId}`;
}

import { seal, unseal, type SealedSecret } from '../platform/crypto/envelope.js';

/** Encrypts the secrets of endpoints; each is bound to its account and endpoint. */
export class WebhookSecrets {
  constructor(private readonly masterKey: Buffer) {}

  seal(secret: string, accountId: string, webhookId: string): SealedSecret {
    return seal(secret, this.masterKey, binding(accountId, webhookId));
  }

  unseal(sealed: SealedSecret, accountId: string, webhookId: string): string {
    return unseal(sealed, this.masterKey, binding(accountId, webhookId));
  }
}

function binding(accountId: string, webhookId: string): string {
  return `svc:webhook-secret:acct_${accountId}:wh_${webhookId}`;
}

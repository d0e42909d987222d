import type { EnvironmentTables } from '../../platform/database/environment-tables.js';
import type { TransactionTables } from '../../platform/database/transaction-tables.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import { fromPublicId } from '../../platform/ids.js';
import type { PageRange } from '../../platform/lists/cursor.js';
import { Webhook } from './webhook.entity.js';

/** Throws `not_found`. */
export async function findWebhook(tables: EnvironmentTables, publicId: string): Promise<Webhook> {
  const id = fromPublicId('wh', publicId);
  const webhook = id === undefined ? undefined : await tables.find(Webhook, { id, deletedAt: null });
  if (webhook === undefined) throw unknownWebhook(publicId);
  return withCurrentSecrets(webhook);
}

/** Locks an endpoint, and stores the end of an overlap. Throws `not_found`. */
export async function lockWebhook(tables: TransactionTables, publicId: string): Promise<Webhook> {
  const id = fromPublicId('wh', publicId);
  const webhook = id === undefined ? undefined : await tables.lock(Webhook, { id, deletedAt: null });
  if (webhook === undefined) throw unknownWebhook(publicId);
  const current = withCurrentSecrets(webhook);
  if (webhook.isOverlapOver === true) {
    const { version, secretCiphertext, secretDataKey, nextSecretCiphertext, nextSecretDataKey, overlapUntil } = current;
    const secrets = { secretCiphertext, secretDataKey, nextSecretCiphertext, nextSecretDataKey };
    void tables.update(Webhook, { id: current.id }, { version, ...secrets, overlapUntil });
  }
  return current;
}

/** A page of endpoints, newest first. */
export async function pageOfWebhooks(tables: EnvironmentTables, range: PageRange): Promise<Webhook[]> {
  const webhooks = await tables.page(Webhook, range, [{ text: 'deleted_at IS NULL', values: [] }]);
  return webhooks.map(withCurrentSecrets);
}

/** After the overlap the next secret is the secret, and the version the next one, whether or not the row has been written since. */
function withCurrentSecrets({ isOverlapOver = false, ...webhook }: Webhook): Webhook {
  if (!isOverlapOver) return webhook;
  return {
    ...webhook,
    version: webhook.version + 1,
    secretCiphertext: webhook.nextSecretCiphertext,
    secretDataKey: webhook.nextSecretDataKey,
    nextSecretCiphertext: null,
    nextSecretDataKey: null,
    overlapUntil: null,
  };
}

function unknownWebhook(publicId: string): DomainError {
  return new DomainError('not_found', `There is no webhook ${publicId}.`);
}

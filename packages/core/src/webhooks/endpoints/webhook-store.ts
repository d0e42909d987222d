import type { EnvironmentTables } from '../../platform/database/environment-tables.js';
import type { TransactionTables } from '../../platform/database/transaction-tables.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import { fromPublicId } from '../../platform/ids.js';
import { Webhook } from './webhook.entity.js';

/** Throws `not_found`. */
export async function findWebhook(tables: EnvironmentTables, publicId: string): Promise<Webhook> {
  const id = fromPublicId('wh', publicId);
  const webhook = id === undefined ? undefined : await tables.find(Webhook, { id, deletedAt: null });
  if (webhook === undefined) throw unknownWebhook(publicId);
  return withCurrentSecrets(webhook);
}

/** Locks an endpoint. Throws `not_found`. */
export async function lockWebhook(tables: TransactionTables, publicId: string): Promise<Webhook> {
  const id = fromPublicId('wh', publicId);
  const webhook = id === undefined ? undefined : await tables.lock(Webhook, { id, deletedAt: null });
  if (webhook === undefined) throw unknownWebhook(publicId);
  return withCurrentSecrets(webhook);
}

/** Up to `limit` endpoints below an id, newest first. */
export async function pageOfWebhooks(
  tables: EnvironmentTables,
  page: { readonly limit: number; readonly beforeId: string | undefined },
): Promise<Webhook[]> {
  const webhooks = await tables.page(Webhook, page, [{ text: 'deleted_at IS NULL', values: [] }]);
  return webhooks.map(withCurrentSecrets);
}

/** After the overlap the next secret is the secret, whether or not the row has been written since. */
function withCurrentSecrets({ isOverlapOver = false, ...webhook }: Webhook): Webhook {
  if (!isOverlapOver) return webhook;
  return {
    ...webhook,
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

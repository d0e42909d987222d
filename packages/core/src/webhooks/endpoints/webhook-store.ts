import type { EnvironmentScope, StatementRunner, Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import { fromPublicId } from '../../platform/ids.js';
import { SIGNING_COLUMNS } from './signing-columns.js';
import type { Webhook } from './webhook.entity.js';

const COLUMNS = `w.environment_id AS "environmentId", w.id, w.version, w.url, w.events, w.description, w.enabled,
  w.acknowledge_on AS "acknowledgeOn", w.disabled_reason AS "disabledReason",
  w.failing_since AS "failingSince", ${SIGNING_COLUMNS},
  w.deleted_at AS "deletedAt", w.updated_at AS "updatedAt"`;

const ONE = `SELECT ${COLUMNS} FROM webhooks w WHERE w.environment_id = $1 AND w.id = $2 AND w.deleted_at IS NULL`;
const FIND = namedQuery('webhooks_find', ONE);

// Serializes changes of an endpoint: the second one sees the result of the first.
const LOCK = namedQuery('webhooks_lock', `${ONE} FOR UPDATE`);

const PAGE = namedQuery(
  'webhooks_page',
  `SELECT ${COLUMNS} FROM webhooks w
    WHERE w.environment_id = $1 AND w.deleted_at IS NULL AND ($2::bigint IS NULL OR w.id < $2)
    ORDER BY w.id DESC LIMIT $3`,
);

const INSERT = namedQuery(
  'webhooks_insert',
  `INSERT INTO webhooks (environment_id, id, url, events, description, enabled, acknowledge_on, disabled_reason,
     secret_ciphertext, secret_data_key, next_secret_ciphertext, next_secret_data_key, overlap_until, failing_since, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
);

const SAVE = namedQuery(
  'webhooks_save',
  `UPDATE webhooks
      SET url = $3, events = $4, description = $5, enabled = $6, acknowledge_on = $7, disabled_reason = $8,
          secret_ciphertext = $9, secret_data_key = $10, next_secret_ciphertext = $11, next_secret_data_key = $12,
          overlap_until = $13, failing_since = $14, version = version + 1, updated_at = date_trunc('milliseconds', now())
    WHERE environment_id = $1 AND id = $2
    RETURNING version, updated_at AS "updatedAt"`,
);

/** Throws `not_found`. */
export async function findWebhook(
  runner: StatementRunner,
  scope: EnvironmentScope,
  publicId: string,
): Promise<Webhook> {
  const id = fromPublicId('wh', publicId);
  const [webhook] = id === undefined ? [] : await runner.run<Webhook>(FIND, [scope.environmentId, id]);
  if (webhook === undefined) throw unknownWebhook(publicId);
  return webhook;
}

/** Locks an endpoint. Throws `not_found`. */
export async function lockWebhook(
  transaction: Transaction,
  scope: EnvironmentScope,
  publicId: string,
): Promise<Webhook> {
  const id = fromPublicId('wh', publicId);
  const [webhook] = id === undefined ? [] : await transaction.run<Webhook>(LOCK, [scope.environmentId, id]);
  if (webhook === undefined) throw unknownWebhook(publicId);
  return webhook;
}

/** Up to `limit` endpoints below an id, newest first. */
export function pageOfWebhooks(
  runner: StatementRunner,
  scope: EnvironmentScope,
  { limit, beforeId }: { readonly limit: number; readonly beforeId: string | undefined },
): Promise<Webhook[]> {
  return runner.run<Webhook>(PAGE, [scope.environmentId, beforeId ?? null, limit]);
}

export function insertWebhook(transaction: Transaction, webhook: Webhook): void {
  transaction.queue(INSERT, [...storedValues(webhook), webhook.updatedAt]);
}

/** Stores changes of a locked endpoint under the next version. */
export async function saveWebhook(transaction: Transaction, webhook: Webhook): Promise<Webhook> {
  const [saved] = await transaction.run<Pick<Webhook, 'version' | 'updatedAt'>>(SAVE, storedValues(webhook));
  if (saved === undefined) throw new Error('a locked webhook vanished');
  return { ...webhook, ...saved };
}

function storedValues(webhook: Webhook): unknown[] {
  return [
    webhook.environmentId,
    webhook.id,
    webhook.url,
    webhook.events,
    webhook.description,
    webhook.enabled,
    webhook.acknowledgeOn,
    webhook.disabledReason,
    webhook.secretCiphertext,
    webhook.secretDataKey,
    webhook.nextSecretCiphertext,
    webhook.nextSecretDataKey,
    webhook.overlapUntil,
    webhook.failingSince,
  ];
}

function unknownWebhook(publicId: string): DomainError {
  return new DomainError('not_found', `There is no webhook ${publicId}.`);
}

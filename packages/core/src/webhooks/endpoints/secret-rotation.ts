import type { Schemas } from '@svc/contract';
import type { Database, Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { Idempotency } from '../../platform/idempotency/idempotency.js';
import type { AuditLog } from '../../security/audit-log.js';
import type { Caller } from '../../security/caller.js';
import { requireMatch } from '../../platform/preconditions.js';
import { generateSecret } from './secret-format.js';
import type { WebhookSecrets } from './webhook-secrets.js';
import { lockWebhook, saveWebhook } from './webhook-store.js';
import type { Webhook } from './webhook.entity.js';
import { presentWebhook, withoutSecret } from './webhook.presenter.js';

const DEFAULT_OVERLAP_SECONDS = 86_400;

const OVERLAP_END = namedQuery(
  'webhooks_overlap_end',
  `SELECT date_trunc('milliseconds', now()) + $1::int * interval '1 second' AS "overlapUntil"`,
);

// Readers use the next secret from the end of the overlap on (SIGNING_COLUMNS), so nothing visible changes here. A locked
// endpoint is left for the next round.
const END_OVERLAPS = namedQuery(
  'webhooks_end_overlaps',
  `WITH over AS (
     SELECT environment_id, id FROM webhooks WHERE overlap_until <= now() ORDER BY overlap_until LIMIT $1
        FOR UPDATE SKIP LOCKED
   )
   UPDATE webhooks w
      SET secret_ciphertext = next_secret_ciphertext, secret_data_key = next_secret_data_key,
          next_secret_ciphertext = NULL, next_secret_data_key = NULL, overlap_until = NULL
     FROM over o WHERE w.environment_id = o.environment_id AND w.id = o.id
   RETURNING w.id`,
);

export interface SecretRotationDependencies {
  readonly database: Database;
  readonly secrets: WebhookSecrets;
  readonly idempotency: Idempotency;
  readonly audit: AuditLog;
}

/** Rotates the secrets of endpoints. */
export class SecretRotation {
  constructor(private readonly deps: SecretRotationDependencies) {}

  /**
   * The old secret keeps signing next to the new one until the overlap ends. A rotation during an overlap replaces the next
   * secret. A generated secret is only in this response.
   */
  rotate(
    caller: Caller,
    publicId: string,
    request: Schemas['RotateWebhookSecret'],
  ): Promise<Schemas['WebhookWithSecret']> {
    const rotateOnce = async (transaction: Transaction): Promise<Schemas['WebhookWithSecret']> => {
      const webhook = await lockWebhook(transaction, caller, publicId);
      requireMatch(caller, webhook.version);
      const secret = request.secret ?? generateSecret();
      const overlapUntil = await overlapEnd(transaction, request.overlapSeconds ?? DEFAULT_OVERLAP_SECONDS);
      const saved = await saveWebhook(transaction, this.withSecret(webhook, caller.accountId, secret, overlapUntil));
      await this.deps.audit.note(transaction, caller, { action: 'webhook.secret_rotated', objectId: publicId });
      return { ...presentWebhook(saved, caller.mode), secret: request.secret === undefined ? secret : null };
    };
    return this.deps.idempotency.inTransaction(caller, rotateOnce, { storedAs: withoutSecret });
  }

  /** Removes up to `limit` secrets whose overlap has ended, and returns how many. */
  async endOverlaps(limit: number): Promise<number> {
    return (await this.deps.database.forSystem().run(END_OVERLAPS, [limit])).length;
  }

  private withSecret(webhook: Webhook, accountId: string, secret: string, overlapUntil: Date | null): Webhook {
    const { ciphertext, dataKey } = this.deps.secrets.seal(secret, accountId, webhook.id);
    if (overlapUntil !== null) {
      return { ...webhook, nextSecretCiphertext: ciphertext, nextSecretDataKey: dataKey, overlapUntil };
    }
    const nothingNext = { nextSecretCiphertext: null, nextSecretDataKey: null, overlapUntil };
    return { ...webhook, ...nothingNext, secretCiphertext: ciphertext, secretDataKey: dataKey };
  }
}

/** The end of an overlap that begins now, by the database clock; null without an overlap. */
async function overlapEnd(transaction: Transaction, seconds: number): Promise<Date | null> {
  if (seconds === 0) return null;
  const [row] = await transaction.run<{ overlapUntil: Date }>(OVERLAP_END, [seconds]);
  if (row === undefined) throw new Error('webhooks_overlap_end returned no row');
  return row.overlapUntil;
}

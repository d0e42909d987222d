import type { Schemas } from '@svc/contract';
import type { Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { Idempotency } from '../../platform/idempotency/idempotency.js';
import type { AuditLog } from '../../security/audit-log.js';
import type { Caller } from '../../security/caller.js';
import { requireMatch } from '../../platform/preconditions.js';
import { generateSecret } from './secret-format.js';
import type { WebhookSecrets } from './webhook-secrets.js';
import { lockWebhook } from './webhook-store.js';
import { Webhook } from './webhook.entity.js';
import { presentWebhook, withoutSecret } from './webhook.presenter.js';

const DEFAULT_OVERLAP_SECONDS = 86_400;

const OVERLAP_END = namedQuery(
  'webhooks_overlap_end',
  `SELECT date_trunc('milliseconds', now()) + $1::int * interval '1 second' AS "overlapUntil"`,
);

export interface SecretRotationDependencies {
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
      const tables = transaction.forEnvironment(caller);
      const webhook = await lockWebhook(tables, publicId);
      requireMatch(caller, webhook.version);
      const secret = request.secret ?? generateSecret();
      const overlapUntil = await overlapEnd(transaction, request.overlapSeconds ?? DEFAULT_OVERLAP_SECONDS);
      const saved = await tables.save(Webhook, this.withSecret(webhook, caller.accountId, secret, overlapUntil));
      await this.deps.audit.record(transaction, caller, { action: 'webhook.secret_rotated', objectId: publicId });
      return { ...presentWebhook(saved, caller.mode), secret: request.secret === undefined ? secret : null };
    };
    return this.deps.idempotency.inTransaction(caller, rotateOnce, { storedAs: withoutSecret });
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

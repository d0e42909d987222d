import { isDeepStrictEqual } from 'node:util';
import type { Schemas } from '@svc/contract';
import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { Names } from '../../platform/dns/host-names.js';
import { validationFailed } from '../../platform/errors/domain-error.js';
import type { Idempotency } from '../../platform/idempotency/idempotency.js';
import { idTime, type IdSource } from '../../platform/ids.js';
import { listPage, type Page } from '../../platform/lists/cursor.js';
import { changedFields, type AuditLog } from '../../security/audit-log.js';
import type { Caller } from '../../security/caller.js';
import type { AddressPolicy } from '../../platform/http-client/address-policy.js';
import { cancelDeliveries, wakeDeliveries } from '../deliveries/endpoint-backlogs.js';
import { checkOutgoingUrl, type OutgoingUrlCheck } from '../../platform/http-client/outgoing-url.js';
import { requireMatch } from '../../platform/preconditions.js';
import { generateSecret } from './secret-format.js';
import type { WebhookSecrets } from './webhook-secrets.js';
import { findWebhook, lockWebhook, pageOfWebhooks } from './webhook-store.js';
import { Webhook } from './webhook.entity.js';
import { presentWebhook, withoutSecret } from './webhook.presenter.js';

// The row remains without secrets, since deliveries refer to it.
const DELETE = namedQuery(
  'webhooks_delete',
  `UPDATE webhooks
      SET deleted_at = now(), updated_at = now(), secret_ciphertext = NULL, secret_data_key = NULL,
          next_secret_ciphertext = NULL, next_secret_data_key = NULL, overlap_until = NULL, has_backlog = true,
          version = version + 1
    WHERE environment_id = $1 AND id = $2`,
);

export interface WebhooksServiceDependencies {
  readonly database: Database;
  readonly ids: IdSource;
  readonly secrets: WebhookSecrets;
  readonly addresses: AddressPolicy;
  readonly names: Names;
  readonly idempotency: Idempotency;
  readonly audit: AuditLog;
}

/** Registers, reads, lists, changes and deletes endpoints. */
export class WebhooksService {
  constructor(private readonly deps: WebhooksServiceDependencies) {}

  /** Registers an endpoint. A generated secret is only in this response. */
  async create(caller: Caller, request: Schemas['CreateWebhook']): Promise<Schemas['WebhookWithSecret']> {
    const checked = await checkOutgoingUrl(request.url, this.deps.addresses, this.deps.names, caller.accountId);
    return this.deps.idempotency.inTransaction(
      caller,
      async (transaction) => {
        // Refused only here: a repeated request gets its stored response, whatever the name resolves to now.
        const url = admitted(checked);
        const secret = request.secret ?? generateSecret();
        const webhook = this.newWebhook(caller, await this.deps.ids.one(), { ...request, url, secret });
        void transaction.forEnvironment(caller).insert(Webhook, webhook);
        const presented = presentWebhook(webhook, caller.mode);
        await this.deps.audit.record(transaction, caller, { action: 'webhook.created', objectId: presented.id });
        return { ...presented, secret: request.secret === undefined ? secret : null };
      },
      { storedAs: withoutSecret },
    );
  }

  async get(caller: Caller, publicId: string): Promise<Schemas['Webhook']> {
    return presentWebhook(await findWebhook(this.deps.database.forEnvironment(caller), publicId), caller.mode);
  }

  /** Endpoints, newest first. */
  list(caller: Caller, query: { limit?: number; cursor?: string }): Promise<Page<Schemas['Webhook']>> {
    const tables = this.deps.database.forEnvironment(caller);
    const present = (webhook: Webhook) => presentWebhook(webhook, caller.mode);
    return listPage('webhooks', caller, query, (range) => pageOfWebhooks(tables, range), present);
  }

  /** Applies a patch; one without changes keeps the version. Enabling an endpoint wakes parked deliveries, a worker the rest. */
  async update(caller: Caller, publicId: string, patch: Schemas['UpdateWebhook']): Promise<Schemas['Webhook']> {
    if (patch.url !== undefined) await this.admitNewUrl(caller, publicId, patch.url);
    return this.deps.database.transaction(async (transaction) => {
      const tables = transaction.forEnvironment(caller);
      const webhook = await lockWebhook(tables, publicId);
      requireMatch(caller, webhook.version);
      const changed = patched(webhook, patch);
      if (isDeepStrictEqual(changed, { ...webhook })) return presentWebhook(webhook, caller.mode);
      if (changed.enabled && !webhook.enabled) wakeDeliveries(transaction, webhook);
      const changes = changedFields(webhook, changed, patch);
      await this.deps.audit.record(transaction, caller, { action: 'webhook.updated', objectId: publicId, changes });
      return presentWebhook(await tables.save(Webhook, changed), caller.mode);
    }, caller);
  }

  /** Deletes an endpoint and cancels waiting deliveries; a worker cancels the rest. */
  async delete(caller: Caller, publicId: string): Promise<void> {
    await this.deps.database.transaction(async (transaction) => {
      const webhook = await lockWebhook(transaction.forEnvironment(caller), publicId);
      requireMatch(caller, webhook.version);
      transaction.queue(DELETE, [caller.environmentId, webhook.id]);
      cancelDeliveries(transaction, webhook);
      await this.deps.audit.record(transaction, caller, { action: 'webhook.deleted', objectId: publicId });
    }, caller);
  }

  /** Checks the URL before any row is locked, because resolving its name takes time. */
  private async admitNewUrl(caller: Caller, publicId: string, url: string): Promise<void> {
    const webhook = await findWebhook(this.deps.database.forEnvironment(caller), publicId);
    if (url !== webhook.url)
      admitted(await checkOutgoingUrl(url, this.deps.addresses, this.deps.names, caller.accountId));
  }

  private newWebhook(caller: Caller, id: string, request: Schemas['CreateWebhook'] & { secret: string }): Webhook {
    const sealed = this.deps.secrets.seal(request.secret, caller.accountId, id);
    return {
      environmentId: caller.environmentId,
      id,
      version: 1,
      url: request.url,
      events: request.events,
      description: request.description ?? null,
      enabled: request.enabled ?? true,
      acknowledgeOn: request.acknowledgeOn ?? '200',
      retrySchedule: request.retrySchedule ?? 'standard',
      disabledReason: null,
      secretCiphertext: sealed.ciphertext,
      secretDataKey: sealed.dataKey,
      nextSecretCiphertext: null,
      nextSecretDataKey: null,
      overlapUntil: null,
      hasBacklog: false,
      failingSince: null,
      deletedAt: null,
      updatedAt: idTime(id),
    };
  }
}

/** Applies a patch. An endpoint that is enabled again or has a new URL starts without failures. */
function patched(webhook: Webhook, patch: Schemas['UpdateWebhook']): Webhook {
  const changed = { ...webhook, ...patch };
  const isEnabledAgain = changed.enabled && !webhook.enabled;
  const startsAnew = isEnabledAgain || changed.url !== webhook.url;
  return {
    ...changed,
    hasBacklog: webhook.hasBacklog || isEnabledAgain,
    disabledReason: changed.enabled ? null : webhook.disabledReason,
    failingSince: startsAnew ? null : webhook.failingSince,
  };
}

function admitted(checked: OutgoingUrlCheck): string {
  if (checked.ok) return checked.url;
  throw validationFailed('The endpoint is invalid.', { pointer: '/url', code: checked.code, detail: checked.detail });
}

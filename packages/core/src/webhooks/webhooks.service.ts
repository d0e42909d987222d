import type { Schemas } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { idTime, type IdSource } from '../platform/ids/id-source.js';
import { fromPublicId } from '../platform/ids/public-id.js';
import { Cursors, DEFAULT_PAGE_SIZE, type Page } from '../platform/lists/cursor.js';
import type { Caller } from '../security/caller.js';
import type { AddressPolicy } from './address-policy.js';
import { checkEndpointUrl } from './endpoint-url.js';
import { generateSecret } from './secret-format.js';
import type { WebhookSecrets } from './webhook-secrets.js';
import { Webhook } from './webhook.entity.js';
import { presentWebhook } from './webhook.presenter.js';

// The row stays for the sake of its deliveries; the secret goes at once. What still waits is cancelled with it.
const DELETE = namedQuery(
  'webhooks_delete',
  `WITH deleted AS (
     UPDATE webhooks
        SET deleted_at = now(), updated_at = now(), secret_ciphertext = NULL, secret_data_key = NULL,
            version = version + 1
      WHERE environment_id = $1 AND id = $2 AND deleted_at IS NULL
      RETURNING environment_id, id
   ), cancelled AS (
     UPDATE deliveries d SET status = 'cancelled', due_at = NULL, reason = 'webhook_deleted', updated_at = now()
       FROM deleted w
      WHERE d.environment_id = $1 AND w.environment_id = d.environment_id AND d.webhook_id = w.id
        AND d.status = 'pending'
   )
   SELECT id FROM deleted`,
);

const NOT_DELETED = { name: 'not_deleted', text: 'deleted_at IS NULL' };

/** What clients do with the endpoints that receive their events. */
export class WebhooksService {
  private readonly cursors = new Cursors('webhooks');

  constructor(
    private readonly database: Database,
    private readonly ids: IdSource,
    private readonly secrets: WebhookSecrets,
    private readonly addresses: AddressPolicy,
  ) {}

  /** Registers an endpoint. A secret that the service has made is in this answer and in no other. */
  async create(caller: Caller, request: Schemas['CreateWebhook']): Promise<Schemas['WebhookWithSecret']> {
    const url = await this.admissible(request.url);
    const id = await this.ids.one();
    const secret = request.secret ?? generateSecret();
    const sealed = this.secrets.seal(secret, caller.accountId, id);
    const webhook: Webhook = {
      environmentId: caller.environmentId,
      id,
      version: 1,
      url,
      events: request.events,
      description: request.description ?? null,
      enabled: request.enabled ?? true,
      acknowledgeOn: request.acknowledgeOn ?? '200',
      disabledReason: null,
      secretCiphertext: sealed.ciphertext,
      secretDataKey: sealed.dataKey,
      deletedAt: null,
      updatedAt: idTime(id),
    };
    await this.database.forEnvironment(caller).insert(Webhook, webhook);
    return { ...presentWebhook(webhook, caller.mode), secret: request.secret === undefined ? secret : null };
  }

  async get(caller: Caller, publicId: string): Promise<Schemas['Webhook']> {
    const id = fromPublicId('wh', publicId);
    const webhook = id === undefined ? undefined : await this.database.forEnvironment(caller).find(Webhook, id);
    if (webhook === undefined || webhook.deletedAt !== null) throw unknownWebhook(publicId);
    return presentWebhook(webhook, caller.mode);
  }

  /** Endpoints, newest first. */
  async list(caller: Caller, query: { limit?: number; cursor?: string }): Promise<Page<Schemas['Webhook']>> {
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const beforeId = this.cursors.read(query.cursor);
    const tables = this.database.forEnvironment(caller);
    const rows = await tables.page(Webhook, { limit: limit + 1, beforeId }, NOT_DELETED);
    return this.cursors.page(rows, limit, (webhook) => presentWebhook(webhook, caller.mode));
  }

  /** Deletes an endpoint; deliveries that wait for it are cancelled. */
  async delete(caller: Caller, publicId: string): Promise<void> {
    const id = fromPublicId('wh', publicId);
    const deleted = id === undefined ? [] : await this.database.forEnvironment(caller).run(DELETE, [id]);
    if (deleted.length === 0) throw unknownWebhook(publicId);
  }

  private async admissible(url: string): Promise<string> {
    const checked = await checkEndpointUrl(url, this.addresses);
    if (checked.ok) return checked.url;
    throw new DomainError('validation_failed', 'The endpoint cannot be registered.', {
      errors: [{ pointer: '/url', code: checked.code, detail: checked.detail }],
    });
  }
}

function unknownWebhook(publicId: string): DomainError {
  return new DomainError('not_found', `There is no webhook ${publicId}.`);
}

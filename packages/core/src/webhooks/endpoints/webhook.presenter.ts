import type { Schemas } from '@svc/contract';
import { idTime, toPublicId } from '../../platform/ids.js';
import type { Mode } from '../../security/environment.entity.js';
import type { Webhook } from './webhook.entity.js';

/** An endpoint in API responses, without its secret. */
export function presentWebhook(webhook: Webhook, mode: Mode): Schemas['Webhook'] {
  return {
    id: toPublicId('wh', webhook.id),
    url: webhook.url,
    events: webhook.events,
    description: webhook.description,
    enabled: webhook.enabled,
    acknowledgeOn: webhook.acknowledgeOn,
    retrySchedule: webhook.retrySchedule,
    disabledReason: webhook.disabledReason,
    previousSecretExpiresAt: webhook.overlapUntil?.toISOString() ?? null,
    mode,
    version: webhook.version,
    createdAt: idTime(webhook.id).toISOString(),
    updatedAt: webhook.updatedAt.toISOString(),
  };
}

/** The response as it is stored for a repeated request: a secret is shown once. */
export function withoutSecret(answer: Schemas['WebhookWithSecret']): Schemas['WebhookWithSecret'] {
  return { ...answer, secret: null };
}

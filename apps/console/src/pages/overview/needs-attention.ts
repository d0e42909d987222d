import type { Webhook, WebhookHealth } from '@svc/sdk';
import { timeText } from '../../lib/time';

/** A webhook that is disabled or failing. */
export interface FailingEndpoint {
  readonly id: string;
  readonly reason: string;
}

/** Endpoints that the service has disabled, and those whose deliveries failed in the last day. */
export function failingEndpoints(
  webhooks: readonly Pick<Webhook, 'id' | 'disabledReason'>[],
  healths: readonly Pick<WebhookHealth, 'webhookId' | 'health'>[],
): FailingEndpoint[] {
  const disabled = webhooks.flatMap(({ id, disabledReason }) =>
    disabledReason === null ? [] : [{ id, reason: `It was disabled. ${disabledReason}` }],
  );
  const known = new Set(disabled.map(({ id }) => id));
  const failing = healths
    .filter(({ webhookId, health }) => health.failed > 0 && !known.has(webhookId))
    .map(({ webhookId, health: { failed, deliveries, coveredFrom } }) => ({
      id: webhookId,
      reason: `${failed} of ${deliveries} deliveries since ${timeText(coveredFrom)} failed.`,
    }));
  return [...disabled, ...failing];
}

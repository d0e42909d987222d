import type { Svc, Webhook, WebhookHealth } from '@svc/sdk';
import { timeText } from '../../lib/time';

/** A webhook that is disabled or failing. */
export interface FailingEndpoint {
  readonly id: string;
  readonly reason: string;
}

/** Reads all webhooks, however old, and returns those that are disabled or failing. */
export async function readFailingEndpoints(client: Svc, signal: AbortSignal): Promise<FailingEndpoint[]> {
  const [webhooks, healths] = await Promise.all([
    allOf(client.webhooks.list({ limit: 100 }, { signal })),
    allOf(client.analytics.webhooks({ limit: 100 }, { signal })),
  ]);
  return failingEndpoints(webhooks, healths);
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

async function allOf<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

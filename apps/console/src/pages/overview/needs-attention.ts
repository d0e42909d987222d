import type { DeliveryHealth, Processor, Svc, Webhook, WebhookHealth } from '@svc/sdk';
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

/** Fewer attempts without success may be those of the first events, which are under way. */
const FEW_ATTEMPTS = 3;

/**
 * Endpoints that the service has disabled, and those whose deliveries failed in the last day. A delivery only fails after all
 * its attempts, which takes hours: an endpoint that accepts nothing fails before.
 */
export function failingEndpoints(
  webhooks: readonly Pick<Webhook, 'id' | 'disabledReason'>[],
  healths: readonly Pick<WebhookHealth, 'webhookId' | 'health'>[],
): FailingEndpoint[] {
  const disabled = webhooks.flatMap(({ id, disabledReason }) =>
    disabledReason === null ? [] : [{ id, reason: `It was disabled. ${disabledReason}` }],
  );
  const known = new Set(disabled.map(({ id }) => id));
  const failing = healths
    .filter(({ webhookId }) => !known.has(webhookId))
    .flatMap(({ webhookId, health }) => {
      const reason = reasonOf(health);
      return reason === undefined ? [] : [{ id: webhookId, reason }];
    });
  return [...disabled, ...failing];
}

function reasonOf({
  deliveries,
  delivered,
  failed,
  pending,
  attempts,
  coveredFrom,
}: DeliveryHealth): string | undefined {
  const since = timeText(coveredFrom);
  if (failed > 0) return `${failed} of ${deliveries} deliveries since ${since} failed.`;
  const isFailing = delivered === 0 && pending > 0 && attempts >= FEW_ATTEMPTS;
  if (!isFailing) return undefined;
  return `0 of ${deliveries} deliveries since ${since} were delivered, ${pending} are being retried.`;
}

/** Reads all connections, however old, and returns those whose credentials the processor refuses. */
export async function readFailingConnections(client: Svc, signal: AbortSignal): Promise<Processor[]> {
  const processors = await allOf(client.processors.list({ limit: 100 }, { signal }));
  return processors.filter(({ status }) => status === 'failing');
}

async function allOf<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

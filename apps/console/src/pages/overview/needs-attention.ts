import type { DeliveryHealth, Processor, Svc, Webhook, WebhookHealth } from '@svc/sdk';
import { MAX_NEWEST, newestOf, type Newest } from '../../lib/newest';
import { timeText } from '../../lib/time';

/** A webhook that is disabled or failing. */
interface FailingEndpoint {
  readonly id: string;
  readonly reason: string;
}

/** Reads the newest webhooks, and returns those that are disabled or failing. */
export async function readFailingEndpoints(client: Svc, signal: AbortSignal): Promise<Newest<FailingEndpoint>> {
  const [webhooks, healths] = await Promise.all([
    newestOf(client.webhooks.list({ limit: 100 }, { signal })),
    newestOf(client.analytics.webhooks({ limit: 100 }, { signal })),
  ]);
  const items = failingEndpoints(webhooks.items, healths.items);
  return { items, isComplete: webhooks.isComplete && healths.isComplete };
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

/** Reads the newest connections, and returns those whose credentials the processor refuses. */
export async function readFailingConnections(client: Svc, signal: AbortSignal): Promise<Newest<Processor>> {
  const { items, isComplete } = await newestOf(client.processors.list({ limit: 100 }, { signal }));
  return { items: items.filter(({ status }) => status === 'failing'), isComplete };
}

/** What is said above the failing webhooks or processors, or instead of them; null if the list says it all. */
export function failingText(what: 'webhooks' | 'processors', { items, isComplete }: Newest<unknown>): string | null {
  if (isComplete) return items.length === 0 ? `No ${what} are failing.` : null;
  const newest = `the newest ${MAX_NEWEST} ${what}`;
  return items.length === 0
    ? `None of ${newest} are failing. Older ones are not shown here.`
    : `Of ${newest}, these are failing. Older ones are not shown here.`;
}

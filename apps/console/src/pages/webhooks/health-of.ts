import type { DeliveryHealth, Svc } from '@svc/sdk';
import { MAX_NEWEST } from '../../lib/newest';

/**
 * How deliveries to a webhook went. The service lists health in the order of webhooks, newest first. `not read`: the webhook is
 * too old to be looked for. `deleted`: it was deleted in the meantime.
 */
export async function healthOf(
  client: Svc,
  id: string,
  signal: AbortSignal,
): Promise<DeliveryHealth | 'not read' | 'deleted'> {
  let read = 0;
  for await (const { data, hasMore } of client.analytics.webhooks({ limit: 100 }, { signal }).pages()) {
    const found = data.find(({ webhookId }) => webhookId === id);
    if (found !== undefined) return found.health;
    read += data.length;
    if (hasMore && read >= MAX_NEWEST) return 'not read';
  }
  return 'deleted';
}

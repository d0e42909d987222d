import type { Delivery, Webhook } from '@svc/sdk';
import type { Fact } from '../../lib/facts';
import { timeText } from '../../lib/time';

/** What the page of a webhook says about it. */
export function webhookFacts(webhook: Webhook): Fact[] {
  const { url, enabled, events, previousSecretExpiresAt } = webhook;
  return [
    { label: 'URL', text: url, isCopyable: true },
    { label: 'State', text: enabled ? 'enabled' : 'disabled' },
    { label: 'Why it was disabled', text: webhook.disabledReason },
    { label: 'Events', text: events.join(', ') },
    { label: 'Description', text: webhook.description },
    { label: 'Acknowledge on', text: webhook.acknowledgeOn === '200' ? 'only 200' : 'any 2xx' },
    { label: 'Retries', text: webhook.retrySchedule },
    {
      label: 'The previous secret signs until',
      text: previousSecretExpiresAt === null ? null : timeText(previousSecretExpiresAt),
    },
    { label: 'Created', text: timeText(webhook.createdAt) },
  ];
}

/** What the page of a delivery says about it. */
export function deliveryFacts(delivery: Delivery, webhook: Webhook | undefined): Fact[] {
  const { eventId, nextAttemptAt } = delivery;
  return [
    { label: 'Event', text: eventId, path: `events/${eventId}`, isCopyable: true },
    { label: 'Type', text: delivery.type },
    { label: 'URL', text: webhook?.url ?? null },
    { label: 'Created', text: timeText(delivery.createdAt) },
    { label: 'Next attempt', text: nextAttemptAt === null ? null : timeText(nextAttemptAt) },
  ];
}

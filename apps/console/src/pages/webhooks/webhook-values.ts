import type { AcknowledgeOn, EventSelector, RetrySchedule, UpdateWebhook, Webhook } from '@svc/sdk';
import { isSameText, textOf } from '../../lib/form';

/** What a person enters about a webhook. */
export interface WebhookValues {
  readonly url: string;
  readonly events: EventSelector[];
  readonly description: string;
  readonly acknowledgeOn: AcknowledgeOn;
  readonly retrySchedule: RetrySchedule;
}

export const NEW_WEBHOOK: WebhookValues = {
  url: '',
  events: ['*'],
  description: '',
  acknowledgeOn: '200',
  retrySchedule: 'standard',
};

const FIELDS = ['url', 'events', 'description', 'acknowledgeOn', 'retrySchedule'] as const;
type Field = (typeof FIELDS)[number];

export function valuesOf(webhook: Webhook): WebhookValues {
  const { url, events, description, acknowledgeOn, retrySchedule } = webhook;
  return { url, events, description: description ?? '', acknowledgeOn, retrySchedule };
}

/** Reads the form. */
export function readWebhook(form: FormData): WebhookValues {
  const events = form.getAll('events').map(String);
  return {
    url: textOf(form, 'url'),
    events: events.includes('*') ? ['*'] : events,
    description: textOf(form, 'description'),
    acknowledgeOn: textOf(form, 'acknowledgeOn') === '2xx' ? '2xx' : '200',
    retrySchedule: textOf(form, 'retrySchedule'),
  };
}

/** Only what the person changed, so that changes of others to other fields stay. */
export function patchOf(before: WebhookValues, after: WebhookValues): UpdateWebhook {
  const changed = FIELDS.filter((field) => !isSame(before[field], after[field]));
  const patch = Object.fromEntries(changed.map((field) => [field, after[field]])) as UpdateWebhook;
  return patch.description === '' ? { ...patch, description: null } : patch;
}

function isSame(one: WebhookValues[Field], other: WebhookValues[Field]): boolean {
  if (typeof one === 'string' && typeof other === 'string') return isSameText(one, other);
  return JSON.stringify(one) === JSON.stringify(other);
}

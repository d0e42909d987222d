import type { Payment, Webhook, WebhookHealth } from '@svc/sdk';

/** An endpoint that does not take what it should. */
export interface FailingEndpoint {
  readonly id: string;
  readonly reason: string;
}

type Waiting = Pick<Payment, 'id' | 'stage'>;

/** Stages that only a person ends. */
const STAGES = ['requires_attention', 'awaiting_approval'] as const;

/** Pending payments that wait for a person, by stage. Those whose outcome is unknown come first. */
export function waitingFor<Item extends Waiting>(
  pending: readonly Item[],
): { readonly stage: (typeof STAGES)[number]; readonly payments: readonly Item[] }[] {
  return STAGES.map((stage) => ({ stage, payments: pending.filter((payment) => payment.stage === stage) })).filter(
    ({ payments }) => payments.length > 0,
  );
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
    .map(({ webhookId, health: { failed, deliveries } }) => ({
      id: webhookId,
      reason: `${failed} of ${deliveries} deliveries failed in the last 24 hours.`,
    }));
  return [...disabled, ...failing];
}

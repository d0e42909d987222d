import type { Schemas } from '@svc/contract';
import type { StatementRunner } from '../platform/database/database.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { ConnectionRoutes } from '../processors/connections/connection-routing.js';
import type { Mode } from '../security/environment.entity.js';

interface Place {
  readonly environmentId: number;
  readonly mode: Mode;
}

interface Choice {
  /** The processor that was asked for. */
  readonly processor: string | null;
  readonly amount: Schemas['Amount'];
  /** Where live payments go that no connection takes. */
  readonly defaultLive: string;
}

/** The processor that a payment of a session would go to now, as payments store it. */
export async function checkoutProcessor(
  runner: StatementRunner,
  { environmentId, mode }: Place,
  { processor, amount: { value: amountValue, currency }, defaultLive }: Choice,
): Promise<string> {
  if (processor !== null) return processor;
  const routes = await ConnectionRoutes.read(runner, new Set([environmentId]));
  const route = routes.first(environmentId, { amountValue, currency }, true);
  return route?.processor ?? (mode === 'test' ? 'sandbox' : defaultLive);
}

/** Throws `validation_failed` if a person would have to carry the payment out: there is no page for that. */
export async function requireCheckoutProcessor(runner: StatementRunner, place: Place, choice: Choice): Promise<void> {
  if ((await checkoutProcessor(runner, place, choice)) !== 'manual') return;
  const detail = 'is taken by no connection: connect a processor first';
  throw new DomainError('validation_failed', 'No processor takes the payment.', {
    errors: [{ pointer: '/amount', code: 'not_accepted', detail }],
  });
}

import type { Schemas } from '@svc/contract';
import type { StatementRunner } from '../platform/database/database.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { publicProcessor } from '../processors/connections/connection-name.js';
import { ConnectionRoutes, savesMethods } from '../processors/connections/connection-routing.js';
import { MANUAL } from '../processors/manual-processor.js';
import type { Mode } from '../security/environment.entity.js';
import type { CheckoutSession } from './checkout-session.entity.js';

interface Place {
  readonly environmentId: number;
  readonly mode: Mode;
}

interface Choice {
  /** The processor that was asked for. */
  readonly processor: string | null;
  readonly amount: Schemas['Amount'];
  /** Whether the payment method is to be saved. */
  readonly savesMethod: boolean;
  /** Where live payments go that no connection takes. */
  readonly defaultLive: string;
}

/**
 * The processor that a payment of a session would go to now, as payments store it; `MANUAL` if it can take none: people would
 * confirm money that no processor took, and there is no page for that.
 */
export function processorOfSession(
  runner: StatementRunner,
  { environmentId, processor, amountValue, currency, savesMethod }: CheckoutSession,
  mode: Mode,
  defaultLive: string,
): Promise<string> {
  const amount = { value: Number(amountValue), currency };
  return checkoutProcessor(runner, { environmentId, mode }, { processor, amount, savesMethod, defaultLive });
}

async function checkoutProcessor(
  runner: StatementRunner,
  { environmentId, mode }: Place,
  { processor, amount: { value: amountValue, currency }, savesMethod, defaultLive }: Choice,
): Promise<string> {
  if (processor !== null) return processor;
  const routes = await ConnectionRoutes.read(runner, new Set([environmentId]));
  const money = { amountValue, currency };
  const able = routes.first(environmentId, money, (kind) => !savesMethod || savesMethods(kind));
  const route = able ?? routes.first(environmentId, money);
  return route?.processor ?? (mode === 'test' ? 'sandbox' : defaultLive);
}

/**
 * Throws `validation_failed` if a person would have to carry the payment out, since there is no page for that, or if the
 * processor cannot save the payment method.
 */
export async function requireCheckoutProcessor(runner: StatementRunner, place: Place, choice: Choice): Promise<void> {
  const processor = await checkoutProcessor(runner, place, choice);
  if (processor === MANUAL) {
    const { environmentId } = place;
    const routes = await ConnectionRoutes.read(runner, new Set([environmentId]));
    const pointer = routes.refusedField(environmentId, choice.amount.currency);
    throw refused(pointer, 'is taken by no connection: connect a processor first');
  }
  if (!choice.savesMethod || savesMethods(publicProcessor(processor).kind)) return;
  throw refused(
    '/savePaymentMethod',
    'is not supported by the processor of this payment. Stripe and the sandbox save cards',
  );
}

function refused(pointer: string, detail: string): DomainError {
  return new DomainError('validation_failed', 'The checkout session is invalid.', {
    errors: [{ pointer, code: 'not_accepted', detail }],
  });
}

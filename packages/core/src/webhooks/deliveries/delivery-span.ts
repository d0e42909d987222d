import { toPublicId } from '../../platform/ids.js';
import type { SpanEnd } from '../../platform/tracing/trace.js';
import type { ClaimedDelivery } from './delivery-claims.js';
import type { Verdict } from './delivery-outcomes.js';
import type { SendOutcome } from '../sending/sender.js';

/** The span of an attempt: ids and outcome, but not the URL, which may contain a secret. */
export function attemptSpan(delivery: ClaimedDelivery, outcome: SendOutcome, verdict: Verdict): SpanEnd {
  const statusCode = outcome.kind === 'response' ? outcome.statusCode : undefined;
  const failure = outcome.kind === 'response' ? String(outcome.statusCode) : outcome.error;
  return {
    attributes: {
      'http.request.method': 'POST',
      'http.response.status_code': statusCode,
      'svc.event_id': toPublicId('evt', delivery.eventId),
      'svc.webhook_id': toPublicId('wh', delivery.webhookId),
      'svc.delivery_id': toPublicId('dlv', delivery.id),
      'svc.attempt': delivery.attempts + 1,
      'svc.delivery_status': verdict.status,
    },
    failure: verdict.status === 'delivered' ? undefined : failure,
  };
}

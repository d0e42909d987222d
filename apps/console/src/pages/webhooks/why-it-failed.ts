import type { AcknowledgeOn, Delivery, DeliveryAttempt } from '@svc/sdk';
import type { deliveryErrors } from '../../generated/webhook-terms';

/** What happened, and what to do about it. */
interface Explanation {
  readonly what: string;
  readonly remedy: string;
}

type Attempt = Pick<DeliveryAttempt, 'statusCode' | 'error' | 'detail'>;
type DeliveryErrorCode = (typeof deliveryErrors)[number];

const ENDPOINT_LOG = "Check the endpoint's log at the time of the attempt.";

const BY_ERROR: Readonly<Record<DeliveryErrorCode, Explanation>> = {
  blocked_address: {
    what: 'The address of the endpoint is in a network that deliveries may not reach, such as a private one.',
    remedy: 'Use an address that can be reached from the internet. Check to which address the host name resolves.',
  },
  dns_failure: {
    what: 'The host name of the endpoint could not be resolved by DNS.',
    remedy: 'Check the spelling of the host name and its DNS record.',
  },
  connection_refused: {
    what: 'Nothing listens at the address and port of the endpoint.',
    remedy: 'Start the endpoint. Check the port in its URL.',
  },
  connection_reset: {
    what: 'The endpoint, or a proxy in front of it, closed the connection without an answer.',
    remedy: 'Look for a crash in the log of the endpoint and of its proxy at the time of the attempt.',
  },
  host_unreachable: {
    what: 'There is no network route to the address of the endpoint.',
    remedy: 'Check the address and the firewalls on the way to it.',
  },
  timeout: {
    what: 'The endpoint did not answer in time.',
    remedy: 'Answer first, and do the work afterwards. If no request arrives at all, a firewall may drop the packets.',
  },
  certificate_expired: {
    what: 'The TLS certificate of the endpoint has expired.',
    remedy: 'Renew the certificate. Reload the server, so that it uses the new one.',
  },
  certificate_invalid: {
    what: 'The TLS certificate of the endpoint is not trusted, or it is for another host name.',
    remedy: 'Use a certificate of a public authority for this host name. Send the whole chain with it.',
  },
  tls_error: {
    what: 'No TLS connection could be established with the endpoint.',
    remedy: 'Make the endpoint accept TLS 1.2 or later. Check that the port speaks TLS.',
  },
  proxy_error: {
    what: 'The outgoing proxy of this service refused the connection.',
    remedy: 'Ask the operator of this service to check the proxy.',
  },
  protocol_error: {
    what: 'The answer is not valid HTTP, or its headers are too large.',
    remedy: 'Check that the port speaks HTTP. Send fewer and shorter headers.',
  },
  too_many_interim_responses: {
    what: 'The endpoint sent interim responses (1xx), but no final one.',
    remedy: 'Answer with a final status, such as 200.',
  },
  invalid_request: {
    what: 'No request can be sent to the URL of the endpoint.',
    remedy: 'Edit the webhook and enter another URL.',
  },
  network_error: {
    what: 'The network failed on the way to the endpoint.',
    remedy: 'Send the event again. If it fails again, check the network of the endpoint.',
  },
  aborted: {
    what: 'This service was shut down during the attempt.',
    remedy: 'There is nothing to do. The event is sent again by itself.',
  },
};

const BY_REASON: Readonly<Record<string, Explanation>> = {
  worker_crash: {
    what: 'The delivery was started ten times, but no outcome was recorded.',
    remedy: 'Send it again. If that happens again, ask the operator of this service to check the workers.',
  },
  webhook_deleted: {
    what: 'The webhook was deleted before the event was delivered.',
    remedy: 'Create the webhook again to receive new events.',
  },
  event_expired: {
    what: 'The event passed its retention before it could be delivered.',
    remedy: 'Enable the webhook sooner next time. The event cannot be sent any more.',
  },
};

/** Why an attempt failed. `acknowledgeOn` is what the webhook says today. */
export function whyAttemptFailed(attempt: Attempt, acknowledgeOn: AcknowledgeOn): Explanation | undefined {
  const { statusCode, error, detail } = attempt;
  if (error !== null) {
    const known = Object.entries(BY_ERROR).find(([code]) => code === error);
    return known?.[1] ?? { what: detail ?? `The attempt failed: ${error}.`, remedy: ENDPOINT_LOG };
  }
  if (statusCode === null || statusCode === 200) return undefined;
  if (statusCode < 300 && acknowledgeOn === '2xx') {
    return {
      what: `The endpoint answered ${statusCode}. At that time, only 200 acknowledged a delivery.`,
      remedy: 'Send the event again. The webhook now acknowledges on any 2xx.',
    };
  }
  const wanted = acknowledgeOn === '200' ? 'Only 200' : 'Only a status from 200 to 299';
  return {
    what: `The endpoint answered ${statusCode}. ${wanted} acknowledges a delivery.`,
    remedy: remedyFor(statusCode),
  };
}

/** Why a delivery failed or waits after a failure. Undefined if it needs no explanation. */
export function whyItFailed(
  { status, reason, attempts }: Pick<Delivery, 'status' | 'reason' | 'attempts'>,
  acknowledgeOn: AcknowledgeOn,
): Explanation | undefined {
  if (status === 'delivered') return undefined;
  const byReason = reason === null ? undefined : BY_REASON[reason];
  if (byReason !== undefined) return byReason;
  const last = attempts.at(-1);
  return last === undefined ? undefined : whyAttemptFailed(last, acknowledgeOn);
}

function remedyFor(statusCode: number): string {
  if (statusCode < 300) return 'Answer 200, or edit the webhook to acknowledge on any 2xx.';
  if (statusCode < 400) return 'Redirects are not followed. Edit the webhook and enter the final URL.';
  if (statusCode === 401 || statusCode === 403) {
    return 'Deliveries carry no credentials. Let them pass, and verify their signature instead.';
  }
  if (statusCode === 404 || statusCode === 410) return 'There is nothing at this path. Check the URL of the webhook.';
  if (statusCode === 405) return 'Deliveries are POST requests. Make the endpoint accept POST.';
  if (statusCode === 413) return 'Raise the limit of the endpoint, or of its proxy, for the size of requests.';
  if (statusCode === 415) return 'Deliveries are application/json. Make the endpoint accept it.';
  if (statusCode === 429) return 'The endpoint limits requests. Exempt deliveries from the limit.';
  if (statusCode === 502 || statusCode === 503 || statusCode === 504) {
    return 'A proxy in front of the endpoint did not reach it. Check that the endpoint runs, then send the event again.';
  }
  if (statusCode >= 500)
    return `The code of the endpoint failed. ${ENDPOINT_LOG} Repair it, then send the event again.`;
  return ENDPOINT_LOG;
}

import type { EventKind } from '@svc/contract';
import { type EventSelector, selects } from '../../events/event-selectors.js';
import type { SendError } from '../../platform/http-client/connection-error.js';
import { acknowledged, type SendOutcome } from '../sending/sender.js';

/** The endpoint under test. */
export interface TestedEndpoint {
  readonly url: string;
  readonly acknowledgeOn: '200' | '2xx';
  readonly enabled: boolean;
  readonly events: readonly EventSelector[];
}

export interface TestConditions {
  /** The type of the event sent. */
  readonly type: EventKind;
  readonly timeoutMs: number;
  readonly now: Date;
}

type Response = Extract<SendOutcome, { kind: 'response' }>;
type Failure = Extract<SendOutcome, { kind: 'error' }>;

const DAY_MS = 86_400_000;
/** Automatic renewal happens about 30 days before expiry; later than this it has failed. */
const CERTIFICATE_NOTICE_DAYS = 14;
/** A response is slow from this part of the timeout on. */
const SLOW_PART = 1 / 6;

/** What the owner of an endpoint should know after a test; empty when all is well. */
export function diagnose(endpoint: TestedEndpoint, outcome: SendOutcome, conditions: TestConditions): string[] {
  const found = outcome.kind === 'error' ? [aboutFailure(endpoint, outcome, conditions)] : [];
  if (outcome.kind === 'response') {
    found.push(...aboutStatus(endpoint, outcome), ...aboutPace(outcome, conditions));
    found.push(...aboutCertificate(outcome, conditions.now));
  }
  if (new URL(endpoint.url).protocol === 'http:') {
    found.push('The address is plain http: events go there unencrypted. Use https.');
  }
  if (!endpoint.enabled) found.push('The webhook is disabled: it receives only tests until it is enabled.');
  if (conditions.type !== 'webhook.test' && !selects(endpoint.events, conditions.type)) {
    found.push(`The webhook does not list ${conditions.type}: it receives this kind in tests only.`);
  }
  return found;
}

function aboutStatus({ acknowledgeOn }: TestedEndpoint, { statusCode, headers }: Response): string[] {
  if (acknowledged(statusCode, acknowledgeOn)) return [];
  const wanted = acknowledgeOn === '200' ? '200 acknowledges' : 'any status from 200 to 299 acknowledges';
  const answered = `You answered ${statusCode}; ${wanted}.`;
  const hint = statusHint(statusCode, headers['location']);
  return hint === undefined ? [answered] : [answered, hint];
}

function statusHint(statusCode: number, location: string | string[] | undefined): string | undefined {
  if (statusCode < 300) return 'Answer 200, or let the webhook acknowledge on 2xx with "acknowledgeOn".';
  if (statusCode < 400) {
    const target = typeof location === 'string' ? ` to ${location.slice(0, 500)}` : '';
    return `Redirects${target} are not followed. Register the address where the endpoint really is.`;
  }
  if (statusCode === 401 || statusCode === 403) {
    return 'Deliveries carry no credentials. Let them in, and verify the signature instead.';
  }
  if (statusCode === 404 || statusCode === 410) return 'There is nothing at this path. Check the address.';
  if (statusCode === 405) return 'Deliveries are POST requests. Let the endpoint take them.';
  if (statusCode === 413) return 'The body was too large for the endpoint or for the proxy in front of it.';
  if (statusCode === 415) return 'Deliveries are application/json. Let the endpoint take it.';
  if (statusCode === 429) return 'The endpoint limits requests. Let deliveries pass the limit.';
  if (statusCode >= 500) return 'The endpoint, or the proxy in front of it, failed. Look into its log.';
  return undefined;
}

function aboutPace({ durationMs }: Response, { timeoutMs }: TestConditions): string[] {
  if (durationMs < timeoutMs * SLOW_PART) return [];
  const took = `You took ${seconds(durationMs)} to answer; after ${seconds(timeoutMs)} a delivery counts as failed.`;
  return [`${took} Acknowledge first and work afterwards.`];
}

function aboutCertificate({ certificateExpiresAt }: Response, now: Date): string[] {
  if (certificateExpiresAt === null) return [];
  const days = Math.floor((certificateExpiresAt.getTime() - now.getTime()) / DAY_MS);
  if (days > CERTIFICATE_NOTICE_DAYS) return [];
  const when = days < 1 ? 'in less than a day' : `in ${days} ${days === 1 ? 'day' : 'days'}`;
  return [`The certificate expires ${when}; after that no delivery arrives. Renew it.`];
}

function aboutFailure({ url }: TestedEndpoint, failure: Failure, { timeoutMs }: TestConditions): string {
  if (failure.error === 'timeout') {
    return failure.sent
      ? `No answer came within ${seconds(timeoutMs)}. Acknowledge first and work afterwards.`
      : `No connection within ${seconds(timeoutMs)}. A firewall may be dropping the packets.`;
  }
  if (failure.error === 'dns_failure') {
    return `The name ${new URL(url).hostname} does not resolve. Check its spelling and its DNS record.`;
  }
  return FAILURES[failure.error];
}

const FAILURES: Readonly<Record<Exclude<SendError, 'timeout' | 'dns_failure'>, string>> = {
  blocked_address: 'Deliveries to this network are not allowed. Use a publicly reachable address.',
  connection_refused: 'Nothing listens at this address and port. Is the endpoint running?',
  connection_reset: 'The connection was closed without an answer. Look into the log of the endpoint or its proxy.',
  host_unreachable: 'There is no route to this address. Check it, and the firewalls on the way.',
  certificate_expired: 'The certificate has expired. Renew it, and let the server load the new one.',
  certificate_invalid:
    'The certificate cannot be trusted. Serve the full certificate chain, issued for this host name.',
  tls_error: 'The TLS handshake failed. The endpoint must speak TLS 1.2 or later.',
  proxy_error: 'The proxy of this service failed. The operator of the service must fix it.',
  protocol_error: 'The response is not HTTP, or has too many headers. Check the port.',
  too_many_interim_responses:
    'The endpoint sent interim responses (1xx) or other bytes, but no final response. Answer with a final status, such as 200.',
  invalid_request: 'The URL cannot be used. Register a different one.',
  network_error: 'The network failed on the way. Try again.',
  aborted: 'The service is shutting down. Try again.',
};

function seconds(ms: number): string {
  return `${Number((ms / 1_000).toFixed(1))} s`;
}

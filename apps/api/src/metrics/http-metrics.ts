import { allOperations, type AnyOperationId, type OperationDescriptor } from '@svc/contract';
import type { Metrics } from '@svc/core';
import type { Response } from 'express';
import type { ApiRequest } from '../http/api-request.js';
import type { RequestsInFlight } from '../http/server/requests-in-flight.js';

const SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const WAITS = /[?&]wait=/;

/** HTTP metrics by operation, never by the path that was sent. */
export class HttpMetrics {
  private readonly requests;
  private readonly durations;
  private readonly replays;
  private readonly refusals;

  constructor(metrics: Metrics, inFlight: Pick<RequestsInFlight, 'answering'>) {
    this.requests = metrics.counter(
      'svc_http_requests_total',
      'Requests without probes, by operation, `operational` or `none`; status `cut` if the client disconnected before the response.',
      ['operation', 'method', 'status'],
    );
    this.durations = metrics.histogram(
      'svc_http_request_duration_seconds',
      'Seconds from the headers of a request to the end of its response, without requests with ?wait and streams.',
      SECONDS,
      ['operation'],
    );
    this.replays = metrics.counter(
      'svc_idempotent_replays_total',
      'Requests that got the stored response of their idempotency key.',
    );
    this.refusals = metrics.counter(
      'svc_rate_limited_total',
      'Requests over the limit of an account, or of an address without a valid key.',
      ['limit'],
    );
    // Prometheus sees an increase only if there was a value before.
    for (const limit of ['account', 'address']) this.refusals.inc({ limit }, 0);
    metrics.gauge('svc_http_requests_in_flight', 'Requests in flight, streams included.', () => inFlight.answering);
  }

  /** Records a finished request. */
  answered(request: ApiRequest, response: Response, ms: number): void {
    const operation = operationOf(request);
    const status = response.headersSent ? response.statusCode : 'cut';
    this.requests.inc({ operation, method: request.method, status });
    if (!takesItsTime(request)) this.durations.observe({ operation }, ms / 1_000);
    if (request.caller?.idempotency?.replayed === true) this.replays.inc();
    if (status === 429) this.refusals.inc({ limit: response.hasHeader('RateLimit') ? 'account' : 'address' });
  }
}

/** Whether its duration depends on the client: ?wait and streams. */
function takesItsTime({ url, operationId }: ApiRequest): boolean {
  const operation: OperationDescriptor | undefined = operationId && allOperations[operationId];
  return WAITS.test(url) || operation?.answerTypes.includes('text/event-stream') === true;
}

function operationOf(request: ApiRequest): AnyOperationId | 'operational' | 'none' {
  return request.operationId ?? (request.route === undefined ? 'none' : 'operational');
}

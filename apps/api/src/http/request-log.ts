import { allOperations, type AnyOperationId } from '@svc/contract';
import {
  type Caller,
  newRequestId,
  NO_TRACING,
  traceId,
  type FinishedRequest,
  type Logger,
  type RequestLog,
  type SpanEnd,
  type Tracing,
} from '@svc/core';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { ApiRequest } from './api-request.js';
import type { HttpMetrics } from '../metrics/http-metrics.js';
import type { RequestsInFlight } from './server/requests-in-flight.js';

const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** Where requests are recorded. */
interface Followers {
  readonly inFlight: RequestsInFlight;
  readonly metrics: HttpMetrics;
  readonly tracing: Tracing;
  readonly log: Pick<RequestLog, 'add'>;
  readonly logger: Logger;
}

/**
 * Assigns a request id, tracks the request while it is in flight, then counts it, ends its span and logs one line: ids,
 * never content. Requests of `/v1` also go to the log of their account.
 */
export function followRequests({ inFlight, metrics, tracing, log, logger }: Followers): RequestHandler {
  return (incoming: Request, response: Response, next: NextFunction) => {
    const startedAt = performance.now();
    const requestId = newRequestId();
    const isProbe = PROBES.has(incoming.path);
    const span = (isProbe ? NO_TRACING : tracing).request(incoming.get('traceparent'));
    const request = Object.assign(incoming, { requestId, trace: span.trace }) as ApiRequest;
    response.setHeader('Request-Id', requestId);
    inFlight.add(response);
    response.once('close', () => {
      const ms = performance.now() - startedAt;
      // The probes of a load balancer may outnumber the requests of clients, and fail on purpose.
      if (!isProbe) metrics.answered(request, response, ms);
      span.end(() => spanEnd(request, response));
      const finished = finishedRequest(request, response, ms);
      if (finished !== undefined) log.add(finished);
      logger[isProbe ? 'debug' : 'info'](lineOf(request, response, ms));
    });
    next();
  };
}

function lineOf(request: ApiRequest, response: Response, ms: number): object {
  const { requestId, caller, method, trace } = request;
  return {
    event: 'request',
    requestId,
    traceId: traceId(trace),
    method,
    route: routeOf(request),
    status: response.statusCode,
    ms: Math.round(ms * 10) / 10,
    ...(response.writableFinished ? {} : { cut: true }),
    ...(caller === undefined ? {} : { accountId: `acct_${caller.accountId}`, ...actorOf(caller) }),
  };
}

/** Reading the log is not logged. */
const UNLOGGED: ReadonlySet<AnyOperationId | undefined> = new Set<AnyOperationId>(['listRequests', 'getRequest']);

/** The request for the log of its account: only requests of `/v1`, with a valid key or session. */
function finishedRequest(request: ApiRequest, response: Response, ms: number): FinishedRequest | undefined {
  const { caller, method, operationId, problem = null } = request;
  if (caller === undefined || UNLOGGED.has(operationId)) return undefined;
  // Those of the console alone need a session, but no key.
  if (operationId !== undefined && allOperations[operationId].authentication !== 'key') return undefined;
  const status = response.headersSent ? response.statusCode : null;
  const route = pathOf(operationId);
  return { caller, method, route, operationId: operationId ?? null, status, code: problem, durationMs: Math.round(ms) };
}

/** Who acted, by id. */
function actorOf({ actor }: Caller): object {
  return actor.kind === 'api_key' ? { keyId: `key_${actor.keyId}` } : { userId: `usr_${actor.userId}` };
}

function spanEnd(request: ApiRequest, response: Response): SpanEnd {
  const { requestId, operationId, method } = request;
  const route = routeOf(request);
  const { statusCode } = response;
  return {
    name: route === null ? method : `${method} ${route}`,
    attributes: {
      'http.request.method': method,
      'http.response.status_code': statusCode,
      'http.route': route ?? undefined,
      'svc.operation': operationId,
      'svc.request_id': requestId,
    },
    failure: statusCode >= 500 ? String(statusCode) : undefined,
  };
}

/** The path template: a concrete path contains data of the client. */
function routeOf({ operationId, route }: ApiRequest & { readonly route?: unknown }): string | null {
  if (operationId !== undefined) return pathOf(operationId);
  const { path } = (route ?? {}) as { readonly path?: unknown };
  return typeof path === 'string' ? path.replaceAll(/:(\w+)/g, '{$1}') : null;
}

function pathOf(operationId: AnyOperationId | undefined): string | null {
  return operationId === undefined ? null : allOperations[operationId].path;
}
